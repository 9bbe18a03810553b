// Shows the fields, choices and lines that apply to what was entered, and hides the others, as the rules have found.

// idle: { fields: [path], lines: [path], choices: { path: [value] } }
export function showWhatApplies(form, { fields, lines, choices }) {
  const idleFields = new Set(fields);
  const idleLines = new Set(lines);
  const isIdle = (part) => {
    if (part.matches("option")) return choices[part.closest("select").dataset.path]?.includes(part.value) ?? false;
    if (part.matches(".vp")) return idleLines.has(part.dataset.vp);
    return idleFields.has(part.querySelector("[data-path]").dataset.path);
  };
  for (const part of form.querySelectorAll("[data-varies]")) {
    part.hidden = isIdle(part);
    if (part.matches("option")) part.disabled = part.hidden;
  }
  for (const row of form.querySelectorAll("[data-row]")) row.hidden = !hasShown(row, ".cell-field, .vp");
  for (const group of form.querySelectorAll("[data-group]")) {
    group.hidden = !hasShown(group, "[data-row], .sheet-field");
  }
}

function hasShown(whole, parts) {
  return [...whole.querySelectorAll(parts)].some((part) => !part.hidden);
}
