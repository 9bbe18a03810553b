// How points came about: at every number, by a tap or by "?" in its cell, and all of them in a list below the sheet.

import { say } from "./words.js";

// Gives back what takes the newest score.
export function startExplanations(form) {
  const popover = document.getElementById("sheet-why");
  const list = form.querySelector("[data-explanations]");
  let seats = null;

  function explain(figure) {
    if (!figure?.dataset.why) return;
    form.querySelector(".vp.is-explained")?.classList.remove("is-explained");
    figure.classList.add("is-explained");
    popover.querySelector("strong").textContent = figure.dataset.line;
    const sentence = popover.querySelector("span");
    sentence.dataset.sentence = figure.dataset.vp;
    sentence.textContent = figure.dataset.why;
    popover.showPopover();
  }

  form.addEventListener("click", (event) => explain(event.target.closest(".vp")));
  form.addEventListener("keydown", (event) => {
    if (event.key !== "?" || !event.target.matches("td input[inputmode]")) return;
    event.preventDefault();
    explain(event.target.closest("td").querySelector(".vp"));
  });

  // Hundreds of sentences: written when somebody looks.
  function showList() {
    if (!seats || !list.open) return;
    const told = seats.map((seat) => seat.lines.filter(({ sentence }) => sentence));
    const columns = told.flatMap((lines, index) => (lines.length > 0 ? columnOf(index, lines) : []));
    list.lastElementChild.replaceChildren(...(columns.length > 0 ? columns : [element("p", say("nothingCounts"))]));
  }
  list.addEventListener("toggle", showList);

  return (newest) => {
    seats = newest;
    showList();
  };
}

function columnOf(index, lines) {
  const items = element("ul", "");
  items.append(...lines.map(lineOf));
  return [element("h3", document.getElementById(`seat-name-${index}`).textContent), items];
}

function lineOf({ path, label, sentence }) {
  const item = element("li", "");
  const told = element("span", sentence);
  told.dataset.sentence = path;
  item.append(element("strong", label), " ", told);
  return item;
}

function element(name, text) {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}
