// Tiles with pictures: one panel for all seats, over the page. It is drawn when it is first opened, and writes what is
// chosen into the hidden fields of the seat it is open for.

import { nameOf, piecesOf } from "./drawing.js";
import { make, picture, setText } from "./elements.js";
import { holderOf, writeField } from "./fields.js";
import { chosenIn, outlineFor } from "./parts.js";
import { nameOfSeat } from "./seats.js";
import { sumOf } from "./tiles.js";
import { say, written } from "./words.js";

const OF_SEAT = /^seats\[(\d+)\]\./;

// Gives { show() }: draws again what has changed meanwhile.
export function startPicker(form, outline, changed) {
  const panels = new Map();
  foldServersPanels(form);

  form.addEventListener("click", async (event) => {
    const button = event.target.closest(".picker-open");
    if (!button || !holderOf(form, button.value)) return;
    event.preventDefault();
    const known = await outlineFor(form, outline, button);
    if (known === null) return;
    const key = button.value.split(".").at(-1);
    if (!panels.has(key)) panels.set(key, makePanel(form, known, known.seat.find((field) => field.key === key), changed));
    panels.get(key).open(button);
  });

  return {
    show() {
      for (const panel of panels.values()) panel.show();
    },
  };
}

// Drawn before the scripts were there.
function foldServersPanels(form) {
  for (const panel of form.querySelectorAll("dialog.picker")) {
    const path = panel.dataset.tiles;
    const chosen = chosenIn(form, path);
    panel.replaceWith(make("span", { "data-path": path, "data-holds": true }));
    writeField(form, path, chosen);
  }
}

function makePanel(form, outline, field, changed) {
  const { costs, gains } = outline.pictures[field.catalogue];
  const pieces = piecesOf(outline, field);
  const columns = Object.values(field.derives).filter((column) => column in gains);
  // In the order they were chosen, by path: whoever corrects a sheet finds the last ones on top.
  const orders = new Map();
  let path = "";
  let opener = null;

  const title = make("h2", { class: "drawer-title", id: "picker-title" });
  const search = make("input", { type: "text", inputmode: "numeric", autocomplete: "off", "aria-label": say("tileNumber"), enterkeyhint: "next", class: "picker-number" });
  const found = make("p", { class: "picker-found", role: "status" });
  const filters = make("div", { class: "picker-filters", role: "group", "aria-label": say("onlyTiles") });
  const grid = make("div", { class: "picker-tiles picker-goods", role: "group", "aria-labelledby": "picker-title" });
  const sum = make("p", { class: "picker-sum", role: "status" });
  const done = make("button", { class: "button button-primary", type: "button" }, say("done"));
  const panel = make(
    "dialog",
    { class: "drawer picker-panel", "aria-labelledby": "picker-title" },
    make("div", { class: "drawer-head" }, title, make("label", { class: "picker-search" }, say("number"), search)),
    found,
    filters,
    grid,
    make("div", { class: "drawer-foot" }, sum, done),
  );
  const tiles = new Map(pieces.map((piece) => [String(piece.key), drawTile(outline, field, piece, { costs, gains })]));
  for (const cost of ["", ...Object.keys(costs)]) {
    const content = cost ? good(outline, cost) : say("allTiles");
    filters.append(make("button", { type: "button", class: "picker-filter", "data-cost": cost, "aria-pressed": String(cost === ""), "aria-label": cost ? costs[cost] : null }, content));
  }
  document.body.append(panel);

  function open(button) {
    opener = button;
    path = button.value;
    const seat = OF_SEAT.exec(path)[1];
    setText(title, `${outline.label(`field.${field.key}`)} · ${nameOfSeat(form, seat)}`);
    const order = orderNow();
    const rest = pieces.map(({ key }) => String(key)).filter((key) => !order.includes(key));
    grid.replaceChildren(...[...order.reverse(), ...rest].map((key) => tiles.get(key)));
    search.value = "";
    setText(found, "");
    filterBy("");
    show();
    panel.showModal();
  }

  function orderNow() {
    const chosen = chosenIn(form, path);
    const before = (orders.get(path) ?? []).filter((key) => chosen.includes(key));
    return [...before, ...chosen.filter((key) => !before.includes(key))];
  }

  function show() {
    const chosen = new Set(chosenIn(form, path));
    const others = holdersOf(form, path);
    for (const [key, tile] of tiles) {
      const box = tile.querySelector("input");
      const holder = others.get(key);
      box.checked = chosen.has(key);
      box.disabled = holder !== undefined && !box.checked;
      tile.classList.toggle("taken", holder !== undefined);
      setText(tile.querySelector(".tile-holder"), holder === undefined ? "" : nameOfSeat(form, holder));
    }
    const own = pieces.filter(({ key }) => chosen.has(String(key)));
    sum.replaceChildren(
      make("strong", {}, say("chosenTiles", { number: written(own.length) })),
      ...columns.map((column) =>
        make(
          "span",
          { class: "picker-gain" },
          good(outline, column),
          make("span", { class: "visually-hidden" }, `${gains[column]}: `),
          written(sumOf(own, column)),
        ),
      ),
    );
  }

  function toggle(key, isOn) {
    const order = orderNow().filter((other) => other !== key);
    if (isOn) order.push(key);
    orders.set(path, order);
    writeField(form, path, pieces.map((piece) => String(piece.key)).filter((other) => order.includes(other)));
    show();
    changed();
  }

  function filterBy(cost) {
    for (const button of filters.children) button.setAttribute("aria-pressed", String(button.dataset.cost === cost));
    for (const piece of pieces) {
      const tile = tiles.get(String(piece.key));
      tile.hidden = cost !== "" && !piece[cost] && !tile.querySelector("input").checked;
    }
  }

  // 23, Enter, 9, Enter.
  function chooseByNumber() {
    const sought = search.value.trim();
    if (sought === "") return;
    const key = [...tiles.keys()].find((other) => nameOf(outline, field, other) === sought);
    const holder = holdersOf(form, path).get(key);
    search.value = "";
    if (key === undefined) setText(found, say("noSuchTile", { number: sought }));
    else if (holder !== undefined) setText(found, say("tileTaken", { number: sought, name: nameOfSeat(form, holder) }));
    else {
      const isOn = !orderNow().includes(key);
      toggle(key, isOn);
      setText(found, say(isOn ? "tileChosen" : "tileGivenBack", { number: sought }));
      tiles.get(key).hidden = false;
      tiles.get(key).scrollIntoView({ block: "nearest" });
    }
  }

  grid.addEventListener("change", ({ target }) => toggle(target.value, target.checked));
  filters.addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (button) filterBy(button.dataset.cost);
  });
  search.addEventListener("keydown", (event) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    chooseByNumber();
  });
  search.addEventListener("change", chooseByNumber);
  done.addEventListener("click", () => panel.close());
  panel.addEventListener("click", ({ target }) => {
    if (target === panel) panel.close();
  });
  panel.addEventListener("close", () => opener?.focus());
  return {
    open,
    show() {
      if (panel.open) show();
    },
  };
}

