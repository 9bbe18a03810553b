// The parts of a sheet that are drawn when they are first opened: the set-up, and lists of tiles. Their values are held
// in hidden fields until then. Where the outline of the game cannot be had, the server draws them: the button that asks
// it for that is the one of the plain form.

import { drawBoxes, drawField } from "./drawing.js";
import { make } from "./elements.js";
import { holderOf, holdWith, valuesOf } from "./fields.js";
import { NoConnectionError } from "./session.js";
import { say, tell } from "./words.js";

const SEAT_FIELD = /^seats\[(\d+)\]\.(\w+)$/;

// Gives { drawFor(paths) }: draws the set-up if one of the paths stands in it.
export function startParts(form, skeleton, outline, drawn) {
  const setup = form.querySelector('[data-part="setup"]');
  const isDrawn = () => setup === null || setup.querySelector('[name="_drawn"]') !== null;
  const ofTable = new Set(skeleton.setup.map(({ key }) => `setup.${key}`));
  const ofSeat = new Set(skeleton.seat.filter(({ rounds }) => !rounds).map(({ key }) => key));

  function isSetUp(path) {
    const [, seat, key] = SEAT_FIELD.exec(path) ?? [];
    if (ofTable.has(path)) return true;
    return ofSeat.has(key) && form.elements[`seats[${seat}].kind`] !== undefined && !isOnPage(path);
  }

  const isOnPage = (path) => form.querySelector(`[data-path="${path}"]:not([data-holds])`) !== null;

  holdWith(form, (path) => {
    if (isDrawn() || !isSetUp(path)) return null;
    const holder = make("span", { "data-path": path, "data-holds": true });
    setup.append(holder);
    return holder;
  });

  function drawSetup(known) {
    const tableFields = known.setup.map((field) => drawHeld(known, field, `setup.${field.key}`));
    const asides = [];
    for (const tab of form.querySelectorAll('[name="_seat"]:not([value="all"])')) {
      const fields = known.seat.filter((field) => field.rounds.length === 0);
      const own = fields.filter((field) => field.kind === "choice" && isSetUp(`seats[${tab.value}].${field.key}`));
      const name = form.querySelector(`#seat-name-${tab.value}`).textContent;
      if (own.length === 0) continue;
      asides.push(
        make(
          "fieldset",
          {},
          make("legend", { "data-name": tab.value }, name),
          ...own.map((field) => drawHeld(known, field, `seats[${tab.value}].${field.key}`, tab.value)),
        ),
      );
    }
    for (const held of setup.querySelectorAll("[data-holds], p:has([name=_draw])")) held.remove();
    setup.append(
      make("input", { type: "hidden", name: "_drawn", value: "setup" }),
      make("div", { class: "sheet-fields" }, ...tableFields),
      ...(asides.length > 0 ? [make("div", { class: "sheet-asides" }, ...asides)] : []),
    );
  }

  function drawHeld(known, field, path, seat) {
    return drawField(known, { field, path, seat, values: valuesOf(form, path) });
  }

  function drawList(known, list) {
    const holder = list.querySelector("[data-holds]");
    const { path } = holder.dataset;
    const field = known.seat.find(({ key }) => key === path.split(".").at(-1));
    list.querySelector(".tiles-list").replaceChildren(...drawBoxes(known, field, path, valuesOf(form, path)));
  }

  async function open(draw, button) {
    const known = await outlineFor(form, outline, button);
    if (known === null) return;
    draw(known);
    drawn();
  }

  form.addEventListener(
    "toggle",
    ({ target: part }) => {
      const button = part.open && part.querySelector('[name="_draw"]');
      if (!button) return;
      if (part === setup) open((known) => isDrawn() || drawSetup(known), button);
      else if (part.matches(".tiles")) open((known) => drawList(known, part), button);
    },
    // Of <details> it does not bubble.
    { capture: true },
  );
  // Drawn as soon as it is opened.
  for (const button of form.querySelectorAll('details [name="_draw"]')) button.hidden = true;

  return {
    drawFor(paths) {
      if (isDrawn() || outline.now === null || !paths.some(isSetUp)) return;
      drawSetup(outline.now);
    },
  };
}

// The outline; null where it cannot be had: then the server draws what the button asks for, if there is a server.
export async function outlineFor(form, outline, button) {
  try {
    return await outline.load();
  } catch (error) {
    if (error instanceof NoConnectionError) tell("outline", say("notDrawn"), { tone: "warning" });
    else form.requestSubmit(button);
    return null;
  }
}

// What stands in a list of tiles, whether it is drawn or not.
export function chosenIn(form, path) {
  const holder = holderOf(form, path);
  if (holder) return [...holder.querySelectorAll("input")].map(({ value }) => value);
  return [...form.querySelectorAll(`input[name="${CSS.escape(path)}"]:checked`)].map(({ value }) => value);
}
