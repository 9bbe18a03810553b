// The drawer of a seat: name (also one that is offered), faction, colour, and who began. What another seat has is greyed with its name, and can be
// swapped. A faction, asked last, leads on to the next seat that has none. The selects of the plain form keep the values, and serve
// whoever goes through the sheet by keyboard.

import { nameOf } from "./drawing.js";
import { make, picture, setText, strip } from "./elements.js";
import { controlsOf, writeField } from "./fields.js";
import { offeredNames, rememberTyped } from "./names.js";
import { isOpen, nameOfSeat, pathOf, seatsOf, valueOf } from "./seats.js";
import { say } from "./words.js";

// As many as fit above the factions on a phone; the others are typed, or found in the list of the field.
const MOST_NAMES = 8;

// Gives { show() }: draws again what has changed. Games without factions have no drawer.
export function startDrawer(form, skeleton, outline, changed) {
  const doors = skeleton.dimension ? makeDoors(form, skeleton) : [];
  let drawer = null;

  form.addEventListener("click", async ({ target }) => {
    const door = target.closest("[data-open-seat], [data-open-order]");
    if (!door) return;
    const known = await outline.load().catch(() => null);
    if (known === null) return;
    drawer ??= makeDrawer(form, skeleton, known, changed);
    if (door.dataset.openSeat) drawer.open(Number(door.dataset.openSeat), door);
    else drawer.askOrder(door);
  });

  return {
    show() {
      if (!outline.now) return;
      for (const door of doors) showDoor(form, skeleton, outline.now, door);
      nameTaken(form, skeleton, outline.now);
      drawer?.show();
    },
  };
}

// A button over each select of a faction, and one at the name of the row that asks for the order of turns.
function makeDoors(form, skeleton) {
  const doors = [];
  for (const seat of seatsOf(form)) {
    const [select] = controlsOf(form, pathOf(seat, skeleton.dimension));
    if (!select) continue;
    const door = make("button", { type: "button", class: "seat-open", "data-open-seat": seat, hidden: true });
    select.after(door);
    doors.push({ seat, door, select });
  }
  const [position] = controlsOf(form, pathOf(0, skeleton.position));
  const heading = position?.closest("tr")?.querySelector("th");
  if (heading) {
    const name = make("span", { id: heading.id }, heading.textContent);
    heading.removeAttribute("id");
    heading.replaceChildren(name, make("button", { type: "button", class: "link-button", "data-open-order": true }, say("whoBegan")));
  }
  return doors;
}

function showDoor(form, skeleton, outline, { seat, door, select }) {
  const field = fieldOf(outline, skeleton.dimension);
  const chosen = valueOf(form, seat, field.key);
  const name = chosen ? nameOf(outline, field, chosen) : say("choose");
  door.hidden = false;
  door.disabled = select.disabled;
  select.tabIndex = -1;
  if (door.textContent === name && door.title === nameOfSeat(form, seat)) return;
  door.title = nameOfSeat(form, seat);
  const swatch = outline.swatches[chosen];
  door.replaceChildren(...(swatch ? [picture(swatch, "swatch")] : []), make("span", {}, name));
  door.setAttribute("aria-label", `${outline.label(`field.${field.key}`)}, ${nameOfSeat(form, seat)}: ${name}`);
}

// In the selects, too, what another seat has says whose it is.
function nameTaken(form, skeleton, outline) {
  for (const key of [skeleton.dimension, skeleton.position].filter(Boolean)) {
    const field = fieldOf(outline, key);
    const holders = holdersOf(form, key);
    for (const seat of seatsOf(form)) {
      for (const option of controlsOf(form, pathOf(seat, key))[0]?.options ?? []) {
        if (option.value === "") continue;
        const holder = holders.get(option.value);
        const whose = holder === undefined || holder === seat ? "" : ` · ${nameOfSeat(form, holder)}`;
        setText(option, nameOf(outline, field, option.value) + whose);
      }
    }
  }
}

