// Shows the fields, choices and lines that apply to what was entered, and hides the others.

import { holds } from "./conditions.js";

const SEAT = /^seats\[(\d+)\]\.(?:rounds\.([^.]+)\.)?/;

export function showWhatApplies(form, factsAt) {
  for (const part of form.querySelectorAll("[data-when]")) {
    const isShown = holds(JSON.parse(part.dataset.when), factsAt(...placeOf(part)));
    part.hidden = !isShown;
    if (part.matches("option")) part.disabled = !isShown;
  }
  for (const row of form.querySelectorAll("[data-row]")) row.hidden = !hasShown(row, ".cell-field, .vp");
  for (const group of form.querySelectorAll("[data-group]")) {
    group.hidden = !hasShown(group, "[data-row], .sheet-field");
  }
}

// The seat and the round of a part of the sheet, by the path of what is in it.
function placeOf(part) {
  const holder = part.closest("select[data-path]") ?? part.querySelector("[data-path], [data-vp]");
  const found = SEAT.exec(holder.dataset.path ?? holder.dataset.vp);
  return found ? [Number(found[1]), found[2] ?? ""] : [null];
}

function hasShown(whole, parts) {
  return [...whole.querySelectorAll(parts)].some((part) => !part.hidden);
}
