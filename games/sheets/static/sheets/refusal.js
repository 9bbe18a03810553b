// Shows in place why the server refused a sheet. The page stays the one it was, so that going back and reloading
// are harmless; everything typed stays where it is. What is shown comes from the page the server answered with.

// Where something is wrong by the page the server answered with.
export function mistakenPaths(html) {
  const answered = new DOMParser().parseFromString(html, "text/html");
  const slots = [...answered.querySelectorAll("[data-error-for]")];
  return slots.filter(({ childElementCount }) => childElementCount > 0).map(({ dataset }) => dataset.errorFor);
}

// Gives back whether the answer was a sheet at all.
export function showRefusal(form, html) {
  const answered = new DOMParser().parseFromString(html, "text/html");
  const answer = answered.getElementById("sheet");
  if (!answer) return false;
  // Another one's correction in between is told above the sheet.
  document.querySelector(".sheet-head").replaceWith(answered.querySelector(".sheet-head"));
  form.querySelector("[data-mistakes]").replaceWith(answer.querySelector("[data-mistakes]"));
  const version = answer.elements.expected_version;
  if (version) form.elements.expected_version.value = version.value;
  showSheetMistakes(form, answer);
  showFieldMistakes(form, answer);
  showQuestion(form, answer);
  showTabs(form, answer);
  form.querySelector(".error-summary")?.focus();
  return true;
}

export function writeMistakes(slot, messages) {
  if (messages.join("\n") === messagesIn(slot).join("\n")) return;
  slot.replaceChildren(...messages.map(paragraph));
  slot.closest(".field, .part")?.classList.toggle("field-wrong", messages.length > 0);
  const control = document.getElementById(idOf(slot.dataset.errorFor));
  if (!control) return;
  // Beside hints that may describe it as well.
  const others = (control.getAttribute("aria-describedby") ?? "").split(" ").filter((id) => id && id !== slot.id);
  const described = messages.length > 0 ? [slot.id, ...others] : others;
  if (described.length > 0) control.setAttribute("aria-describedby", described.join(" "));
  else control.removeAttribute("aria-describedby");
  if (messages.length > 0) control.setAttribute("aria-invalid", "true");
  else control.removeAttribute("aria-invalid");
}

// Where the mistakes of a field are written, made for the first of them; none for what has no field on the page.
export function slotFor(form, path) {
  const slot = form.querySelector(`[data-error-for="${path}"]`);
  if (slot) return slot;
  const field = document.getElementById(idOf(path))?.closest(".field, .part");
  if (!field || !form.contains(field)) return null;
  const made = document.createElement("div");
  made.className = "field-errors";
  made.id = `${idOf(path)}-error`;
  made.dataset.errorFor = path;
  field.append(made);
  return made;
}

// The id of a field by its path, as the server makes it.
export function idOf(path) {
  return path.toLowerCase().replace(/[^a-z0-9_]+/g, "-").replace(/^-+|-+$/g, "");
}

export function messagesIn(slot) {
  return [...slot.children].map((line) => line.textContent);
}

function showSheetMistakes(form, answer) {
  const told = new Map([...answer.querySelectorAll("[data-error-for]")].map((slot) => [slot.dataset.errorFor, slot]));
  for (const slot of form.querySelectorAll("[data-error-for]")) if (!told.has(slot.dataset.errorFor)) writeMistakes(slot, []);
  for (const [path, answered] of told) {
    const slot = slotFor(form, path);
    // Of a part that could not be drawn; the summary on top says it.
    if (!slot) continue;
    writeMistakes(slot, messagesIn(answered));
    openAround(form, slot);
  }
}

// Club, day, place and what else is no part of the score: fields of an ordinary form.
function showFieldMistakes(form, answer) {
  for (const told of answer.querySelectorAll(".form .field, .sheet > .field")) {
    const control = told.querySelector("[name]");
    const own = form.elements[control.name];
    const field = own?.closest(".field");
    // The copy that opens without a connection has no fields of clubs; the summary says it all the same.
    if (!field) continue;
    const errors = told.querySelector(".field-errors");
    field.className = told.className;
    field.querySelector(".field-errors")?.remove();
    for (const name of ["aria-invalid", "aria-describedby"]) {
      if (control.hasAttribute(name)) own.setAttribute(name, control.getAttribute(name));
      else own.removeAttribute(name);
    }
    if (!errors) continue;
    field.append(errors);
    openAround(form, field);
  }
}

// What is unusual, which somebody sent off without a yes, stands on top.
function showQuestion(form, answer) {
  const own = form.querySelector("[data-warnings]");
  const told = answer.querySelector("[data-warnings]");
  own.hidden = told.hidden;
  const [yes, toldYes] = [own, told].map((box) => box.querySelector("[data-warnings-key]"));
  if (yes.value !== toldYes.value) yes.checked = false;
  yes.value = toldYes.value;
  own.querySelector("[data-warning-list]").replaceWith(told.querySelector("[data-warning-list]"));
  const isAsked = told.compareDocumentPosition(answer.querySelector("table")) & Node.DOCUMENT_POSITION_FOLLOWING;
  if (isAsked) form.querySelector("[data-mistakes]").after(own);
}

function showTabs(form, answer) {
  for (const told of answer.querySelectorAll('[name="_seat"], [name="_round"]')) {
    const own = form.querySelector(`[name="${told.name}"][value="${told.value}"]`);
    own.closest("label").classList.toggle("tab-wrong", told.closest("label").matches(".tab-wrong"));
    if (told.checked) own.checked = true;
  }
}

function openAround(form, element) {
  for (let part = element; part && part !== form; part = part.parentElement) {
    if (part.matches("details")) part.open = true;
  }
}

function paragraph(text) {
  const made = document.createElement("p");
  made.textContent = text;
  return made;
}
