// Fields, values and people, as they stand on the page and in its words.

import { say, written } from "../sheets/words.js";

const plurals = new Intl.PluralRules(document.documentElement.lang);

// A text with a number, in the form the language has for it.
export function sayCount(text, number, values = {}) {
  const form = plurals.select(number) === "one" ? "One" : "Other";
  return say(`${text}${form}`, { ...values, number: written(number) });
}

export function seatOf(name) {
  const found = /^seats\[(\d+)\]/.exec(name);
  return found ? Number(found[1]) : null;
}

export function nameOfSeat(form, seat) {
  return form.querySelector(`thead [data-name="${seat}"]`)?.textContent.trim() ?? "";
}

// Who holds a phone. One that only watches, without an account, has no name.
export function nameOfPhone(form, phone) {
  if (!phone) return say("someone");
  return phone.name || (phone.seat === null ? say("someone") : nameOfSeat(form, phone.seat));
}

export const initialOf = (name) => [...name][0]?.toLocaleUpperCase() ?? "?";

// Where a field stands on the page; nothing where this page has no such field.
export function placeOf(form, name) {
  const control = form.querySelector(`[name="${CSS.escape(name)}"]`);
  return control?.closest("td") ?? control?.closest(".field, fieldset") ?? null;
}

// "Money", or "Money (Bruno)" where the column is not the reader's own.
export function calledIn(form, name, ownSeat) {
  const seat = seatOf(name);
  const label = labelOf(form, name);
  return seat === null || seat === ownSeat ? label : say("ofSeat", { field: label, name: nameOfSeat(form, seat) });
}

function labelOf(form, name) {
  const control = form.querySelector(`[name="${CSS.escape(name)}"]`);
  const label = control?.closest("tr")?.querySelector("th") ?? control?.closest("fieldset")?.querySelector("legend");
  return (label ?? control?.labels?.[0])?.textContent.trim() || control?.getAttribute("aria-label") || name;
}

// What was chosen is told by its label, a blank by a dash.
export function valuesInWords(form, name, values) {
  const words = values.map((value) => wordOf(form, name, value));
  return words.join(", ") || "–";
}

function wordOf(form, name, value) {
  const controls = form.querySelectorAll(`[name="${CSS.escape(name)}"]`);
  for (const control of controls) {
    const option = control.matches("select") && [...control.options].find((one) => one.value === value);
    if (option) return option.label;
    const isTile = control.matches("[type=checkbox], [type=radio]") && control.value === value;
    if (isTile) return control.labels?.[0]?.textContent.trim() || value;
  }
  return value;
}
