// What all that is chosen for seats has in common: who sits there, and what of theirs can be written.

import { controlsOf, holderOf, valuesOf } from "./fields.js";

export const pathOf = (seat, key) => `seats[${seat}].${key}`;

// The seats in order, by their numbers from 0.
export function seatsOf(form) {
  return [...form.querySelectorAll('[name^="seats["][name$="].kind"]')].map((_, seat) => seat);
}

export function nameOfSeat(form, seat) {
  return form.querySelector(`#seat-name-${seat}`).textContent;
}

export function valueOf(form, seat, key) {
  return valuesOf(form, pathOf(seat, key))[0] ?? "";
}

// Whether the field applies to the seat, and whoever sits here may change it.
export function isOpen(form, seat, key) {
  const path = pathOf(seat, key);
  const control = controlsOf(form, path).find(({ type }) => type !== "hidden");
  if (!control) return holderOf(form, path) !== null;
  return !control.disabled && control.closest(".field")?.hidden !== true;
}
