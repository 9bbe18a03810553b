// The score while people type: from the rules in this browser, or from the server where those fail. Only the latest
// answer counts. Without either the last score stays, and we ask again by and by.

import { NoRulesError } from "./rules.js";
import { NoConnectionError, reach } from "./session.js";

// Only the server is spared a question for each key.
const PAUSE_MS = 120;
const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 30_000;

export function startPreview(rules, address, { show, lost }) {
  let wanted = null;
  let isOpen = false;
  let timer = 0;
  let running = null;
  let retry = FIRST_RETRY_MS;

  const plan = (delay) => {
    clearTimeout(timer);
    timer = setTimeout(ask, delay);
  };

  async function askServer(request, signal) {
    const answer = await reach(address, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(request),
      signal,
    });
    if (!answer.ok) throw new NoConnectionError(`status ${answer.status}`);
    return answer.json();
  }

  async function scored(request, own) {
    try {
      return await rules.ask("fill", request);
    } catch (error) {
      if (!(error instanceof NoRulesError)) throw error;
    }
    return running === own ? askServer(request, own.signal) : null;
  }

  async function ask() {
    clearTimeout(timer);
    running?.abort();
    const own = (running = new AbortController());
    try {
      const result = await scored(wanted, own);
      if (running !== own) return null;
      retry = FIRST_RETRY_MS;
      isOpen = false;
      show(result);
      return result;
    } catch (error) {
      if (error.name === "AbortError" || running !== own) return null;
      if (!(error instanceof NoConnectionError)) throw error;
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
    ask(request) {
      wanted = request;
      isOpen = true;
      plan(rules.areThere ? 0 : PAUSE_MS);
    },
    // At once; null when there is no answer.
    askNow(request) {
      wanted = request;
      isOpen = true;
      return ask();
    },
  };
}
