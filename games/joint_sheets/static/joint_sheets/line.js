// The line between one phone and the server: sends what was typed, asks for news, one request at a time. Without a
// connection it tries again by and by; nothing is given up.

import { newKey } from "../sheets/drafts.js";
import { askSession, NoConnectionError, reach } from "../sheets/session.js";
import { keepQueue, queuesBeside } from "./kept.js";

const PAUSE_MS = 300;
const PATIENCE_MS = 10_000;
const MOST_AT_ONCE = 50;
const MOST_TEXT = 20_000;
const HEARTBEAT_MS = 30_000;
// How often to ask while nobody changes anything: after so long, every so often.
const RHYTHM = [[600_000, 15_000], [60_000, 5_000], [0, 1_500]];
const FIRST_RETRY_MS = 1_500;
const LAST_RETRY_MS = 30_000;
const AS_SCRIPT = { "X-Requested-With": "fetch", Accept: "application/json" };
const UNCHANGED = 304;
const OVER = 410;
const GAP = 409;

// Tells of what happens: heard(news), refused(changes), lost(), back(), over(answer), gone().
export class Line {
  constructor({ key, addresses, token }, queue, told) {
    this.key = key;
    this.addresses = addresses;
    this.token = token;
    this.queue = queue;
    this.told = told;
    // Of this phone, to be told with the next batch.
    this.at = "";
    this.done = null;
    this.toldAt = "";
    this.toldLast = 0;
    this.lastChange = Date.now();
    this.timer = 0;
    this.running = null;
    this.isOver = false;
    this.isPaused = false;
    this.isLost = false;
    this.retry = FIRST_RETRY_MS;
    this.#lookBeside();
    addEventListener("online", () => this.wake());
    document.addEventListener("visibilitychange", () => this.wake());
  }

  // Something was typed here.
  changed() {
    this.lastChange = Date.now();
    keepQueue(this.key, this.queue.client, this.queue.waiting);
    this.wake(PAUSE_MS);
  }

  moved(at) {
    this.at = at;
    if (at !== this.toldAt) this.wake(PAUSE_MS);
  }

  wake(delay = 0) {
    clearTimeout(this.timer);
    if (!this.isOver && !this.isPaused) this.timer = setTimeout(() => this.run(), delay);
  }

  // Says nothing and hears nothing until it is taken up again.
  pause() {
    this.isPaused = true;
    clearTimeout(this.timer);
  }

  goOn() {
    this.isPaused = false;
    this.wake();
  }

  // Resolves once the server has all that was typed here; fails without a connection.
  async flush() {
    await this.running;
    do {
      await this.run();
      if (this.isLost) throw new NoConnectionError("what was typed has not arrived");
    } while (this.hasToSend && !this.isOver);
  }

  get hasToSend() {
    return this.queue.unsent.length > 0 || this.done !== null || this.at !== this.toldAt;
  }

