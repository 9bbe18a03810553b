// A button that copies the text of a field; without a script the field itself can be selected.

for (const button of document.querySelectorAll("[data-copy]")) {
  if (!navigator.clipboard) continue;
  button.hidden = false;
  button.addEventListener("click", async () => {
    const field = document.getElementById(button.dataset.copy);
    await navigator.clipboard.writeText(field.value);
    button.querySelector("span").textContent = button.dataset.copied;
  });
}
