// A score sheet in the browser: scores while people type, keeps what they type, sends it when it is finished. The page
// works as a plain form without any of it. What this relies on is written down in games/sheets/__init__.py.

import { showWhatApplies } from "./applies.js";
import { startKeyboard } from "./keyboard.js";
import { Keeper } from "./keeping.js";
import { clearArrived, startOffline } from "./offline.js";
import { startPreview } from "./preview.js";
import { showStatus, startResult, statusOf } from "./result.js";
import { startRules } from "./rules.js";
import { startSending } from "./sending.js";
import { startServerDrafts } from "./server_drafts.js";
import { askSession, NoConnectionError } from "./session.js";
import { startTabs } from "./tabs.js";
import { showDerived, showTiles } from "./tiles.js";
import { readSheet } from "./values.js";
import { say, tellOfGame } from "./words.js";

const form = document.getElementById("sheet");
const description = JSON.parse(document.getElementById("sheet-description").textContent);
const result = startResult(form);

const rules = startRules(JSON.parse(document.getElementById("sheet-rules").textContent)[form.dataset.system]);
// The paths that are still blank, over all rounds.
let unfilled = [];
// Until then the score stays as the server wrote it.
let hasChanged = false;

const look = () => readSheet(description, new FormData(form));

const showNextRound = startTabs(form, description, () => unfilled);

const preview = startPreview(rules, form.dataset.previewUrl, {
  show(score) {
    unfilled = score.unfilled;
    showWhatApplies(form, score.idle);
    showNextRound();
    if (!hasChanged) return;
    form.classList.remove("sheet-stale");
    result.show(score);
    showStatus(form, statusOf(score));
    form.elements.shown_totals.value = score.complete ? score.seats.map(({ total }) => total).join(" ") : "";
  },
  lost() {
    if (!hasChanged) return;
    form.classList.add("sheet-stale");
    showStatus(form, say("stale"));
  },
});

function refresh() {
  hasChanged = true;
  showSheet();
}

function showSheet() {
  const request = look();
  showTiles(form, description);
  showDerived(form, description, request.sheet);
  showNames(request.names);
  preview.ask(request);
}

function showNames(names) {
  for (const slot of form.querySelectorAll("[data-name]")) {
    const typed = form.querySelector(`[name="seats[${slot.dataset.name}].player"]`);
    const unnamed = typed.placeholder || form.querySelector(`#seat-name-${slot.dataset.name}`).textContent;
    slot.textContent = names[slot.dataset.name] || unnamed;
  }
}

const keeper = new Keeper(form, refresh);

function changed() {
  refresh();
  keeper.changed();
}

form.addEventListener("input", (event) => {
  // Tabs and filters are for the eye alone.
  if (!event.target.name?.startsWith("_")) changed();
});

startKeyboard(form, changed);
const sending = startSending(form, keeper, {
  request: look,
  scoreNow: () => preview.askNow(look()),
  refuse: (page) => result.refuse(page),
});
const lookForGame = startServerDrafts(form, keeper, sending);
form.querySelector("[data-update]").hidden = true;
showSheet();
await clearArrived(({ game }) => tellOfGame(game));
await keeper.open();
if (keeper.isTouched) refresh();
await sending.resume();
lookForGame();
startOffline();
try {
  keeper.account = (await askSession()).account;
} catch (error) {
  // Asked again when the sheet is sent.
  if (!(error instanceof NoConnectionError)) throw error;
}