function makeDrawer(form, skeleton, outline, changed) {
  const faction = fieldOf(outline, skeleton.dimension);
  const position = skeleton.position && fieldOf(outline, skeleton.position);
  // Such as the colour of the pieces: known by its name, and nobody else's.
  const others = outline.seat.filter(
    ({ key, kind, unique, catalogue, choices }) =>
      kind === "choice" && unique && !catalogue && key !== faction.key && typeof choices[0] === "string",
  );
  let seat = 0;
  let opener = null;
  let wanted = null;
  let asksOrderAlone = false;

  const which = make("p", { class: "drawer-eyebrow" });
  const title = make("h2", { class: "drawer-title", id: "drawer-title" });
  const name = make("input", { type: "text", autocomplete: "off", autocapitalize: "words", maxlength: 80, "aria-label": say("playerName") });
  const next = make("button", { type: "button", class: "button button-secondary" });
  const question = make("p", { class: "drawer-question", role: "status" });
  const swap = make("button", { type: "button", class: "button button-primary" }, say("swap"));
  const keep = make("button", { type: "button", class: "button button-secondary" }, say("cancel"));
  const asked = make("div", { class: "drawer-swap", hidden: true }, question, swap, keep);
  const names = make("fieldset", { class: "drawer-chips drawer-names", hidden: true });
  const body = make("div");
  const order = make("fieldset", { class: "drawer-order", hidden: !position || seatsOf(form).length < 2 });
  const done = make("button", { type: "button", class: "button button-primary" }, say("done"));
  const drawer = make(
    "dialog",
    { class: "drawer", "aria-labelledby": "drawer-title" },
    make("div", { class: "drawer-head" }, make("div", {}, which, title, name), next),
    asked,
    make("div", { class: "drawer-body" }, names, body, order),
    make("div", { class: "drawer-foot" }, done),
  );
  if (name && controlsOf(form, pathOf(0, "player"))[0]?.list) name.setAttribute("list", "known-names");
  document.body.append(drawer);

  const seats = () => seatsOf(form);
  const choosing = () => seats().filter((other) => isOpen(form, other, faction.key));
  const withoutFaction = () => choosing().filter((other) => !valueOf(form, other, faction.key));
  const firstFaction = () => body.querySelector(".drawer-factions button:not(:disabled)");
  const after = (list) => list.find((other) => other > seat) ?? list[0];

  function open(chosenSeat, door) {
    seat = chosenSeat;
    asksOrderAlone = false;
    begin(door);
  }

  function askOrder(door) {
    asksOrderAlone = true;
    begin(door);
  }

  function begin(door) {
    opener = door;
    wanted = null;
    show();
    if (!drawer.open) drawer.showModal();
    if (asksOrderAlone) order.querySelector("button:not(:disabled)")?.focus();
    else firstFaction()?.focus();
  }

  function show() {
    if (asksOrderAlone) {
      setText(which, "");
      setText(title, say("whoBegan"));
    } else {
      setText(which, say("seatOf", { number: seat + 1, seats: seats().length }));
      setText(title, nameOfSeat(form, seat));
    }
    const [typed] = controlsOf(form, pathOf(seat, "player"));
    name.hidden = asksOrderAlone || typed?.type === "hidden";
    title.classList.toggle("visually-hidden", !name.hidden);
    name.disabled = typed?.disabled || typed?.readOnly;
    name.placeholder = typed?.placeholder ?? "";
    if (document.activeElement !== name) name.value = typed?.value ?? "";
    showNames();
    const following = after(choosing().filter((other) => other !== seat));
    next.hidden = asksOrderAlone || following === undefined;
    if (following !== undefined) setText(next, `${nameOfSeat(form, following)} ›`);
    asked.hidden = wanted === null;
    body.hidden = asksOrderAlone;
    if (!asksOrderAlone) draw(body, [...others, faction].filter(({ key }) => canChoose(key)).map(drawChoices));
    const legend = make("legend", asksOrderAlone ? { class: "visually-hidden" } : {}, say("whoBegan"));
    draw(order, [legend, ...seats().map(drawTurn)]);
  }

  // For a seat that has no name yet.
  function showNames() {
    const offered = name.hidden || name.disabled || name.value ? [] : offeredNames(form).slice(0, MOST_NAMES);
    names.hidden = offered.length === 0;
    draw(names, [make("legend", { class: "visually-hidden" }, say("playerName")), ...offered.map(drawName)]);
  }

  function drawName(offered) {
    const button = make("button", { type: "button", class: "drawer-choice", "data-key": `name ${offered}` }, offered);
    button.addEventListener("click", () => {
      writeField(form, pathOf(seat, "player"), [offered]);
      changed();
      firstFaction()?.focus();
    });
    return button;
  }

  const canChoose = (key) => isOpen(form, seat, key) || controlsOf(form, pathOf(seat, key)).length === 0;

  // Whoever goes through it by keyboard stays where they were.
  function draw(part, content) {
    const key = part.contains(document.activeElement) ? document.activeElement.dataset.key : null;
    part.replaceChildren(...content);
    if (key) part.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus();
  }

  function drawChoices(field) {
    const holders = holdersOf(form, field.key);
    const own = valueOf(form, seat, field.key);
    const isFaction = field === faction;
    const choices = field.choices.map((choice) => {
      const holder = holders.get(String(choice));
      const isOthers = holder !== undefined && holder !== seat;
      const swatch = isFaction ? outline.swatches[choice] : null;
      const button = make(
        "button",
        {
          type: "button",
          class: `drawer-choice${isOthers ? " taken" : ""}`,
          "aria-pressed": String(String(choice) === own),
          "data-key": `${field.key} ${choice}`,
        },
        swatch ? strip(swatch, "drawer-swatch") : isFaction ? null : make("span", { class: `dot dot-${choice}`, "aria-hidden": "true" }),
        make("span", {}, nameOf(outline, field, choice)),
        isOthers ? make("small", {}, nameOfSeat(form, holder)) : null,
      );
      button.addEventListener("click", () => choose(field, String(choice), isOthers ? holder : null));
      return button;
    });
    const legend = make("legend", isFaction ? { class: "visually-hidden" } : {}, outline.label(`field.${field.key}`));
    return make("fieldset", { class: isFaction ? "drawer-factions" : "drawer-chips" }, legend, ...choices);
  }

  function drawTurn(other) {
    const turn = valueOf(form, other, position?.key);
    const attributes = { type: "button", class: "drawer-choice", "aria-pressed": String(turn === "1"), "data-key": `turn ${other}` };
    const button = make("button", attributes, make("span", {}, nameOfSeat(form, other)), turn ? make("small", {}, turn) : null);
    button.disabled = !isOpen(form, other, position?.key);
    button.addEventListener("click", () => begun(other));
    return button;
  }

  function choose(field, choice, holder) {
    if (holder !== null) {
      wanted = { field, choice, holder };
      setText(question, say("swapWith", { name: nameOfSeat(form, holder) }));
      show();
      swap.focus();
      return;
    }
    wanted = null;
    const isTakenBack = valueOf(form, seat, field.key) === choice;
    writeField(form, pathOf(seat, field.key), isTakenBack ? [] : [choice]);
    if (field === faction && !isTakenBack) leadOn();
    changed();
  }

  function leadOn() {
    const left = withoutFaction();
    if (left.length > 0) {
      seat = after(left);
    } else if (!order.hidden && seats().every((other) => !valueOf(form, other, position.key))) {
      asksOrderAlone = true;
      show();
      order.querySelector("button:not(:disabled)")?.focus();
    } else {
      drawer.close();
    }
  }

  // The others follow in the order of the seats; single ones are changed in the sheet.
  function begun(first) {
    const all = seats();
    all.forEach((_, turn) => {
      const other = all[(first + turn) % all.length];
      if (isOpen(form, other, position.key)) writeField(form, pathOf(other, position.key), [String(turn + 1)]);
    });
    if (asksOrderAlone) drawer.close();
    changed();
  }

  name.addEventListener("input", () => {
    writeField(form, pathOf(seat, "player"), [name.value]);
    changed();
  });
  name.addEventListener("change", () => rememberTyped(name.value));
  name.addEventListener("keydown", (event) => {
    if (event.key === "Enter") firstFaction()?.focus();
  });
  next.addEventListener("click", () => {
    seat = after(choosing().filter((other) => other !== seat));
    wanted = null;
    show();
  });
  swap.addEventListener("click", () => {
    const { field, choice, holder } = wanted;
    const own = valueOf(form, seat, field.key);
    writeField(form, pathOf(holder, field.key), own ? [own] : []);
    writeField(form, pathOf(seat, field.key), [choice]);
    wanted = null;
    changed();
    body.querySelector('[aria-pressed="true"]')?.focus();
  });
  keep.addEventListener("click", () => {
    const { field, choice } = wanted;
    wanted = null;
    show();
    body.querySelector(`[data-key="${field.key} ${choice}"]`)?.focus();
  });
  done.addEventListener("click", () => drawer.close());
  drawer.addEventListener("click", ({ target }) => {
    if (target === drawer) drawer.close();
  });
  drawer.addEventListener("close", () => opener?.focus());

  return {
    open,
    askOrder,
    show() {
      if (drawer.open) show();
    },
  };
}

function fieldOf(outline, key) {
  return outline.seat.find((field) => field.key === key);
}

// Which seat has a choice.
function holdersOf(form, key) {
  const held = seatsOf(form).map((seat) => [valueOf(form, seat, key), seat]);
  return new Map(held.filter(([choice]) => choice !== ""));
}
