// Who is at the table: the row of those who are here, where each of them types, who is done, whose phone is silent.

import { hush, say, tell } from "../sheets/words.js";
import { initialOf, nameOfPhone, nameOfSeat, placeOf, sayCount } from "./wording.js";

const SILENT_MS = 120_000;
const LOOK_MS = 10_000;

export function startPeople(form, queue, { manage }) {
  const bar = document.querySelector("[data-joint-bar]");
  const said = document.querySelector("[data-joint-said]");
  // When each phone was heard last, by this device's clock.
  let heard = new Map();
  let before = null;
  let isLost = false;

  const isSilent = ({ number }) => Date.now() - heard.get(number) >= SILENT_MS;
  const phones = () => queue.table.phones ?? [];
  const name = (phone) => nameOfPhone(form, phone);

  function show() {
    const silence = (phone) => Date.now() - phone.silent * 1_000;
    heard = new Map(phones().map((phone) => [phone.number, silence(phone)]));
    tellOfChanges();
    showBar();
    showWhere();
    showDone();
    showSilent();
  }

  function showBar() {
    const here = phones().filter((phone) => !isSilent(phone));
    bar.querySelector("[data-joint-count]").textContent = sayCount("here", here.length);
    bar.querySelector("[data-joint-people]").replaceChildren(...phones().map(personOf));
  }

  function personOf(phone) {
    const person = document.getElementById("joint-person").content.firstElementChild.cloneNode(true);
    const isAway = isSilent(phone);
    person.classList.toggle("joint-silent", isAway);
    person.classList.toggle("joint-reader", phone.seat === null);
    person.classList.toggle("joint-self", phone.number === queue.phone);
    person.querySelector("[data-initial]").textContent = initialOf(name(phone));
    const states = [
      phone.number === queue.phone && say("you"),
      phone.number === queue.table.keeper && say("keeps"),
      phone.seat === null && say("watches"),
      phone.done && say("isDone"),
      isAway && say("isSilent"),
    ];
    const text = [name(phone), ...states.filter(Boolean)].join(", ");
    person.querySelector("[data-text]").textContent = text;
    person.title = text;
    return person;
  }

  // A frame with an initial on the cell somebody else is in.
  function showWhere() {
    for (const cell of form.querySelectorAll("[data-joint-at]")) delete cell.dataset.jointAt;
    for (const phone of phones()) {
      if (phone.number === queue.phone || !phone.at || isSilent(phone)) continue;
      const cell = placeOf(form, phone.at);
      if (cell) cell.dataset.jointAt = (cell.dataset.jointAt ?? "") + initialOf(name(phone));
    }
  }

  function showDone() {
    const done = new Set(phones().filter((phone) => phone.done).map(({ seat }) => seat));
    for (const slot of form.querySelectorAll("thead [data-name]")) {
      const head = slot.closest("th");
      const isDone = done.has(Number(slot.dataset.name));
      if (Boolean(head.querySelector(".joint-done")) === isDone) continue;
      const tick = document.getElementById("joint-done").content.firstElementChild;
      if (isDone) head.querySelector("[data-total]").before(tick.cloneNode(true));
      else head.querySelector(".joint-done").remove();
    }
  }

  // A phone that nobody hears: its column can be filled by somebody else. Without a connection we are the silent one.
  function showSilent() {
    const missed = isLost ? null : missedPhone();
    if (!missed) {
      hush("silent");
      return;
    }
    const { of, text, label, request } = missed;
    const shown = document.querySelector('.toast[data-kind="silent"]');
    if (shown?.dataset.of === of || sentAway.has(of)) return;
    tell("silent", text, { tone: "warning", actions: [{ label, run: () => manage(request) }] });
    const toast = document.querySelector('.toast[data-kind="silent"]');
    toast.dataset.of = of;
    toast.querySelector("[data-close]").addEventListener("click", () => sentAway.add(of));
  }

  function missedPhone() {
    const keeper = phones().find(({ number }) => number === queue.table.keeper);
    if (queue.isKeeper) {
      const silent = phones().find((phone) => phone.number !== queue.phone && phone.seat !== null && isSilent(phone));
      if (!silent) return null;
      const request = { do: "free_seat", seat: silent.seat };
      return { of: `${silent.number}`, text: silenceOf(silent), label: say("takeColumn"), request };
    }
    if (queue.ownSeat === null || (keeper && !isSilent(keeper))) return null;
    const text = keeper ? silenceOf(keeper) : say("keeperLeft");
    return { of: "keeper", text, label: say("takeOver"), request: { do: "take_over" } };
  }

  function silenceOf(phone) {
    const minutes = Math.floor((Date.now() - heard.get(phone.number)) / 60_000);
    return sayCount("silentFor", minutes, { name: name(phone) });
  }

  // What somebody sent away is said again when the phone was heard in between.
  const sentAway = new Set();

  // For those who do not see it: who came and went, and who is done; never every key.
  function tellOfChanges() {
    const now = new Map(phones().map((phone) => [phone.number, phone]));
    const news = [];
    for (const [number, phone] of before ? now : []) {
      const earlier = before.get(number);
      if (number === queue.phone) continue;
      if (!earlier) news.push(say("joined", { name: name(phone) }));
      if (earlier && !earlier.done && phone.done) news.push(say("nowDone", { name: name(phone) }));
      if (!isSilent(phone)) sentAway.delete(number === queue.table.keeper ? "keeper" : `${number}`);
    }
    for (const [number, phone] of before ?? []) if (!now.has(number)) news.push(say("left", { name: name(phone) }));
    before = now;
    if (news.length > 0) said.textContent = news.join(" ");
  }

  setInterval(() => {
    showBar();
    showSilent();
  }, LOOK_MS);

  return {
    show,
    setLost(value) {
      isLost = value;
      showSilent();
    },
    // Seats that nobody has called done, besides the reader's own.
    notDone() {
      const done = new Set(phones().filter((phone) => phone.done || phone.number === queue.phone).map(({ seat }) => seat));
      const open = phones().filter(({ seat }) => seat !== null && !done.has(seat));
      return open.map(({ seat }) => nameOfSeat(form, seat));
    },
    name: (number) => name(phones().find((phone) => phone.number === number)),
  };
}
