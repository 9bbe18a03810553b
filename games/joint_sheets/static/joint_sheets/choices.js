// Where two phones wrote the same field: both values stand at the cell until somebody taps the right one.

import { say } from "../sheets/words.js";
import { calledIn, placeOf, seatOf, valuesInWords } from "./wording.js";

// A choice once made is on its way, so the mark goes at once.
export function showChoices(form, queue, { nameOf, mayChoose, choose }) {
  const open = [...queue.fields.keys()].filter((name) => queue.othersOf(name).length > 0);
  const shown = new Map([...form.querySelectorAll(".joint-choice")].map((mark) => [mark.dataset.for, mark]));
  for (const [name, mark] of shown) if (!open.includes(name)) mark.remove();
  for (const name of open) {
    const field = queue.fields.get(name);
    const answers = [field, ...queue.othersOf(name)];
    const drawn = JSON.stringify([answers.map(({ by, values }) => [by, values, nameOf(by)]), mayChoose(name)]);
    const old = shown.get(name);
    if (old?.dataset.drawn === drawn) continue;
    old?.remove();
    placeOf(form, name)?.append(markOf(name, answers, drawn));
  }
  // A column that is not open shows it at its head.
  const seats = new Set(open.map(seatOf));
  for (const slot of form.querySelectorAll("thead [data-name]")) {
    slot.classList.toggle("joint-two", seats.has(Number(slot.dataset.name)));
  }

  function markOf(name, answers, drawn) {
    const mark = document.getElementById("joint-choice").content.firstElementChild.cloneNode(true);
    Object.assign(mark.dataset, { for: name, drawn });
    mark.setAttribute("aria-label", say("twoAnswers", { field: calledIn(form, name, queue.ownSeat) }));
    mark.append(...answers.map((answer) => answerOf(name, answer)));
    return mark;
  }

  function answerOf(name, { by, values }) {
    const words = valuesInWords(form, name, values);
    const made = document.createElement(mayChoose(name) ? "button" : "span");
    made.className = "joint-answer";
    made.textContent = words;
    made.title = say(mayChoose(name) ? "keepAnswer" : "answerOf", { value: words, name: nameOf(by) });
    if (!mayChoose(name)) return made;
    made.type = "button";
    made.setAttribute("aria-label", made.title);
    made.addEventListener("click", () => choose(name, values));
    return made;
  }
}
