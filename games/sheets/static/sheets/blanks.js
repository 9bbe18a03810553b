// "Everything blank is 0", for a player or for all: fills what a finished sheet needs and nothing else, of the rounds that
// are seen. It can be taken back as long as the sheet is there.

import { isNumber } from "./order.js";
import { say, written } from "./words.js";

// Gives back what shows how many there are, for after every change.
export function startBlanks(form, order, changed) {
  const undo = form.querySelector("[data-blanks-undo]");
  let filled = [];

  const blanksOf = (seat) =>
    order.blanks().filter((control) => isNumber(control) && (seat === "all" || control.closest("td")?.dataset.seat === seat));

  function show() {
    for (const button of form.querySelectorAll("[data-blanks]")) button.hidden = blanksOf(button.dataset.blanks).length === 0;
    // What was typed over since is nobody's to take back.
    filled = filled.filter((control) => control.value === "0");
    undo.hidden = filled.length === 0;
    undo.querySelector("span").textContent = say("undoBlanks", { number: written(filled.length) });
  }

  function write(controls, value) {
    for (const control of controls) control.value = value;
    changed();
    show();
  }

  form.addEventListener("click", (event) => {
    const button = event.target.closest("[data-blanks], [data-blanks-undo]");
    if (!button) return;
    if (button === undo) {
      const zeros = filled;
      filled = [];
      write(zeros, "");
      return;
    }
    const blanks = blanksOf(button.dataset.blanks);
    filled = [...filled, ...blanks];
    write(blanks, "0");
    undo.focus({ preventScroll: true });
  });
  return show;
}
