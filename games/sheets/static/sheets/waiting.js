// The page of a game that was recorded without a connection: its sheet in the outbox of this browser, scored by the rules
// that are here too. When it has been sent, the page leads to the game's own.

import { clearAway, gameOf, startOffline } from "./offline.js";
import { findEntry, hearNews, takeOut } from "./outbox.js";
import { NoRulesError, startRules } from "./rules.js";
import { dayOf, say, written } from "./words.js";

const place = document.querySelector("[data-waiting-game]");
const known = JSON.parse(document.getElementById("sheet-rules").textContent);
let scores = 0;
const keyHere = () => location.hash.slice(1);

async function show() {
  const key = keyHere();
  const entry = await findEntry(key).catch(() => undefined);
  const game = entry?.state === "sent" ? entry.game : gameOf(key);
  if (entry?.state === "sent") await clearAway(key, game);
  if (game) {
    location.replace(game);
    return;
  }
  const page = pieceOf(entry ? "waiting-game" : "waiting-none");
  if (entry) fill(page, entry);
  place.replaceChildren(page);
  if (entry?.request && known[entry.system]) await showScore(page, entry);
}

function fill(page, entry) {
  const playedOn = new Map(entry.fields).get("played_on");
  page.querySelector("[data-system]").textContent = known[entry.system]?.label ?? entry.system;
  page.querySelector("[data-day]").textContent = dayOf(playedOn ? `${playedOn}T12:00` : entry.finishedAt);
  const title = page.querySelector("[data-title]");
  title.hidden = !entry.title;
  title.querySelector("span").textContent = entry.title ?? "";
  const states = { waiting: say("willBeSent"), signin: say("signedOut"), refused: say("refused") };
  page.querySelector("[data-state]").textContent = states[entry.state];
  const signIn = page.querySelector("[data-sign-in]");
  signIn.hidden = entry.state !== "signin";
  signIn.href = `/account/login/?next=${encodeURIComponent(entry.draft)}`;
  page.querySelector("[data-change]").addEventListener("click", async () => {
    await takeOut(entry.key);
    location.assign(entry.draft);
  });
}

async function showScore(page, entry) {
  let game;
  try {
    game = await startRules(known[entry.system]).ask("summarise", entry.request);
  } catch (error) {
    // Then the page says who played, and that it will be sent.
    if (!(error instanceof NoRulesError)) throw error;
    page.querySelector("[data-ranking]").replaceWith(element("p", entry.names.filter(Boolean).join(", ")));
    return;
  }
  const ranked = [...game.seats].sort((one, other) => one.place - other.place);
  page.querySelector("[data-ranking]").replaceChildren(...ranked.map(seatOf));
  showTable(page.querySelector("[data-table]"), game);
}

function seatOf({ name, faction, total, place: rank }) {
  const seat = pieceOf("waiting-seat");
  seat.classList.toggle("ranking-first", rank === 1);
  seat.querySelector("[data-place]").textContent = `${rank}.`;
  seat.querySelector("[data-name]").textContent = name;
  seat.querySelector("[data-faction]").textContent = faction;
  seat.querySelector("[data-faction]").hidden = !faction;
  seat.querySelector("[data-total]").textContent = written(total);
  return seat;
}

function showTable(section, { seats, rounds, notes }) {
  section.hidden = false;
  const add = (row, cells) => section.querySelector(row).append(...cells);
  add("[data-names]", seats.map(({ name }) => headOf(name)));
  add("[data-totals]", seats.map(({ total }) => figure(written(total))));
  add("[data-places]", seats.map(({ place: rank }) => figure(`${rank}.`)));
  section.querySelector("tfoot").before(...rounds.map((round) => bodyOf(round, seats.length)));
  const remarks = [...seats.map((seat) => seat.tie_break).filter(Boolean), ...notes];
  const list = section.querySelector("[data-remarks]");
  list.hidden = remarks.length === 0;
  list.append(...remarks.map((remark) => element("li", remark)));
  section.querySelector("[data-explanations]").append(...rounds.flatMap((round) => explanationsOf(round, seats)));
}

function headOf(name) {
  const head = element("th", name, "figure");
  head.scope = "col";
  return head;
}

function bodyOf({ title, rows }, seats) {
  const body = document.createElement("tbody");
  if (title) {
    const line = element("tr", "", "round-title");
    line.append(rowHead(title, "rowgroup"), ...Array.from({ length: seats }, () => element("td", "")));
    body.append(line);
  }
  for (const { label, cells } of rows) {
    const line = document.createElement("tr");
    line.append(rowHead(label, "row"), ...cells.map((cell) => (cell ? scoreOf(cell, label) : figure("–"))));
    body.append(line);
  }
  return body;
}

// Tapped, the VP of a line tell how they came about.
function scoreOf({ vp, sentence }, label) {
  const cell = pieceOf("waiting-score");
  const [button, how] = [cell.querySelector("button"), cell.querySelector("[popover]")];
  scores += 1;
  how.id = `how-${scores}`;
  button.setAttribute("popovertarget", how.id);
  button.textContent = written(vp);
  how.querySelector("strong").textContent = label;
  how.append(` ${sentence}`);
  return cell;
}

function rowHead(text, scope) {
  const head = element("th", text);
  head.scope = scope;
  return head;
}

function explanationsOf({ title, rows }, seats) {
  const list = element("dl", "", "explanations");
  for (const { label, cells } of rows) {
    const line = document.createElement("div");
    line.append(element("dt", label));
    cells.forEach((cell, index) => {
      if (!cell?.sentence) return;
      const told = element("dd", ` ${cell.sentence}`);
      told.prepend(element("strong", say("pointsOf", { name: seats[index].name, vp: written(cell.vp) })));
      line.append(told);
    });
    list.append(line);
  }
  return title ? [element("h3", title), list] : [list];
}

const figure = (text) => element("td", text, "figure");

function element(name, text, className = "") {
  const made = document.createElement(name);
  made.textContent = text;
  if (className) made.className = className;
  return made;
}

function pieceOf(id) {
  return document.getElementById(id).content.firstElementChild.cloneNode(true);
}

hearNews(({ key }) => {
  if (key === keyHere()) show();
});
addEventListener("hashchange", show);
addEventListener("pageshow", show);
startOffline();
