// Sections with a list of links become tabs: one panel at a time, arrow keys between them. Where tabs are links to pages
// and more of them than a phone is wide, the one of this page is brought into sight.

import { findNew } from "./find.js";

const MOVES = { ArrowLeft: -1, ArrowRight: 1 };

// By hand: scrollIntoView would move the page as well where the tabs lie below its edge.
function bringIntoSight(link) {
  const list = link.closest(".tabs-list");
  const here = link.getBoundingClientRect(), around = list.getBoundingClientRect();
  list.scrollLeft += here.left - around.left - (around.width - here.width) / 2;
}

export function startTabs(root) {
  for (const link of findNew(root, ".tabs-list [aria-current]")) bringIntoSight(link);
  for (const tabs of findNew(root, "[data-tabs]")) {
    const list = tabs.querySelector(".tabs-list");
    const links = [...list.querySelectorAll("a")];
    const panels = links.map((link) => document.getElementById(link.hash.slice(1)));

    const select = (index) => {
      links.forEach((link, position) => {
        link.setAttribute("aria-selected", String(position === index));
        link.tabIndex = position === index ? 0 : -1;
        panels[position].hidden = position !== index;
      });
    };

    list.setAttribute("role", "tablist");
    links.forEach((link, index) => {
      link.parentElement.setAttribute("role", "presentation");
      link.setAttribute("role", "tab");
      link.setAttribute("aria-controls", panels[index].id);
      link.id ||= `${panels[index].id}-tab`;
      panels[index].setAttribute("role", "tabpanel");
      panels[index].setAttribute("aria-labelledby", link.id);
      panels[index].tabIndex = 0;
      link.addEventListener("click", (event) => {
        event.preventDefault();
        history.replaceState(null, "", link.hash);
        select(index);
      });
      link.addEventListener("keydown", (event) => {
        let target = null;
        if (event.key in MOVES) target = (index + MOVES[event.key] + links.length) % links.length;
        else if (event.key === "Home") target = 0;
        else if (event.key === "End") target = links.length - 1;
        if (target === null) return;
        event.preventDefault();
        select(target);
        links[target].focus();
      });
    });
    select(Math.max(0, links.findIndex((link) => link.hash === location.hash)));
  }
}
