// A button that copies the text of a field; without a script the field itself can be selected.

function start(root) {
  if (!navigator.clipboard) return;
  for (const button of root.querySelectorAll("[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      const field = document.getElementById(button.dataset.copy);
      await navigator.clipboard.writeText(field.value);
      button.querySelector("span").textContent = button.dataset.copied;
    });
  }
}

start(document);
// Parts of a page that htmx brings in later.
document.addEventListener("htmx:load", (event) => {
  if (event.detail.elt !== document.body) start(event.detail.elt);
});
