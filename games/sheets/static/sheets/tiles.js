// Tiles: what another seat has is greyed, and what follows from the tiles (or from single goods) stands as a hint in
// the field it counts for.

import { say } from "./words.js";

const OF_SEAT = /^seats\[\d+\]\./;

export function showTiles(form, description) {
  const single = new Set(description.seat.filter((field) => field.unique).map((field) => field.key));
  const boxes = [...form.querySelectorAll(":is(.picker-tiles, .tiles-list) input[data-path^=seats]")].filter((box) =>
    single.has(box.dataset.path.split(".").at(-1)),
  );
  const holders = new Map();
  for (const box of boxes) if (box.checked) holders.set(pieceOf(box), box.dataset.path);
  for (const box of boxes) {
    const holder = holders.get(pieceOf(box));
    const isTaken = holder !== undefined && holder !== box.dataset.path;
    box.closest("label").classList.toggle("taken", isTaken);
    box.disabled = isTaken && !box.checked;
  }
  for (const slot of form.querySelectorAll("[data-chosen]")) setChosen(form, slot);
}

// The same tile of the same round in any seat.
function pieceOf(box) {
  return `${box.dataset.path.replace(OF_SEAT, "")} ${box.value}`;
}

function setChosen(form, slot) {
  const chosen = [...form.querySelectorAll(`input[name="${slot.dataset.chosen}"]:checked`)];
  const isPicker = slot.closest(".picker-open") !== null;
  const names = chosen.map((box) => box.closest("label").textContent.trim());
  slot.textContent = names.join(", ") || say(isPicker ? "choose" : "none");
}

export function showDerived(form, description, sheet) {
  const fields = new Map(description.seat.map((field) => [field.key, field]));
  sheet.seats.forEach((seat, index) => {
    for (const field of description.seat) {
      if (field.kind !== "count" || field.rounds.length > 0) continue;
      const input = form.querySelector(`input[name="seats[${index}].${field.key}"]`);
      if (input) input.placeholder = derived(description, fields, seat, field) ?? "";
    }
  });
}

// The sum of the parts, or of the tiles that fill the field; null when neither was entered.
export function derived(description, fields, seat, field) {
  const isPossible = (key) => seat[key] >= fields.get(key).minimum && seat[key] <= fields.get(key).maximum;
  const parts = field.parts.filter((key) => Number.isInteger(seat[key]) && isPossible(key)).map((key) => seat[key]);
  if (parts.length > 0) return parts.reduce((sum, part) => sum + part, 0);
  for (const source of fields.values()) {
    const column = source.derives?.[field.key];
    const chosen = seat[source.key];
    if (column === undefined || !Array.isArray(chosen)) continue;
    const pieces = description.catalogues[source.catalogue].filter((piece) => chosen.includes(piece.key));
    return pieces.reduce((sum, piece) => sum + (column ? piece[column] : 1), 0);
  }
  return null;
}
