// Places among the seats, such as who was first to a milestone: one row for each, in which people are tapped in order.
// A gap, or one place for two, cannot come about. The values stay in the selects of the plain form, which come back
// where something is wrong with them.

import { make, setText } from "./elements.js";
import { valuesOf, writeField } from "./fields.js";
import { isOpen, nameOfSeat, pathOf, seatsOf, valueOf } from "./seats.js";
import { say, written } from "./words.js";

// Gives { show(places) }: draws the rows anew; places are the VP of each place by field, as the rules gave them.
export function startPlaces(form, outline, changed) {
  const rows = [...form.querySelectorAll("[data-places]")].map((row) => makeRow(form, outline, row, changed));
  let latest = {};
  return {
    show(places = latest) {
      latest = places;
      if (outline.now) nameRows(form, outline.now);
      for (const row of rows) row.show(places);
    },
  };
}

// A row about a piece of the set-up has its name, once the set-up has the piece.
function nameRows(form, known) {
  for (const row of form.querySelectorAll("[data-about]")) {
    const [key, tiles, place] = row.dataset.about.split(" ");
    const piece = valuesOf(form, `setup.${tiles}`)[place];
    const own = known.label(`field.${key}`);
    const name = piece && known.label(`choice.${tiles}.${piece}`);
    setText(row.querySelector("th"), !name ? own : row.dataset.places ? name : `${own} · ${name}`);
  }
}

function makeRow(form, outline, row, changed) {
  const key = row.dataset.places;
  const cells = [...row.querySelectorAll("td[data-seat]")];
  const list = make("ol", { class: "places-list" });
  const people = make("div", { class: "places-people", role: "group", "aria-labelledby": row.querySelector("th").id });
  const drawn = make("td", { class: "places", role: "cell", colspan: cells.length, hidden: true }, list, people);
  let isClosed = false;
  let shown = "";
  row.append(drawn);

  const nth = (place) => outline.now.label(`nth.${place}`);

  // The seats in the order of their places; null where a place is free before one that is taken, or taken twice.
  function order(rivals) {
    const placed = rivals.filter((seat) => Number(valueOf(form, seat, key)) > 0);
    const sorted = placed.sort((a, b) => valueOf(form, a, key) - valueOf(form, b, key));
    return sorted.every((seat, index) => valueOf(form, seat, key) === String(index + 1)) ? sorted : null;
  }

  function write(rivals, placed) {
    for (const seat of rivals) {
      const place = placed.indexOf(seat) + 1;
      if (isOpen(form, seat, key)) writeField(form, pathOf(seat, key), place > 0 ? [String(place)] : []);
    }
    changed();
  }

  function drawPlace(seat, place, vp, takeBack) {
    const worth = vp > 0 ? say("points", { number: written(vp) }) : say("noPoints");
    const told = `${nth(place + 1)} · ${worth}`;
    const content = [make("strong", {}, seat === undefined ? "–" : nameOfSeat(form, seat)), make("span", {}, told)];
    if (seat === undefined) return make("li", { class: "place" }, ...content);
    const attributes = { type: "button", class: "place place-filled", "aria-label": say("takeBack", { place: told, name: nameOfSeat(form, seat) }) };
    const button = make("button", attributes, ...content);
    button.disabled = !isOpen(form, seat, key);
    button.addEventListener("click", takeBack);
    return make("li", {}, button);
  }

  function drawPeople(rivals, placed) {
    const left = rivals.filter((seat) => !placed.includes(seat));
    if (left.length === 0) return [];
    if (isClosed) return [chip(say("somebodyElse"), "", () => close(false))];
    const chips = left.map((seat) => {
      const label = say("wasNext", { name: nameOfSeat(form, seat), place: nth(placed.length + 1) });
      const made = chip(nameOfSeat(form, seat), label, () => write(rivals, [...placed, seat]));
      made.disabled = !isOpen(form, seat, key);
      return made;
    });
    return [...chips, chip(say(placed.length > 0 ? "nobodyElse" : "nobody"), "", () => close(true))];
  }

  function chip(text, label, run) {
    const button = make("button", { type: "button", class: "chip", "aria-label": label || null }, text);
    button.addEventListener("click", run);
    return button;
  }

  function close(closed) {
    isClosed = closed;
    changed();
  }

  return {
    show(places) {
      const tiers = places[key];
      const rivals = seatsOf(form).filter((seat) => !row.querySelector(`td[data-seat="${seat}"] .cell-field`)?.hidden);
      const placed = order(rivals);
      const isPlain = !outline.now || !tiers || placed === null || row.querySelector(".field-wrong") !== null;
      drawn.hidden = isPlain;
      for (const cell of cells) cell.hidden = !isPlain;
      row.classList.toggle("places-row", !isPlain);
      if (isPlain) return;
      const told = JSON.stringify([tiers, placed, isClosed, rivals.map((seat) => [nameOfSeat(form, seat), isOpen(form, seat, key)])]);
      if (told === shown) return;
      shown = told;
      const hadFocus = drawn.contains(document.activeElement);
      list.replaceChildren(
        ...tiers.map((vp, place) =>
          drawPlace(placed[place], place, vp, () => {
            isClosed = false;
            write(rivals, placed.filter((_, index) => index !== place));
          }),
        ),
      );
      people.replaceChildren(...drawPeople(rivals, placed));
      if (hadFocus) (people.querySelector("button") ?? [...list.querySelectorAll("button")].at(-1))?.focus();
    },
  };
}
