// Makes the sheet open without a connection, and sends what waits in the outbox whenever there may be one again.

import { removeDraft } from "./drafts.js";
import { arrivedEntries, inOutbox, NoConnectionError, sendAll, takeOut } from "./outbox.js";

const FIRST_RETRY_MS = 5_000;
const LAST_RETRY_MS = 300_000;

let retry = FIRST_RETRY_MS;
let timer = 0;

export async function startOffline() {
  addEventListener("online", () => sendWaiting());
  sendWaiting();
  if (!("serviceWorker" in navigator)) return;
  try {
    await navigator.serviceWorker.register("/sw.js", { type: "module" });
  } catch {
    // Without it the sheet needs a connection to open, and no more is lost.
    return;
  }
  const { active } = await navigator.serviceWorker.ready;
  active.postMessage({ keepSheetsIn: document.documentElement.lang });
}

// The browser tells the service worker when there is a connection, even after the page is closed. Not every browser
// can; then this page or the next one sends.
export async function askForSync() {
  planRetry();
  const registration = await navigator.serviceWorker?.getRegistration();
  try {
    await registration?.sync?.register("outbox");
  } catch {
    // Forbidden by the visitor.
  }
}

// A sheet that has become a game is no draft any more.
export async function clearArrived(tellOf) {
  const arrived = await arrivedEntries().catch(() => []);
  for (const entry of arrived) {
    await clearAway(entry.key, entry.game);
    tellOf(entry);
  }
}

export async function clearAway(key, game) {
  removeDraft(key);
  rememberGame(key, game);
  await takeOut(key);
}

const WAITING = "/score/waiting/";

// The page of a game that was not sent yet; nothing in a browser that keeps no pages, where it would not open.
export async function addressOfWaiting(key) {
  if (!navigator.serviceWorker?.controller) return "";
  return (await caches.match(WAITING)) ? `${WAITING}#${key}` : "";
}

const GAMES = "caledonia.games";
const MOST_REMEMBERED = 30;

// Which game a sheet that waited has become: its page leads there.
export function gameOf(key) {
  return rememberedGames().find(([known]) => known === key)?.[1] ?? "";
}

function rememberGame(key, game) {
  const games = [[key, game], ...rememberedGames().filter(([known]) => known !== key)];
  try {
    localStorage.setItem(GAMES, JSON.stringify(games.slice(0, MOST_REMEMBERED)));
  } catch {
    // Full, or forbidden by the visitor.
  }
}

function rememberedGames() {
  try {
    return JSON.parse(localStorage.getItem(GAMES)) ?? [];
  } catch {
    return [];
  }
}

async function sendWaiting() {
  clearTimeout(timer);
  try {
    await sendAll();
    retry = FIRST_RETRY_MS;
  } catch (error) {
    if (!(error instanceof NoConnectionError)) throw error;
    planRetry();
  }
}

function planRetry() {
  clearTimeout(timer);
  timer = setTimeout(async () => {
    const waits = (await inOutbox()).some((entry) => entry.state === "waiting");
    if (waits) await sendWaiting();
  }, retry);
  retry = Math.min(retry * 2, LAST_RETRY_MS);
}
