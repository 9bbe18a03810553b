// On a phone the menu of the account is wider than the screen: show the entry of this page.

document.querySelector(".tabs-list [aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
