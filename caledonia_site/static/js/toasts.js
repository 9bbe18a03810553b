// Messages can be sent away; without a script they stay until the next page.

import { findNew } from "./find.js";

export function startToasts(root) {
  for (const button of findNew(root, "[data-dismiss]")) {
    button.hidden = false;
    button.addEventListener("click", () => button.closest(".toast").remove());
  }
}
