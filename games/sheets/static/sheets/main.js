// A score sheet in the browser: scores while people type, keeps what they type, sends it when it is finished. The page
// works as a plain form without any of it. What this relies on is written down in games/web/sheet/__init__.py.

import { showWhatApplies } from "./applies.js";
import { startKeyboard } from "./keyboard.js";
import { Keeper } from "./keeping.js";
import { missingPaths } from "./missing.js";
import { clearArrived, startOffline } from "./offline.js";
import { startPreview } from "./preview.js";
import { showStatus, startResult, statusOf } from "./result.js";
import { startSending } from "./sending.js";
import { startServerDrafts } from "./server_drafts.js";
import { askSession } from "./session.js";
import { startTabs } from "./tabs.js";
import { showDerived, showTiles } from "./tiles.js";
import { applicable, readValues } from "./values.js";
import { say, tellOfGame } from "./words.js";

const form = document.getElementById("sheet");
const description = JSON.parse(document.getElementById("sheet-description").textContent);
const result = startResult(form);

const look = () => {
  const values = readValues(description, new FormData(form));
  return { values, ...applicable(description, values) };
};

const showNextRound = startTabs(form, description, () => missingPaths(description, look()));

const preview = startPreview(form.dataset.previewUrl, {
  show(score) {
    form.classList.remove("sheet-stale");
    result.show(score);
    showStatus(form, statusOf(score));
  },
  lost() {
    form.classList.add("sheet-stale");
    showStatus(form, say("stale"));
  },
});

function refresh() {
  const { values, sheet, factsAt } = look();
  showWhatApplies(form, factsAt);
  showTiles(form, description);
  showDerived(form, description, sheet);
  showNames(values.names);
  showNextRound();
  preview.ask({ sheet, names: values.names });
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
  missing: () => missingPaths(description, look()),
  scoreNow() {
    const { values, sheet } = look();
    return preview.askNow({ sheet, names: values.names });
  },
  refuse: (page) => result.refuse(page),
});
const lookForGame = startServerDrafts(form, keeper, sending);
form.querySelector("[data-update]").hidden = true;
showTiles(form, description);
showNames(look().values.names);
showNextRound();
await clearArrived(({ game }) => tellOfGame(game));
await keeper.open();
if (keeper.isTouched) refresh();
await sending.resume();
lookForGame();
startOffline();
try {
  keeper.account = (await askSession()).account;
} catch {
  showStatus(form, say("offline"));
}
