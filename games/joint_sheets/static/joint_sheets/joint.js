// A sheet that the whole table fills, each on their own phone. The form is that of sheets/sheet.js; what is typed goes
// to the server field by field, and what others type comes from there. games/joint_sheets/__init__.py has the contract.

import { fieldsOf, writeField } from "../sheets/fields.js";
import { newKey, removeDraft } from "../sheets/drafts.js";
import { startOffline } from "../sheets/offline.js";
import { NoConnectionError } from "../sheets/session.js";
import { startSheet } from "../sheets/sheet.js";
import { hush, say, tell } from "../sheets/words.js";
import { showChoices } from "./choices.js";
import { forgetSheet, keepSheet, keptSheet } from "./kept.js";
import { Line } from "./line.js";
import { startPeople } from "./people.js";
import { Queue } from "./queue.js";
import { startRecording } from "./recording.js";
import { mayWrite, sayWhose, showRights, startRights } from "./rights.js";
import { calledIn, nameOfSeat, placeOf, valuesInWords } from "./wording.js";

const form = document.getElementById("sheet");
const joint = JSON.parse(document.getElementById("joint-sheet").textContent);
const { phone, addresses } = joint;
const { key, start, prepared, recorder } = document.querySelector("[data-joint-bar]").dataset;
const isPrepared = prepared !== undefined;
const seatChoice = `${addresses.sheet}?who=1`;
const sheet = startSheet(form);
const queue = new Queue({ client: newKey(), phone });
const undo = document.querySelector("[data-joint-undo]");
// Names that the form has, or had: what comes from others and has no place here is not taken for a blank.
const own = new Set();
const REST_MS = 3_000;
// A short word about what somebody else did; the field itself goes on showing both values.
const TOLD_MS = 15_000;
let resting = 0;

const line = new Line({ key, addresses, token: form.elements.csrfmiddlewaretoken.value }, queue, {
  heard: hear,
  refused: sayWhatWasRefused,
  lost: () => setLost(true),
  back: () => setLost(false),
  over: leave,
  gone: sayThatItIsClosed,
});
const people = startPeople(form, queue, { manage });
const recording = startRecording(form, sheet, queue, line, {
  address: addresses.record,
  mayRecord: () => queue.isKeeper || recorder !== undefined,
}, {
  hear: { news: hear, recorded: (game) => leave({ game, table: "" }) },
  notDone: people.notDone,
});
startRights(form, queue);

function typedFields() {
  const now = fieldsOf(new FormData(form));
  for (const { name } of form.elements) own.add(name);
  for (const name of Object.keys(now)) own.add(name);
  const names = [...own].filter((name) => name && !name.startsWith("_") && isOfSheet(name));
  return Object.fromEntries(names.map((name) => [name, now[name] ?? []]));
}

