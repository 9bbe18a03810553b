// Asks the rules in this browser, see rules_worker.js. They need no connection, and no request for each key.
//
// What they cannot answer the server does: in a browser that starts no such worker, after an update of the site, or when
// they fail. The site is told of it, by the name of the error alone.

const PATIENCE_MS = 10_000;
const START_AGAIN_MS = 5_000;

export class NoRulesError extends Error {}

// rules: { system, digest, worker, script, words, failed }, as the server wrote it into the page
export function startRules(rules) {
  let worker = null;
  let startedAt = 0;
  let asked = 0;
  let open = null;
  let next = null;
  let isTold = false;

  function start() {
    startedAt = Date.now();
    worker = new Worker(rules.worker, { type: "module" });
    worker.addEventListener("message", ({ data }) => settle(data));
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      // It may die before anything was asked.
      if (open) settle({ number: open.number, error: "WorkerError" });
      else giveUp("WorkerError");
    });
    worker.postMessage({ rules: { system: rules.system, script: rules.script, words: rules.words } });
  }

  function send(question) {
    open = question;
    question.timer = setTimeout(() => settle({ number: question.number, error: "TimeoutError" }), PATIENCE_MS);
    try {
      if (!worker) start();
      worker.postMessage({ number: question.number, name: question.name, request: question.request });
    } catch (error) {
      settle({ number: question.number, error: error.name });
    }
  }

  function settle({ number, answer, error }) {
    if (!open || open.number !== number) return;
    const { resolve, reject, timer } = open;
    clearTimeout(timer);
    open = null;
    if (error) {
      giveUp(error);
      reject(new NoRulesError(error));
    } else {
      resolve(answer);
    }
    if (next) {
      const question = next;
      next = null;
      send(question);
    }
  }

  // Started anew with a later question: what failed may have been the connection, before the rules were there.
  function giveUp(error) {
    worker?.terminate();
    worker = null;
    if (isTold) return;
    isTold = true;
    const body = JSON.stringify({ system: rules.system, rules: rules.digest, error });
    fetch(rules.failed, { method: "POST", body, headers: { "Content-Type": "application/json" } }).catch(() => {});
  }

  // At once, beside all that a page does first. A browser that starts none is told so by the first question.
  try {
    start();
  } catch {
    worker = null;
  }

  const mayStart = () => worker !== null || Date.now() - startedAt > START_AGAIN_MS;

  // Gives null to a question that a later one has made idle.
  function ask(name, request) {
    if (!mayStart()) return Promise.reject(new NoRulesError("failed before"));
    return new Promise((resolve, reject) => {
      const question = { number: (asked += 1), name, request, resolve, reject };
      if (!open) {
        send(question);
        return;
      }
      next?.resolve(null);
      next = question;
    });
  }

  return {
    ask,
    get areThere() {
      return mayStart();
    },
  };
}
