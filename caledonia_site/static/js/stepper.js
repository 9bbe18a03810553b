// Plus and minus beside a number field.

import { findNew } from "./find.js";

export function startSteppers(root) {
  for (const stepper of findNew(root, "[data-stepper]")) {
    const input = stepper.querySelector("input");
    for (const button of stepper.querySelectorAll("[data-step]")) {
      button.hidden = false;
      button.addEventListener("click", () => {
        const before = input.value;
        // An empty field counts as zero, so the first tap on plus gives one.
        if (input.value === "") input.value = "0";
        if (Number(button.dataset.step) > 0) input.stepUp();
        else input.stepDown();
        if (input.value === before) return;
        input.dispatchEvent(new Event("input", { bubbles: true }));
        input.dispatchEvent(new Event("change", { bubbles: true }));
      });
    }
  }
}
