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
        step(input, Number(button.dataset.step));
        if (input.value === before) return;
        input.dispatchEvent(new Event("input", { bubbles: true }));
        input.dispatchEvent(new Event("change", { bubbles: true }));
      });
    }
  }
}

// A field may be a text with bounds of its own; what is no whole number there stays for its owner to mend.
function step(input, by) {
  if (input.type === "number") {
    if (by > 0) input.stepUp();
    else input.stepDown();
    return;
  }
  const number = Number(input.value) + by;
  if (!Number.isInteger(number)) return;
  input.value = Math.min(Math.max(number, Number(input.dataset.min)), Number(input.dataset.max));
}
