// What is easily forgotten with a faction stands at the field where it counts.

import { make, setText } from "./elements.js";
import { controlsOf } from "./fields.js";
import { pathOf, seatsOf, valueOf } from "./seats.js";

export function showHints(form, skeleton, outline) {
  for (const [key, hints] of Object.entries(outline?.hints ?? {})) {
    for (const seat of seatsOf(form)) {
      const [control] = controlsOf(form, pathOf(seat, key));
      if (control) showHint(control, hints[valueOf(form, seat, skeleton.dimension)] ?? "");
    }
  }
}

function showHint(control, text) {
  const id = `${control.id}-hint`;
  let hint = document.getElementById(id);
  if (!hint) {
    if (text === "") return;
    hint = make("p", { class: "field-hint", id });
    control.closest(".field").append(hint);
    const others = control.getAttribute("aria-describedby");
    control.setAttribute("aria-describedby", others ? `${others} ${id}` : id);
  }
  setText(hint, text);
  hint.hidden = text === "";
}
