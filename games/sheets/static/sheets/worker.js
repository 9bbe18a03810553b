// The service worker: the sheet opens without a connection, and what was finished without one is sent later.
//
// Pages come from the network; without one, or when it does not answer, a kept copy serves. Only sheets are kept, and
// only as a visitor without an account sees them (fetched without cookies), so nothing private stays on the device. A
// sheet that several phones fill is kept as this phone sees it, while it is being filled.

import { sendAll } from "./outbox.js";

const PATIENCE_MS = 5_000;
const FRESH_MS = 7 * 86_400_000;
const OPEN_PAGES = "open-pages";

// version: changes with every file; assets, pages: addresses to keep; words: those of each language; fallback: the page
// that says there is no network; lasting: of these the addresses whose content never changes
export function serve(worker, { version, assets, pages, words, fallback, lasting }) {
  const ASSETS = `assets-${version}`;
  const own = new Set(assets);
  const unchanging = new Set(lasting);

  worker.addEventListener("install", (event) => {
    event.waitUntil(keepAssets());
    worker.skipWaiting();
  });

  worker.addEventListener("activate", (event) => {
    event.waitUntil(forget((name) => name.startsWith("assets-") && name !== ASSETS));
    event.waitUntil(worker.clients.claim());
  });

  worker.addEventListener("message", (event) => {
    if (event.data?.keepSheetsIn) event.waitUntil(keepSheets(event.data.keepSheetsIn));
    if (event.data?.keepPage) event.waitUntil(keepPage(event.data.keepPage));
    if (event.data?.forgetPage) event.waitUntil(forgetPage(event.data.forgetPage));
  });

  worker.addEventListener("sync", (event) => {
    if (event.tag === "outbox") event.waitUntil(sendAll());
  });

  worker.addEventListener("fetch", (event) => {
    const { request } = event;
    const address = new URL(request.url);
    if (request.method !== "GET" || address.origin !== worker.location.origin) return;
    if (request.mode === "navigate") event.respondWith(answerPage(request, address));
    else if (unchanging.has(address.pathname)) event.respondWith(answerKept(request));
    else if (own.has(address.pathname)) event.respondWith(answerAsset(request));
  });

  async function keepAssets() {
    const cache = await caches.open(ASSETS);
    await cache.addAll(assets);
  }

  async function keepSheets(language) {
    const current = `sheets-${version}-${language}`;
    await forget((name) => name.startsWith("sheets-") && name !== current);
    const cache = await caches.open(current);
    for (const address of [fallback, ...(words[language] ?? []), ...pages]) {
      const kept = await cache.match(address);
      if (kept && Date.now() - Date.parse(kept.headers.get("Date")) < FRESH_MS) continue;
      const answer = await fetch(address, {
        credentials: "omit",
        headers: { "Accept-Language": language },
        cache: "no-store",
      });
      if (answer.ok && !answer.redirected) await cache.put(address, answer);
    }
  }

  async function keepPage(address) {
    const cache = await caches.open(OPEN_PAGES);
    for (const other of await cache.keys()) if (new URL(other.url).pathname !== address) await cache.delete(other);
    const answer = await fetch(address, { credentials: "same-origin", cache: "no-store" });
    if (answer.ok && !answer.redirected) await cache.put(address, answer);
    else await cache.delete(address);
  }

  async function forgetPage(address) {
    const cache = await caches.open(OPEN_PAGES);
    await cache.delete(address);
  }

  async function answerPage(request, address) {
    const kept = await caches.match(keptUnder(address));
    try {
      const answer = await (kept ? withPatience(fetch(request)) : fetch(request));
      // Somebody stands in for a server that is away.
      if (kept && answer.status > 500) return kept;
      return answer;
    } catch (error) {
      const instead = kept ?? (await caches.match(fallback));
      if (!instead) throw error;
      return instead;
    }
  }

  // The rules and words of sheets: the same whenever they are asked for.
  async function answerKept(request) {
    return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
  }

  async function answerAsset(request) {
    try {
      return await fetch(request);
    } catch (error) {
      const kept = await caches.match(request, { ignoreVary: true });
      if (!kept) throw error;
      return kept;
    }
  }
}

// The table decides which copy serves; the rest of the address is for the page itself.
function keptUnder(address) {
  const key = new URL(address);
  for (const name of ["club", "prepared"]) key.searchParams.delete(name);
  key.hash = "";
  return key.href;
}

function withPatience(answer) {
  const enough = new Promise((_, reject) => {
    setTimeout(() => reject(new Error("no answer in time")), PATIENCE_MS);
  });
  return Promise.race([answer, enough]);
}

async function forget(isOld) {
  const names = await caches.keys();
  await Promise.all(names.filter(isOld).map((name) => caches.delete(name)));
}
