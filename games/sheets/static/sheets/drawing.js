// Draws fields that are chosen, from the outline of a game, as games/sheets/markup.py and pickers.py draw them.

import { make } from "./elements.js";
import { idOf } from "./refusal.js";

// Applies everywhere, in the words of a description.
const isAlways = (when) => when.length === 1 && when[0] === "all";

// A field with its label: of the table as a whole, or what is only recorded of a seat.
export function drawField(outline, { field, path, seat, values }) {
  const id = idOf(path);
  const isOption = path.startsWith("options.");
  const called = outline.label(`${isOption ? "option" : "field"}.${field.key}`);
  const kind = field.kind === "tiles" && field.ordered ? "slots" : field.kind;
  return make(
    "div",
    { class: `field sheet-field sheet-field-${kind}`, "data-seat": seat ?? null, "data-varies": !isAlways(field.when) },
    ...drawControl(outline, kind, { field, path, id, called, values }),
  );
}

function drawControl(outline, kind, { field, path, id, called, values }) {
  const named = { id, name: path, "data-path": path };
  if (kind === "flag") {
    const box = make("input", { ...named, type: "checkbox", value: "yes", checked: values.length > 0 });
    return [make("label", { class: "sheet-flag" }, box, " ", make("span", {}, called))];
  }
  const label = make("label", { for: id }, called);
  if (kind === "choice") return [label, drawSelect(outline, field, named, values[0])];
  if (kind === "count") {
    const limits = { "data-min": field.minimum, "data-max": field.maximum, value: values[0] ?? "" };
    return [label, make("input", { ...named, ...limits, type: "text", inputmode: "numeric", autocomplete: "off" })];
  }
  return [make("fieldset", { id }, make("legend", {}, called), drawSeveral(outline, kind, { field, path, called, values }))];
}

function drawSeveral(outline, kind, { field, path, called, values }) {
  if (kind === "tiles") return make("div", { class: "tiles-list" }, ...drawBoxes(outline, field, path, values));
  const slots = Array.from({ length: field.longest }, (_, place) =>
    drawSelect(outline, field, { name: path, "data-path": path, "aria-label": `${called} ${place + 1}` }, values[place]),
  );
  return make("div", { class: "sheet-slots" }, ...slots);
}

function drawSelect(outline, field, attributes, chosen) {
  const select = make("select", attributes, make("option", { value: "" }, "–"));
  const boxes = boxesOf(outline, field);
  for (const [box, keys] of boxes) {
    const options = keys.map((key) => {
      const varies = field.choice_when[key] !== undefined;
      const attributes = { value: key, selected: String(key) === chosen, "data-varies": varies };
      return make("option", attributes, nameOf(outline, field, key));
    });
    const isAlone = boxes.size === 1;
    select.append(...(isAlone ? options : [make("optgroup", { label: outline.boxes[box] }, ...options)]));
  }
  return select;
}

// Tiles by name, to be ticked.
export function drawBoxes(outline, field, path, values) {
  return field.choices.map((key) => {
    const attributes = { type: "checkbox", id: `${idOf(path)}-${key}`, name: path, value: key, "data-path": path };
    const box = make("input", { ...attributes, checked: values.includes(String(key)) });
    return make("label", {}, box, ` ${nameOf(outline, field, key)}`);
  });
}

export function nameOf(outline, field, key) {
  return outline.label(`choice.${field.key}.${key}`);
}

export function piecesOf(outline, field) {
  return outline.catalogues[field.catalogue] ?? [];
}

// The keys of the choices by the box they come from.
function boxesOf(outline, field) {
  const pieces = new Map(piecesOf(outline, field).map((piece) => [piece.key, piece]));
  const boxes = new Map();
  for (const key of field.choices) {
    const box = pieces.get(key)?.set ?? "";
    boxes.set(box, [...(boxes.get(box) ?? []), key]);
  }
  return boxes;
}
