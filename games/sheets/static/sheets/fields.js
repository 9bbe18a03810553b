// What stands in the form, by the names of its fields: the one place that reads it and writes it, however a field is
// drawn. Whoever draws fields in another way teaches it here.

// Of the form, not of the sheet.
const NOT_KEPT = new Set([
  "csrfmiddlewaretoken", "action", "entry_key", "edit_secret", "draft_revision", "expected_version",
  "warnings_confirmed", "rules", "shown_totals",
]);

const isKept = (name) => name && !NOT_KEPT.has(name) && !name.startsWith("_filter");

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
  const names = new Set([...form.elements].map(({ name }) => name).filter(isKept));
  for (const name of names) writeField(form, name, fields[name] ?? []);
}

// Writes the values of one field, whatever controls it has; a hidden field keeps its own.
export function writeField(form, name, values) {
  let turn = 0;
  for (const control of form.querySelectorAll(`[name="${CSS.escape(name)}"]`)) {
    if (control.type === "checkbox" || control.type === "radio") {
      control.checked = values.includes(control.value);
    } else if (!["hidden", "submit", "file"].includes(control.type)) {
      control.value = values[turn] ?? "";
      turn += 1;
    }
  }
}

// Which tabs are open is no part of it.
export function sameFields(one, other) {
  const typed = (fields) => Object.entries(fields).filter(([name]) => !name.startsWith("_"));
  const sorted = (fields) => JSON.stringify(typed(fields).sort(([a], [b]) => (a < b ? -1 : 1)));
  return sorted(one) === sorted(other);
}
