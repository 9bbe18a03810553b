// The form of a sheet, whoever keeps it: scores while people type, shows what applies, tells listeners of every change.

import { showWhatApplies } from "./applies.js";
import { startBlanks } from "./blanks.js";
import { nameCells } from "./cells.js";
import { startDrawer } from "./drawer.js";
import { showHints } from "./hints.js";
import { startKeyboard } from "./keyboard.js";
import { startKeypad } from "./keypad.js";
import { startOrder } from "./order.js";
import { startOutline } from "./outline.js";
import { startParts } from "./parts.js";
import { startPicker } from "./picker.js";
import { startPlaces } from "./places.js";
import { startPreview } from "./preview.js";
import { mistakenPaths } from "./refusal.js";
import { showStatus, startResult, statusOf } from "./result.js";
import { startRules } from "./rules.js";
import { startTabs } from "./tabs.js";
import { showDerived, showTiles } from "./tiles.js";
import { readSheet } from "./values.js";
import { say } from "./words.js";

// Gives what the keepers of a sheet build on:
//   look()        what the rules are asked: { sheet, names }
//   show()        draws what follows from the form as it stands; the score stays as the server wrote it
//   refresh()     the same after a change that nobody has to be told of (it came from the server, or from a draft)
//   changed()     the same after a change by whoever sits here: listeners are told
//   onChange(f)   calls f after each of those
//   scoreNow()    asks the rules at once; null when there is no answer
//   refuse(page)  shows what is wrong by the page the server answered with
export function startSheet(form) {
  nameCells(form);
  const description = JSON.parse(document.getElementById("sheet-description").textContent);
  const addresses = JSON.parse(document.getElementById("sheet-rules").textContent)[form.dataset.system];
  const rules = startRules(addresses);
  const outline = startOutline(addresses.words);
  const result = startResult(form);
  const listeners = [];
  // The paths that are still blank, over all rounds.
  let unfilled = [];
  // Until then the score stays as the server wrote it.
  let hasChanged = false;

  const look = () => readSheet(description, new FormData(form));
  const showNextRound = startTabs(form, description, () => unfilled);

  const preview = startPreview(rules, form.dataset.previewUrl, {
    show(score) {
      unfilled = score.unfilled;
      parts.drawFor(score.violations.map(({ path }) => path));
      showWhatApplies(form, score.idle);
      showNextRound();
      showBlanks();
      if (!hasChanged) {
        places.show(score.places);
        return;
      }
      form.classList.remove("sheet-stale");
      result.show(score);
      places.show(score.places);
      showStatus(form, statusOf(score));
      form.elements.shown_totals.value = score.complete ? score.seats.map(({ total }) => total).join(" ") : "";
      showKeypad();
    },
    lost() {
      if (!hasChanged) return;
      form.classList.add("sheet-stale");
      showStatus(form, say("stale"));
    },
  });

  function show() {
    const request = look();
    showTiles(form, description, outline.now);
    showDerived(form, description, outline.now, request.sheet);
    showNames(form, request.names);
    showHints(form, description, outline.now);
    drawer.show();
    picker.show();
    places.show();
    showRibbons(form, request.sheet.seats.map((seat) => seat[description.dimension]));
    preview.ask(request);
  }

  function refresh() {
    hasChanged = true;
    show();
  }

  function changed() {
    refresh();
    for (const listener of listeners) listener();
  }

  form.addEventListener("input", (event) => {
    // Tabs and filters are for the eye alone.
    if (!event.target.name?.startsWith("_")) changed();
  });
  const order = startOrder(form);
  const showBlanks = startBlanks(form, order, changed);
  const showKeypad = startKeypad(form, order, startKeyboard(form, order, changed));
  form.addEventListener("change", (event) => {
    // Another round has other blanks.
    if (event.target.name === "_round") showBlanks();
  });
  const parts = startParts(form, description, outline, show);
  const drawer = startDrawer(form, description, outline, changed);
  const picker = startPicker(form, outline, changed);
  const places = startPlaces(form, outline, changed);
  // Asked for again when something is opened.
  outline.load().then(show, () => {});
  form.querySelector("[data-update]").hidden = true;

  return {
    description,
    look,
    show,
    refresh,
    changed,
    onChange: (listener) => listeners.push(listener),
    scoreNow: () => preview.askNow(look()),
    refuse(page) {
      parts.drawFor(mistakenPaths(page));
      return result.refuse(page);
    },
  };
}

function showNames(form, names) {
  for (const slot of form.querySelectorAll("[data-name]")) {
    const typed = form.querySelector(`[name="seats[${slot.dataset.name}].player"]`);
    const unnamed = typed.placeholder || form.querySelector(`#seat-name-${slot.dataset.name}`).textContent;
    slot.textContent = names[slot.dataset.name] || unnamed;
  }
}

// The pattern each faction is known by, above the name of its player.
function showRibbons(form, factions) {
  for (const ribbon of form.querySelectorAll("[data-ribbon]")) {
    const faction = factions[ribbon.dataset.ribbon];
    if (faction) ribbon.setAttribute("href", `${form.dataset.swatches}#${faction}`);
    else ribbon.removeAttribute("href");
  }
}