const isOfSheet = (name) => /^(seats\[|options\.|setup\.|game\.)/.test(name) || CIRCUMSTANCES.has(name);
const CIRCUMSTANCES = new Set(["club", "played_on", "place", "duration_minutes", "notes"]);

function takeWhatWasTyped() {
  const typed = typedFields();
  const forbidden = Object.keys(typed).filter((name) => !mayWrite(queue, name, isPrepared));
  const meant = forbidden.filter((name) => queue.isTyped(name, typed[name]));
  for (const name of forbidden) delete typed[name];
  const changed = queue.type(typed);
  if (meant.length > 0) {
    write(meant);
    sayWhose(form, queue, meant[0]);
  }
  if (changed.length > 0) send();
}

// With the words for it: a page that cannot show the form may have to show what was typed.
function send() {
  for (const change of queue.waiting) change.called ??= calledIn(form, change.name, null);
  line.changed();
  showWaiting();
}

// Writes what a field holds into the form, and what follows from it.
function write(names) {
  if (names.length === 0) return;
  for (const name of names) writeField(form, name, queue.valuesOf(name));
  const typed = typedFields();
  for (const name of names) if (name in typed) queue.see(name, typed[name], queue.valuesOf(name));
  sheet.refresh();
}

function cursor() {
  const { activeElement } = document;
  const name = form.contains(activeElement) && document.hasFocus() ? (activeElement.name ?? "") : "";
  return name.startsWith("_") ? "" : name;
}

function hear(news) {
  const had = { seat: queue.ownSeat, isHere: Boolean(queue.me), keeper: queue.table.keeper };
  const { write: names, replaced } = queue.learn(news, cursor());
  write(names);
  keep();
  show();
  for (const change of replaced) sayWhatWasReplaced(change);
  if (queue.held.size > 0 && resting === 0) showHeldSoon();
  if (!had.isHere || news.state !== "open") return;
  sayWhatBecameOfSeat(had.seat);
  if (had.keeper !== queue.table.keeper) sayWhoKeepsIt(had.keeper);
}

// While somebody types in a field it stays as they see it; once they rest there it shows what the others see.
function showHeldSoon() {
  clearTimeout(resting);
  resting = setTimeout(() => {
    resting = 0;
    write(queue.release());
    showWaiting();
  }, REST_MS);
}

function show() {
  // Whoever fills in one column is not led out of it.
  if (queue.ownSeat === null || queue.isKeeper) delete form.dataset.ownSeat;
  else form.dataset.ownSeat = queue.ownSeat;
  showRights(form, queue, isPrepared);
  people.show();
  recording.show();
  showWaiting();
  showChoices(form, queue, {
    nameOf: people.name,
    mayChoose: (name) => mayWrite(queue, name, isPrepared),
    choose(name, values) {
      queue.settle(name, values);
      send();
      write([name]);
      show();
    },
  });
}

// What somebody else wrote under the cursor, and whether there is a step to take back.
function showWaiting() {
  undo.disabled = !queue.canUndo;
  const held = new Map([...queue.held].map((name) => [placeOf(form, name), name]));
  for (const place of form.querySelectorAll("[data-joint-held]")) if (!held.has(place)) delete place.dataset.jointHeld;
  for (const [place, name] of held) {
    if (place) place.dataset.jointHeld = valuesInWords(form, name, queue.valuesOf(name));
  }
}

function keep() {
  const names = [...form.querySelectorAll("thead [data-name]")].map((slot) => slot.textContent.trim());
  const address = location.pathname;
  keepSheet({ key, address, system: form.dataset.system, names, phone, news: queue.known });
}

function sayWhatWasReplaced({ name, by, before }) {
  const [old, now] = [before, queue.valuesOf(name)].map((values) => valuesInWords(form, name, values));
  const field = calledIn(form, name, queue.ownSeat);
  tell(`replaced ${name}`, say("replaced", { name: people.name(by), field, old, now }), {
    tone: "warning",
    actions: [{ label: say("undo"), run: () => writeAgain(name, before) }],
  });
  setTimeout(() => hush(`replaced ${name}`), TOLD_MS);
}

function sayWhoKeepsIt(before) {
  if (queue.isKeeper) tell("keeper", say("youKeep"));
  else if (before === phone) tell("keeper", say("othersKeep", { name: people.name(queue.table.keeper) }));
}

function writeAgain(name, values) {
  queue.type({ [name]: values });
  queue.endStep();
  send();
  write([name]);
  show();
}

// Shown with what was typed, so that it can be written down elsewhere; the form shows what the server has.
function sayWhatWasRefused(changes) {
  const last = new Map(changes.map((change) => [change.name, change]));
  write([...last.keys()].filter((name) => !queue.isWaiting(name)));
  const texts = [...last.values()].map(({ name, values, detail }) => {
    const field = calledIn(form, name, queue.ownSeat);
    return say("refusedChange", { field, value: valuesInWords(form, name, values), why: detail });
  });
  tell("refused", texts.join(" "), { tone: "warning" });
}

function sayWhatBecameOfSeat(before) {
  if (!queue.me) {
    sayThatItIsClosed(say("leftTable"));
  } else if (before !== null && queue.ownSeat === null) {
    // The keypad goes with the cell.
    if (form.contains(document.activeElement)) document.activeElement.blur();
    hush("refused");
    tell("seat", say("seatTaken", { name: nameOfSeat(form, before) }), {
      tone: "warning",
      actions: [{ label: say("chooseSeat"), address: seatChoice }],
    });
  } else if (before !== queue.ownSeat) {
    openOwnColumn();
  }
}

function setLost(isLost) {
  document.querySelector("[data-joint-offline]").hidden = !isLost;
  people.setLost(isLost);
}

undo.addEventListener("click", () => {
  const { written, lost } = queue.undo();
  write(written);
  if (written.length > 0) send();
  const texts = lost.map(({ name, by }) => {
    const field = calledIn(form, name, queue.ownSeat);
    return by === phone ? say("changedSinceByYou", { field }) : say("changedSince", { field, name: people.name(by) });
  });
  if (texts.length > 0) tell("undone", texts.join(" "), { tone: "warning" });
  else hush("undone");
  show();
});

// What the keeper, or whoever takes over, decides on the sheet itself; the rest is on the page of the invitation.
async function manage(request) {
  const content = new FormData();
  for (const [name, value] of Object.entries({ ...request, since: queue.revision })) content.set(name, value);
  try {
    const answer = await line.post(addresses.manage, content);
    const told = await answer.json();
    if (answer.ok) hear(told.news);
    else if (answer.status === 410) line.wake();
    else tell("managed", told.detail, { tone: "warning" });
  } catch (error) {
    if (!(error instanceof NoConnectionError)) throw error;
    tell("managed", say("noConnection"), { tone: "warning" });
  }
}

// The game is recorded, or the sheet was ended. What was typed here and has not arrived is shown before anybody goes.
function leave({ game, table, detail }) {
  const lost = queue.unsent.length > 0 ? unsent() : "";
  const next = table && queue.ownSeat !== null ? `${table}${queue.ownSeat}/` : game;
  forgetSheet(key);
  forgetPage();
  if (next && !lost) {
    location.assign(next);
    return;
  }
  form.inert = true;
  const text = [detail || say(game ? "recorded" : "ended"), lost].filter(Boolean).join(" ");
  const actions = [next ? { label: say("seeGame"), address: next } : { label: say("newSheet"), address: start }];
  tell("over", text, { tone: "warning", mustAnswer: true, actions });
}

function unsent() {
  const last = new Map(queue.unsent.map((change) => [change.name, change]));
  const list = [...last.values()].map(({ name, called, values }) => `${called} ${valuesInWords(form, name, values)}`);
  return say("unsent", { list: list.join("; ") });
}

function sayThatItIsClosed(detail) {
  const lost = queue.unsent.length > 0 ? unsent() : "";
  form.inert = true;
  line.isOver = true;
  tell("over", [detail || say("closed"), lost].filter(Boolean).join(" "), {
    tone: "warning",
    mustAnswer: true,
    actions: [{ label: say("chooseSeat"), address: seatChoice }],
  });
}

// Whoever keeps the sheet looks at all of them.
function openOwnColumn() {
  const tab = queue.ownSeat === null || queue.isKeeper ? null : form.querySelector(`[name="_seat"][value="${queue.ownSeat}"]`);
  if (!tab || tab.checked) return;
  tab.checked = true;
  tab.dispatchEvent(new Event("change", { bubbles: true }));
}

// The page opens again without a connection; it goes when the sheet is over.
async function keepPage() {
  await startOffline();
  // At a first visit it is not yet the one that answers for this page.
  const registration = await navigator.serviceWorker?.getRegistration();
  registration?.active?.postMessage({ keepPage: location.pathname });
}

function forgetPage() {
  navigator.serviceWorker?.controller?.postMessage({ forgetPage: location.pathname });
}

form.addEventListener("focusin", () => line.moved(cursor()));
form.addEventListener("focusout", () => {
  queue.endStep();
  // Whoever goes on to the next cell is there in a moment.
  setTimeout(() => {
    const now = cursor();
    line.moved(now);
    if (!queue.held.has(now)) write(queue.release());
    showWaiting();
  });
});
sheet.onChange(() => {
  if (queue.held.size > 0) showHeldSoon();
  takeWhatWasTyped();
});
// Brought back by the browser as it was left: it may be a game by now.
addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload();
});

// As it was known here, then as the page brought it, which is older where it comes from a copy.
typedFields();
// It was somebody's own sheet before; now it is the table's.
removeDraft(form.elements.entry_key.value);
const kept = keptSheet(key);
if (kept?.phone === phone) queue.learn(kept.news);
hearFirst(joint.news);

function hearFirst(news) {
  const { replaced } = queue.learn(news);
  // What the page proposes, such as today's date, is whoever's who may write it: it counts as typed.
  const isKnown = (name) => queue.fields.has(name) || queue.isWaiting(name);
  write([...own].filter((name) => isOfSheet(name) && (isKnown(name) || !mayWrite(queue, name, isPrepared))));
  for (const [name, values] of Object.entries(typedFields())) if (values.length === 0) queue.see(name, values);
  keep();
  openOwnColumn();
  show();
  sheet.show();
  for (const change of replaced) sayWhatWasReplaced(change);
  line.wake();
  keepPage();
}
