// What stands in the form, by the names of its fields: the one place that reads it and writes it, however a field is
// drawn. Whoever draws fields in another way teaches it here.
//
// A field that is not drawn yet is held: [data-holds] with its path has a hidden field for each of its values.

// Of the form, not of the sheet.
const NOT_KEPT = new Set([
  "csrfmiddlewaretoken", "action", "entry_key", "edit_secret", "draft_revision", "expected_version",
  "warnings_confirmed", "rules", "shown_totals",
]);

const isKept = (name) => name && !NOT_KEPT.has(name) && !name.startsWith("_filter") && !name.startsWith("_draw");

// By form: gives the holder of a field of which nothing is on the page, or null where the form has no such field.
const holderMakers = new WeakMap();

export function holdWith(form, makeHolder) {
  holderMakers.set(form, makeHolder);
}

// Every value by the name of its field, as the server keeps them; blanks are left out.
export function fieldsOf(data) {
  const fields = {};
  for (const [name, value] of data) {
    if (typeof value !== "string" || value === "" || !isKept(name)) continue;
    (fields[name] ??= []).push(value);
  }
  return fields;
}

export function fillForm(form, fields) {
  const drawn = [...form.elements].map(({ name }) => name);
  const held = [...form.querySelectorAll("[data-holds]")].map(({ dataset }) => dataset.path);
  const names = new Set([...drawn, ...held, ...Object.keys(fields)].filter(isKept));
  for (const name of names) writeField(form, name, fields[name] ?? []);
}

// Writes the values of one field, whatever controls it has; a hidden field keeps its own.
export function writeField(form, name, values) {
  const controls = controlsOf(form, name);
  const holder = holderOf(form, name) ?? (controls.length === 0 && values.length > 0 ? makeHolder(form, name) : null);
  if (holder) {
    hold(holder, values);
    return;
  }
  let turn = 0;
  for (const control of controls) {
    if (control.type === "checkbox" || control.type === "radio") {
      control.checked = values.includes(control.value);
    } else if (!["hidden", "submit", "file"].includes(control.type)) {
      control.value = values[turn] ?? "";
      turn += 1;
    }
  }
}

export function valuesOf(form, name) {
  return new FormData(form).getAll(name).filter((value) => value !== "");
}

export function controlsOf(form, name) {
  return [...form.querySelectorAll(`[name="${CSS.escape(name)}"]`)];
}

export function holderOf(form, name) {
  return form.querySelector(`[data-holds][data-path="${CSS.escape(name)}"]`);
}

function makeHolder(form, name) {
  return holderMakers.get(form)?.(name) ?? null;
}

function hold(holder, values) {
  const held = values.map((value) => {
    const input = document.createElement("input");
    Object.assign(input, { type: "hidden", name: holder.dataset.path, value });
    return input;
  });
  holder.replaceChildren(...held);
}

// Which tabs are open is no part of it.
export function sameFields(one, other) {
  const typed = (fields) => Object.entries(fields).filter(([name]) => !name.startsWith("_"));
  const sorted = (fields) => JSON.stringify(typed(fields).sort(([a], [b]) => (a < b ? -1 : 1)));
  return sorted(one) === sorted(other);
}