function drawTile(outline, field, piece, { costs, gains }) {
  const name = nameOf(outline, field, piece.key);
  const listed = (columns) => Object.keys(columns).filter((column) => piece[column]);
  const words = (columns) => listed(columns).map((column) => `${piece[column]} ${columns[column]}`).join(", ");
  const goods = (columns, side) =>
    make("span", { class: `tile-${side}` }, ...listed(columns).map((column) => make("span", {}, good(outline, column), written(piece[column]))));
  const given = listed(gains).at(-1);
  return make(
    "label",
    { class: "tile" },
    make("input", {
      type: "checkbox",
      value: piece.key,
      "aria-label": say("piece", { number: name, costs: words(costs), gains: words(gains) }),
    }),
    make("span", { class: "tile-top", "aria-hidden": "true" }, make("span", { class: "tile-number" }, name), make("span", { class: "tile-holder" })),
    make("span", { class: `tile-goods gives-${given ?? "nothing"}`, "aria-hidden": "true" }, goods(costs, "costs"), goods(gains, "gains")),
  );
}

// Drawn by its column's name in the site's icons, coloured by the style sheet of its game.
function good(outline, column) {
  return picture(`${outline.icons}#${column.replaceAll("_", "-")}`, `icon good good-${column}`);
}

// Which other seat has a tile, by its key.
function holdersOf(form, path) {
  const holders = new Map();
  const own = path.replace(OF_SEAT, "");
  for (const { dataset } of form.querySelectorAll("[data-holds]")) {
    if (dataset.path === path || dataset.path.replace(OF_SEAT, "") !== own) continue;
    for (const key of chosenIn(form, dataset.path)) holders.set(key, OF_SEAT.exec(dataset.path)[1]);
  }
  return holders;
}
