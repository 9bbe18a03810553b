// What scripts and screen readers need of every cell, and would be sent hundreds of times: written here instead.

import { idOf } from "./refusal.js";

const IS_VALUE = /^(options|setup|game|seats)[.[]/;
const ROLES = { TABLE: "table", THEAD: "rowgroup", TBODY: "rowgroup", TFOOT: "rowgroup", TR: "row", TD: "cell" };
const OF_HEADS = { row: "rowheader", col: "columnheader", colgroup: "columnheader" };

export function nameCells(form) {
  for (const control of form.elements) {
    if (!IS_VALUE.test(control.name ?? "")) continue;
    control.dataset.path = control.name;
    // Tiles share a name; each of them has an id already.
    if (!control.id && !document.getElementById(idOf(control.name))) control.id = idOf(control.name);
  }
  for (const figure of form.querySelectorAll(".vp")) {
    figure.dataset.vp ??= figure.closest("td").querySelector(".cell-field [data-path]").dataset.path;
  }
  // One player at a time is no table to the eye, and would be none to a screen reader.
  const table = form.querySelector(".sheet-table");
  for (const part of [table, ...table.querySelectorAll("thead, tbody, tfoot, tr, th, td")]) {
    part.role ??= ROLES[part.tagName] ?? OF_HEADS[part.scope];
  }
}
