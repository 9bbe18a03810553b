// Finished sheets on their way to the server. They stay here until it has answered, so a sheet filled in without a
// connection is sent when there is one: by this page, by the next one, or by the service worker when no page is open.
// The entry key makes a game out of it exactly once, however often it is sent.
//
// An entry: { key, system, names, title, address, fields, request, account, draft, finishedAt, state, game }
//   fields    [name, value] pairs of the form; values may be files
//   request   the sheet as the rules are asked for its score; sheets of older versions have none
//   draft     the address of the sheet it was filled in on
//   account   who was signed in; sent only as the same person
//   state     waiting: for a connection; signin: for the account; refused: the server found mistakes;
//             sent: `game` is the address of the game; a page clears it away together with the draft

import { askSession, NoConnectionError, reach } from "./session.js";

const STORE = "outbox";
const news = new BroadcastChannel("caledonia.outbox");
const listeners = [];

function open() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("caledonia", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "key" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

async function inStore(mode, work) {
  const database = await open();
  try {
    return await new Promise((resolve, reject) => {
      const transaction = database.transaction(STORE, mode);
      const request = work(transaction.objectStore(STORE));
      transaction.oncomplete = () => resolve(request.result);
      transaction.onerror = () => reject(transaction.error);
      transaction.onabort = () => reject(transaction.error);
    });
  } finally {
    database.close();
  }
}

export function putIntoOutbox(entry) {
  return inStore("readwrite", (store) => store.put(entry));
}

export function takeOut(key) {
  return inStore("readwrite", (store) => store.delete(key));
}

export function inOutbox() {
  return inStore("readonly", (store) => store.getAll());
}

export function findEntry(key) {
  return inStore("readonly", (store) => store.get(key));
}

// Of what this page, another one or the service worker has sent: its key, and what `sendEntry` gives back of it.
export function hearNews(listener) {
  listeners.push(listener);
  news.addEventListener("message", (event) => listener(event.data));
}

// What the service worker has sent while no page was open, and nobody has been told of.
export async function arrivedEntries() {
  return (await inOutbox()).filter((entry) => entry.state === "sent");
}

// Sends what waits, one at a time over all tabs. Throws NoConnectionError when something still waits for one.
export async function sendAll() {
  for (const { key } of await inOutbox()) await sendEntry(key);
}

export async function sendEntry(key) {
  const locked = (work) => (navigator.locks ? navigator.locks.request("caledonia.outbox", work) : work());
  return locked(async () => {
    const entry = await findEntry(key);
    // Another tab was faster, or somebody must first look at it.
    if (!entry || entry.state === "refused" || entry.state === "sent") return entry;
    const { page, spent, ...answer } = await deliver(entry);
    const outcome = { ...entry, ...answer };
    await putIntoOutbox(outcome);
    const told = { key, state: outcome.state, game: outcome.game, page, spent };
    news.postMessage(told);
    for (const listener of listeners) listener(told);
    return { ...outcome, page, spent };
  });
}

// Of a refused sheet also the page the server answered with, or why its key cannot be used again.
export async function deliver(entry) {
  const { token, account } = await askSession();
  if (entry.account && entry.account !== account) return { state: "signin" };
  const body = new FormData();
  for (const [name, value] of entry.fields) body.append(name, value);
  body.set("csrfmiddlewaretoken", token);
  body.set("action", "record");
  // Told the address of the recorded game, instead of being led there: fetched here, its page would have used up the
  // messages on it before anybody sees them. A sheet with mistakes comes back as a page.
  const headers = { "X-Requested-With": "fetch" };
  const answer = await reach(entry.address, { method: "POST", body, headers });
  const isTold = answer.headers.get("Content-Type")?.startsWith("application/json");
  if (answer.ok && isTold) return { state: "sent", game: (await answer.json()).game };
  if (answer.status === 409 && isTold) return { state: "refused", spent: await answer.json() };
  return { state: "refused", page: await answer.text() };
}

export { NoConnectionError };
