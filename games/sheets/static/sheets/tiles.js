// Tiles: what another seat has is greyed, and what follows from the tiles (or from single goods) stands as a hint in
// the field it counts for.

import { nameOf, piecesOf } from "./drawing.js";
import { setText } from "./elements.js";
import { chosenIn } from "./parts.js";
import { say } from "./words.js";

const OF_SEAT = /^seats\[\d+\]\./;

export function showTiles(form, skeleton, outline) {
  const single = new Set(skeleton.seat.filter((field) => field.unique).map((field) => field.key));
  const isSingle = (path) => single.has(path.split(".").at(-1));
  const holders = new Map();
  const slots = [...form.querySelectorAll("[data-chosen]")];
  for (const { dataset } of slots) {
    for (const key of chosenIn(form, dataset.chosen)) holders.set(pieceOf(dataset.chosen, key), dataset.chosen);
  }
  for (const box of form.querySelectorAll(".tiles-list input[data-path^=seats]")) {
    if (!isSingle(box.dataset.path)) continue;
    const holder = holders.get(pieceOf(box.dataset.path, box.value));
    const isTaken = holder !== undefined && holder !== box.dataset.path;
    box.closest("label").classList.toggle("taken", isTaken);
    box.disabled = isTaken && !box.checked;
  }
  if (outline) for (const slot of slots) setChosen(form, outline, slot);
}

// The same tile of the same round in any seat.
function pieceOf(path, key) {
  return `${path.replace(OF_SEAT, "")} ${key}`;
}

function setChosen(form, outline, slot) {
  const path = slot.dataset.chosen;
  const field = outline.seat.find(({ key }) => key === path.split(".").at(-1));
  const chosen = new Set(chosenIn(form, path));
  const names = field.choices.filter((key) => chosen.has(String(key))).map((key) => nameOf(outline, field, key));
  const isPicker = slot.closest(".picker-open") !== null;
  setText(slot, names.join(", ") || say(isPicker ? "choose" : "none"));
}

export function showDerived(form, skeleton, outline, sheet) {
  const fields = new Map(skeleton.seat.map((field) => [field.key, field]));
  sheet.seats.forEach((seat, index) => {
    for (const field of skeleton.seat) {
      if (field.kind || field.rounds) continue;
      const input = form.querySelector(`input[name="seats[${index}].${field.key}"]`);
      const sum = derived(outline, fields, seat, field);
      if (input && sum !== undefined) input.placeholder = sum ?? "";
    }
  });
}

// The sum of the parts, or of the tiles that fill the field; null when neither was entered, undefined when it cannot be
// said yet.
function derived(outline, fields, seat, field) {
  const isPossible = (key) => seat[key] >= (fields.get(key).minimum ?? 0) && seat[key] <= fields.get(key).maximum;
  const parts = (field.parts ?? []).filter((key) => Number.isInteger(seat[key]) && isPossible(key)).map((key) => seat[key]);
  if (parts.length > 0) return parts.reduce((sum, part) => sum + part, 0);
  for (const source of fields.values()) {
    const column = source.derives?.[field.key];
    const chosen = seat[source.key];
    if (column === undefined || !Array.isArray(chosen)) continue;
    if (!outline) return undefined;
    return sumOf(piecesOf(outline, source).filter((piece) => chosen.includes(piece.key)), column);
  }
  return null;
}

// "" counts the pieces.
export function sumOf(pieces, column) {
  return pieces.reduce((sum, piece) => sum + (column ? piece[column] : 1), 0);
}