  // What other pages of this device have typed; gives their queues.
  #lookBeside() {
    const queues = queuesBeside(this.key, this.queue.client);
    this.queue.beside = queues.flatMap(({ waiting }) => waiting);
    return queues;
  }

  async run() {
    // Whoever is under way plans what comes next.
    if (this.running) return this.running;
    clearTimeout(this.timer);
    this.running = this.#once();
    try {
      await this.running;
    } finally {
      this.running = null;
      this.#plan();
    }
  }

  #plan() {
    if (this.isLost) {
      this.wake(this.retry);
      this.retry = Math.min(this.retry * 2, LAST_RETRY_MS);
    } else if (this.hasToSend) {
      this.wake(PAUSE_MS);
    } else if (document.visibilityState === "visible") {
      const quiet = Date.now() - this.lastChange;
      this.wake(RHYTHM.find(([after]) => quiet >= after)[1]);
    }
  }

  async #once() {
    try {
      // A page that nobody sees asks nothing, and knows nothing.
      if (!(await this.#sendOrAsk())) return;
      if (this.isLost) this.told.back();
      this.isLost = false;
      this.retry = FIRST_RETRY_MS;
    } catch (error) {
      if (!(error instanceof NoConnectionError)) throw error;
      if (!this.isLost) this.told.lost();
      this.isLost = true;
    }
  }

  async #sendOrAsk() {
    // What an earlier page of this device has left behind was typed before.
    for (const { client, waiting } of this.#lookBeside()) {
      await this.#send(client, firstOf(waiting));
      if (this.isOver) return true;
    }
    const isSeen = document.visibilityState === "visible";
    const isMute = Date.now() - this.toldLast > HEARTBEAT_MS;
    const hasWord = this.hasToSend;
    if (hasWord || (isSeen && isMute)) await this.#send(this.queue.client, firstOf(this.queue.waiting));
    else if (isSeen) await this.#ask();
    return hasWord || isSeen;
  }

  async #send(client, changes) {
    const { at, done } = this;
    const answer = await this.post(this.addresses.changes, {
      client,
      since: this.queue.revision,
      at,
      changes: changes.map(({ called, ...change }) => change),
      done,
    });
    if (answer.status === GAP) {
      this.#sendAnew(client, changes);
      return;
    }
    const body = await this.#bodyOf(answer);
    if (!body) return;
    this.toldAt = at;
    this.toldLast = Date.now();
    if (this.done === done) this.done = null;
    const why = new Map(body.refused.map((refusal) => [refusal.seq, refusal]));
    const refused = changes.filter(({ seq }) => why.has(seq));
    this.#haveArrived(client, changes);
    this.#hear(body.news);
    if (refused.length > 0) this.told.refused(refused.map((change) => ({ ...why.get(change.seq), ...change })));
  }

  #haveArrived(client, changes) {
    if (client === this.queue.client) {
      this.queue.taken(changes);
      keepQueue(this.key, client, this.queue.waiting);
      return;
    }
    const left = queuesBeside(this.key, this.queue.client).find((queue) => queue.client === client);
    const last = changes.at(-1).seq;
    keepQueue(this.key, client, left ? left.waiting.filter(({ seq }) => seq > last) : []);
    this.#lookBeside();
  }

  #sendAnew(client, changes) {
    if (client === this.queue.client) {
      keepQueue(this.key, client, []);
      this.queue.beginAgain(newKey());
      keepQueue(this.key, this.queue.client, this.queue.waiting);
    } else {
      keepQueue(this.key, client, []);
      keepQueue(this.key, newKey(), changes.map((change, index) => ({ ...change, seq: index + 1 })));
    }
  }

  async #ask() {
    const since = this.queue.revision;
    const answer = await this.#reach(`${this.addresses.news}?since=${since}`, {
      headers: { ...AS_SCRIPT, "If-None-Match": `"${since}"` },
    });
    if (answer.status === UNCHANGED) return;
    const news = await this.#bodyOf(answer);
    if (news) this.#hear(news);
  }

  #hear(news) {
    const before = whoDoesWhat(this.queue.table);
    this.told.heard(news);
    if (Object.keys(news.fields).length > 0 || whoDoesWhat(news) !== before) this.lastChange = Date.now();
    if (news.state !== "open") this.#end({ game: news.game, table: news.table });
  }

  // The content of an answer that is one; a sheet that is over, or closed to this phone, is told instead.
  async #bodyOf(answer) {
    let told = {};
    try {
      if (answer.headers.get("Content-Type")?.includes("json")) told = await answer.json();
    } catch (error) {
      // Broken off on the way.
      throw new NoConnectionError(String(error));
    }
    if (answer.ok) return told;
    if (answer.status === OVER) this.#end(told);
    else if (told.code || answer.status === 404) this.#close(told);
    else throw new NoConnectionError(`status ${answer.status}`);
    return null;
  }

  #end(answer) {
    if (this.isOver) return;
    this.isOver = true;
    this.told.over(answer);
  }

  #close({ detail = "" }) {
    this.isOver = true;
    this.told.gone(detail);
  }

  // Posts a form or JSON; a token that is no longer good is asked for anew.
  async post(address, content) {
    const send = () => {
      const isForm = content instanceof FormData;
      if (isForm && content.has("csrfmiddlewaretoken")) content.set("csrfmiddlewaretoken", this.token);
      const headers = { ...AS_SCRIPT, "X-CSRFToken": this.token };
      if (!isForm) headers["Content-Type"] = "application/json";
      return this.#reach(address, { method: "POST", headers, body: isForm ? content : JSON.stringify(content) });
    };
    const answer = await send();
    const isToken = answer.status === 403 && !answer.headers.get("Content-Type")?.includes("json");
    if (!isToken) return answer;
    ({ token: this.token } = await askSession());
    return send();
  }

  #reach(address, options) {
    return reach(address, { ...options, signal: AbortSignal.timeout(PATIENCE_MS) });
  }
}

// Not how long each was silent: that goes by itself.
function whoDoesWhat({ phones = [] }) {
  return JSON.stringify(phones.map(({ silent, ...phone }) => phone));
}

// So many as one request may hold.
function firstOf(changes) {
  let text = 0;
  const isFull = (change) => {
    text += JSON.stringify(change).length;
    return text > MOST_TEXT;
  };
  const end = changes.slice(1, MOST_AT_ONCE).findIndex(isFull);
  return changes.slice(0, end < 0 ? MOST_AT_ONCE : end + 1);
}
