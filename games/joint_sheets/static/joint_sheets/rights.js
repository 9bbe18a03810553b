// Who writes where: the server decides; here it is shown before somebody types in vain.

import { say, tell } from "../sheets/words.js";
import { nameOfPhone, nameOfSeat, seatOf } from "./wording.js";

const OF_THE_TABLE = /^(options|setup|game)\./;
const FIXED = /^(seats\[\d+\]\.kind|prepared|seated|seated_people)$/;

export function mayWrite({ table, isKeeper, ownSeat, me }, name, isPrepared) {
  if (!me || FIXED.test(name) || (isPrepared && /\.player$/.test(name))) return false;
  if (isKeeper) return true;
  if (OF_THE_TABLE.test(name)) return table.setup === "anyone";
  const seat = seatOf(name);
  return seat !== null && (table.writing === "anyone" || seat === ownSeat);
}

// What this phone does not write can be read, not typed in. It stays part of the form.
export function showRights(form, queue, isPrepared) {
  for (const control of form.elements) {
    const { name, type } = control;
    if (!name || name.startsWith("_") || ["hidden", "submit", "button"].includes(type)) continue;
    // A yes to what is unusual is whoever's records it.
    if (name === "warnings_confirmed") continue;
    lock(control, !mayWrite(queue, name, isPrepared));
  }
  for (const cell of form.querySelectorAll("td[data-seat]")) {
    const isOwn = mayWrite(queue, `seats[${cell.dataset.seat}].total`, false);
    cell.classList.toggle("joint-locked", !isOwn);
  }
}

function lock(control, isLocked) {
  const isText = control.matches("input:not([type=checkbox], [type=radio]), textarea");
  if (isText && control.readOnly !== isLocked) control.readOnly = isLocked;
  if (isLocked) control.setAttribute("aria-disabled", "true");
  else control.removeAttribute("aria-disabled");
}

// Whoever taps in a column that is not theirs is told whose it is.
export function startRights(form, queue) {
  form.addEventListener("click", (event) => {
    const cell = event.target.closest(".joint-locked");
    if (!cell || event.target.closest(".explained, .joint-choice, a, summary")) return;
    sayWhose(form, queue, `seats[${cell.dataset.seat}].total`);
  });
}

export function sayWhose(form, queue, name) {
  const keeper = nameOfPhone(form, queue.table.phones?.find(({ number }) => number === queue.table.keeper));
  const seat = seatOf(name);
  const text = seat === null ? say("keepersField", { keeper }) : say("othersColumn", { name: nameOfSeat(form, seat), keeper });
  tell("rights", text);
}
