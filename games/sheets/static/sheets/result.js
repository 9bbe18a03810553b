// Writes the score into the sheet: VP and how they came about, totals, places, mistakes at their fields.

import { startExplanations } from "./explanations.js";
import { idOf, messagesIn, showRefusal, slotFor, writeMistakes } from "./refusal.js";
import { say, written } from "./words.js";

export function startResult(form) {
  // What the server refused stays marked until it is filled in; a score in between calls a blank no mistake.
  let refused = refusedOn(form);
  const explain = startExplanations(form);
  return {
    show(result) {
      showSeats(form, result);
      showLines(form, result.seats);
      explain(result.seats);
      showMistakes(form, result, refused);
      showWarnings(form, result);
      const notes = form.querySelector("[data-notes]");
      notes.replaceChildren(...result.notes.map((note) => element("li", note)));
    },
    refuse(page) {
      const isSheet = showRefusal(form, page);
      refused = refusedOn(form);
      return isSheet;
    },
  };
}

function refusedOn(form) {
  const slots = [...form.querySelectorAll("[data-error-for]")].filter((slot) => slot.childElementCount > 0);
  return new Map(slots.map((slot) => [slot.dataset.errorFor, messagesIn(slot)]));
}

// Who has no number yet has a dash for a total, and no place. Places are provisional until everything is there.
function showSeats(form, { seats, provisional }) {
  seats.forEach((seat, index) => {
    for (const total of form.querySelectorAll(`[data-total="${index}"]`)) setText(total, figure(seat.total));
    for (const place of form.querySelectorAll(`[data-place="${index}"]`)) setText(place, seat.place ?? "");
    setText(form.querySelector(`[data-tie-break="${index}"]`), seat.tie_break);
  });
  const ranking = form.querySelector("[data-ranking]");
  ranking.classList.toggle("is-provisional", provisional);
  ranking.querySelectorAll("[data-provisional]").forEach((word, index) => {
    word.hidden = !provisional || seats[index]?.place == null;
  });
}

function showLines(form, seats) {
  const lines = new Map(seats.flatMap((seat, index) => seat.lines.map((line) => [line.path, { ...line, index }])));
  for (const slot of form.querySelectorAll("[data-vp]")) {
    const line = lines.get(slot.dataset.vp);
    setText(slot, figure(line?.vp));
    explained(slot, line);
  }
}

// What counts can be asked about: a button, which the keys of the sheet pass by.
function explained(slot, line) {
  if (line?.vp == null) {
    for (const name of ["role", "tabindex", "aria-label", "data-why", "data-line"]) slot.removeAttribute(name);
    return;
  }
  const name = document.getElementById(`seat-name-${line.index}`).textContent;
  slot.role = "button";
  slot.tabIndex = -1;
  slot.ariaLabel = say("vpOf", { line: line.label, name, vp: written(line.vp) });
  slot.dataset.why = line.sentence;
  slot.dataset.line = line.label;
}

const figure = (number) => (number == null ? "–" : written(number));

function showMistakes(form, { violations, missing }, refused) {
  const found = new Map();
  for (const { path, message } of violations) found.set(path, [...(found.get(path) ?? []), message]);
  for (const path of missing) if (!found.has(path) && refused.has(path)) found.set(path, refused.get(path));
  for (const path of found.keys()) slotFor(form, path);
  for (const slot of form.querySelectorAll("[data-error-for]")) {
    const path = slot.dataset.errorFor;
    const messages = found.get(path) ?? [];
    found.delete(path);
    writeMistakes(slot, messages);
  }
  // The list on top belongs to the answer before; the fields say what is wrong now.
  form.querySelector("[data-mistakes]").replaceChildren(...remaining(found));
}

// Mistakes of the sheet as a whole have no field to stand at.
function remaining(found) {
  const messages = [...found.values()].flat();
  if (messages.length === 0) return [];
  const alert = document.getElementById("sheet-mistakes").content.firstElementChild.cloneNode(true);
  alert.querySelector("ul").replaceChildren(...messages.map((message) => element("li", message)));
  return [alert];
}

function showWarnings(form, { warnings, warnings_key: key }) {
  const box = form.querySelector("[data-warnings]");
  const yes = form.querySelector("[data-warnings-key]");
  box.hidden = warnings.length === 0;
  if (yes.value === key) return;
  // A yes to one is not a yes to another.
  yes.value = key;
  yes.checked = false;
  form.querySelector("[data-warning-list]").replaceChildren(
    ...warnings.map((warning) => warningLine(warning)),
  );
}

// With a link to the field it is about.
function warningLine({ path, called, message }) {
  const field = path && document.getElementById(idOf(path));
  if (!field) return element("li", message);
  const line = element("li", ` – ${message}`);
  const link = element("a", called);
  link.href = `#${field.id}`;
  line.prepend(link);
  return line;
}

export function showStatus(form, text) {
  setText(form.querySelector("[data-status]"), text);
}

export function statusOf(result) {
  const { length } = result.missing;
  return length > 0 ? say("missing", { number: written(length) }) : "";
}

function setText(slot, text) {
  // Untouched when nothing changed, so that nothing is read aloud again.
  if (slot && slot.textContent !== String(text)) slot.textContent = text;
}

function element(name, text) {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}
