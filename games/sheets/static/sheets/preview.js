// Asks the server for the score while people type: a moment after the last change, and only the latest answer counts.
// Without a connection the last score stays, and we ask again by and by.

import { NoConnectionError, reach } from "./session.js";

const PAUSE_MS = 120;
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 30_000;

export function startPreview(address, { show, lost }) {
  let wanted = null;
  let isOpen = false;
  let timer = 0;
  let running = null;
  let retry = FIRST_RETRY_MS;

  const plan = (delay) => {
    clearTimeout(timer);
    timer = setTimeout(ask, delay);
  };

  async function fetchResult(signal) {
    const answer = await reach(address, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(wanted),
      signal,
    });
    if (!answer.ok) throw new NoConnectionError(`status ${answer.status}`);
    return answer.json();
  }

  async function ask() {
    clearTimeout(timer);
    running?.abort();
    const own = (running = new AbortController());
    try {
      const result = await fetchResult(own.signal);
      retry = FIRST_RETRY_MS;
      isOpen = false;
      show(result);
      return result;
    } catch (error) {
      if (error.name === "AbortError" || running !== own) return null;
      lost();
      plan(retry);
      retry = Math.min(retry * 2, LAST_RETRY_MS);
      return null;
    }
  }

  addEventListener("online", () => {
    if (isOpen) plan(0);
  });

  return {
    ask(body) {
      wanted = body;
      isOpen = true;
      plan(PAUSE_MS);
    },
    // At once; null when there is no answer.
    askNow(body) {
      wanted = body;
      isOpen = true;
      return ask();
    },
  };
}
