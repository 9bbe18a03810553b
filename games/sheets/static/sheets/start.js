// Where a score begins: the unfinished sheets of this browser, and those that wait to be sent.

import { addressOf, allDrafts, removeDraft, saveDraft } from "./drafts.js";
import { addressOfWaiting, clearArrived, startOffline } from "./offline.js";
import { forgetName, rememberName, typedNames } from "./names.js";
import { hearNews, inOutbox } from "./outbox.js";
import { say, tell, tellOfGame, timeOf } from "./words.js";

const place = document.querySelector("[data-drafts-here]");
const list = document.getElementById("sheet-drafts");

async function show() {
  const sending = new Map((await inOutbox().catch(() => [])).map((entry) => [entry.key, entry]));
  const drafts = allDrafts().filter((draft) => !sending.has(draft.key));
  const waiting = await Promise.all([...sending.values()].map(async (entry) => {
    const address = (await addressOfWaiting(entry.key)) || entry.draft;
    return itemOf({ ...entry, savedAt: entry.finishedAt }, address);
  }));
  const items = [
    ...waiting,
    ...drafts.map((draft) => itemOf(draft, addressOf(draft))),
  ];
  if (items.length === 0) {
    place.replaceChildren();
    return;
  }
  const section = list.content.firstElementChild.cloneNode(true);
  section.querySelector("ul").append(...items);
  place.replaceChildren(section);
}

function itemOf(sheet, address) {
  const item = document.getElementById("sheet-draft").content.firstElementChild.cloneNode(true);
  const link = item.querySelector("a");
  link.href = address;
  link.textContent = document.getElementById(`start-${sheet.system}`)?.textContent ?? sheet.system;
  const title = item.querySelector("[data-title-of-sheet]");
  title.hidden = !sheet.title;
  title.querySelector("span").textContent = sheet.title ?? "";
  item.querySelector("[data-names]").textContent = sheet.names.filter(Boolean).join(", ");
  item.querySelector("[data-time]").textContent = timeOf(sheet.savedAt);
  const state = item.querySelector("[data-state]");
  state.textContent = sheet.state ? say(`state${sheet.state[0].toUpperCase()}${sheet.state.slice(1)}`) : "";
  state.hidden = !sheet.state;
  const remove = item.querySelector("[data-remove]");
  // What is on its way is taken back on its own page.
  remove.hidden = Boolean(sheet.state);
  remove.addEventListener("click", () => throwAway(sheet));
  return item;
}

function throwAway(draft) {
  removeDraft(draft.key);
  show();
  const bringBack = () => {
    saveDraft(draft);
    show();
  };
  tell("removed", say("removed"), { actions: [{ label: say("undo"), run: bringBack }] });
}

function showNames() {
  const store = document.getElementById("sheet-names");
  const names = typedNames();
  document.querySelector("[data-names-here]").replaceChildren();
  if (names.length === 0) return;
  const section = store.content.firstElementChild.cloneNode(true);
  const pattern = section.querySelector("li");
  const items = names.map((name) => {
    const item = pattern.cloneNode(true);
    item.querySelector("[data-name-here]").textContent = name;
    const button = item.querySelector("button");
    button.setAttribute("aria-label", say("forgetName", { name }));
    button.addEventListener("click", () => removeName(name));
    return item;
  });
  pattern.replaceWith(...items);
  document.querySelector("[data-names-here]").append(section);
}

function removeName(name) {
  const isOpen = document.querySelector("[data-names-here] details").open;
  forgetName(name);
  showNames();
  const again = document.querySelector("[data-names-here] details");
  if (again) again.open = isOpen;
  const bringBack = () => {
    rememberName(name);
    showNames();
  };
  tell("removed", say("removed"), { actions: [{ label: say("undo"), run: bringBack }] });
}

async function look() {
  await clearArrived(({ game }) => tellOfGame(game));
  await show();
  showNames();
}

hearNews(look);
addEventListener("pageshow", look);
startOffline();
