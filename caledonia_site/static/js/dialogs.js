// A link that names a dialog opens it; without a script it leads to the page that asks the same question.

import { findNew } from "./find.js";

export function startDialogs(root) {
  for (const link of findNew(root, "[data-dialog]")) {
    link.addEventListener("click", (event) => {
      const dialog = document.getElementById(link.dataset.dialog);
      if (!dialog) return;
      event.preventDefault();
      dialog.showModal();
    });
  }
}
