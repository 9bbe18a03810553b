// The way through the numbers of a sheet: down a player or across a line, then on to the next; never to a button or to a
// field that may stay blank. After the last number comes what is still missing, then what sends the sheet on.

import { kept, keep } from "./device.js";

const WAY = "caledonia.sheet.way";
const NARROW = matchMedia("(max-width: 59.99rem)");
// As in scoring/description.py.
const HIGHEST_COUNT = 9_999;
const SEAT = /^seats\[(\d+)\]/;

export const isNumber = (control) => control.matches("input[inputmode]");

// One player at a time is a view of small screens alone.
export const isOneSeat = (form) => NARROW.matches && form.querySelector('[name="_seat"]:checked')?.value !== "all";

export const wayOf = (form) => {
  if (isOneSeat(form)) return "down";
  return kept(WAY) ?? (NARROW.matches ? "across" : "down");
};

export const chooseWay = (way) => keep(WAY, way);

export function startOrder(form) {
  const table = form.querySelector(".sheet-table");

  function isAsked(control) {
    const isFree = !control.readOnly && !control.disabled && !control.closest("[hidden]");
    return control.required && isFree && isOfOpenRound(form, control) && isOfOwnColumn(form, control);
  }

  // As they stand on the page, so line by line.
  const asked = () => [...table.querySelectorAll("input[inputmode]")].filter(isAsked);
  const blanks = () => [...form.querySelectorAll(":is(input[inputmode], select)[data-path]")].filter(isAsked).filter(isBlank);

  // The control that stands after this one, or before it.
  function step(control, by) {
    const names = isOneSeat(form) ? [] : namesOf(table);
    const place = names.indexOf(control);
    if (place >= 0 && names[place + by]) return names[place + by];
    const numbers = asked().filter((number) => number === control || !isDerived(number));
    const goesDown = wayOf(form) === "down";
    const rank = (number) => (goesDown ? seatOf(number) : 0);
    const isAfter = (number, other) =>
      rank(number) > rank(other) ||
      (rank(number) === rank(other) && Boolean(other.compareDocumentPosition(number) & Node.DOCUMENT_POSITION_FOLLOWING));
    const way = goesDown ? numbers.toSorted((one, other) => seatOf(one) - seatOf(other)) : numbers;
    // Names stand above all columns, whichever way leads through the numbers.
    if (place >= 0) return by > 0 ? way[0] : undefined;
    return by > 0 ? way.find((number) => isAfter(number, control)) : way.findLast((number) => isAfter(control, number));
  }

  return {
    blanks,
    before: (control) => step(control, -1),
    after(control) {
      const next = step(control, 1) ?? blanks().find((blank) => blank !== control);
      return next ?? form.querySelector(":is([data-record], [data-next-round], [data-finish]):not([hidden], [hidden] *)");
    },
  };
}

export function boundsOf(control) {
  const { min = 0, max = HIGHEST_COUNT } = control.dataset;
  return { minimum: Number(min), maximum: Number(max) };
}

function namesOf(table) {
  return [...table.querySelectorAll('input[data-path$=".player"]')].filter((name) => !name.readOnly && name.type !== "hidden");
}

function seatOf(control) {
  return Number(SEAT.exec(control.dataset.path)?.[1] ?? 0);
}

function isOfOpenRound(form, control) {
  const round = control.closest("tbody[data-round]")?.dataset.round;
  const open = form.querySelector('[name="_round"]:checked')?.value ?? "all";
  return round === undefined || open === "all" || open === round;
}

// At a table where each has a phone, the way ends with one's own column.
function isOfOwnColumn(form, control) {
  const own = form.dataset.ownSeat;
  return own === undefined || !SEAT.test(control.dataset.path) || String(seatOf(control)) === own;
}

const isBlank = (control) => control.value.trim() === "" && !isDerived(control);

// Tiles or parts have filled it in.
function isDerived(control) {
  return control.value === "" && Boolean(control.placeholder?.trim());
}

// What a control of the table is called: its line, and its player.
export function callOf(control) {
  const [line, seat] = (control.getAttribute("aria-labelledby") ?? "").split(" ").map((id) => document.getElementById(id));
  return { field: line?.textContent.trim() ?? "", name: seat?.textContent.trim() ?? "" };
}
