// The tabs of seats and rounds: a link to a field opens what the field stands in, and a round leads to the next one.
// Whether one player is seen at a time is remembered.

import { keep, kept } from "./device.js";

const VIEW = "caledonia.sheet.view";
const ROUND = /\.rounds\.(\w+)\./;

// missing: gives the paths that are still blank, over all rounds. Gives back what looks again whether a round is left.
export function startTabs(form, description, missing) {
  const next = form.querySelector("[data-next-round]");
  const refresh = () => {
    if (next) showNext(form, next, description.rounds, missing());
  };
  if (kept(VIEW) === "one" && tabOf(form, "_seat")?.value === "all") checkTab(form, "_seat", "0");
  form.addEventListener("change", (event) => {
    if (event.target.name === "_round") refresh();
    if (event.target.name === "_seat") keep(VIEW, event.target.value === "all" ? "all" : "one");
  });
  next?.addEventListener("click", () => {
    const open = tabOf(form, "_round");
    openTab(form, "_seat", form.dataset.ownSeat ?? "0");
    openTab(form, "_round", String(Number(open.value) + 1));
    refresh();
    form.querySelector(".round-tabs").scrollIntoView();
    tabOf(form, "_round").focus({ preventScroll: true });
  });
  form.addEventListener("click", (event) => {
    const link = event.target.closest('a[href^="#"]');
    const target = link && document.getElementById(link.hash.slice(1));
    if (!target || !form.contains(target)) return;
    // Without the address: a :target would stay shown in every tab.
    event.preventDefault();
    openField(form, target);
    refresh();
  });
  return refresh;
}

// A game is recorded once its last round is in; until then the way on is the next round.
function showNext(form, next, rounds, blank) {
  const open = tabOf(form, "_round").value;
  // What is entered once belongs to the last round.
  const roundOf = (path) => (ROUND.test(path) ? rounds.indexOf(ROUND.exec(path)[1]) : rounds.length - 1);
  const isLeft = blank.some((path) => path.startsWith("seats[") && roundOf(path) > Number(open));
  next.hidden = !isLeft;
  form.querySelector("[data-record]").hidden = isLeft;
}

// Opens what the field stands in, and goes there.
export function openField(form, target) {
  const seat = target.closest("td[data-seat]")?.dataset.seat;
  const round = target.closest("tbody[data-round]")?.dataset.round;
  if (seat !== undefined) openTab(form, "_seat", seat);
  if (round !== undefined) openTab(form, "_round", round);
  for (let part = target; part && part !== form; part = part.parentElement) if (part.matches("details")) part.open = true;
  const control = target.matches("details, fieldset") ? target.querySelector("summary, select, input") : target;
  control.focus();
}

// "All" shows the field already.
function openTab(form, name, value) {
  if (tabOf(form, name)?.value !== "all") checkTab(form, name, value);
}

function checkTab(form, name, value) {
  const tab = form.querySelector(`[name="${name}"][value="${value}"]`);
  if (tab) tab.checked = true;
}

function tabOf(form, name) {
  return form.querySelector(`[name="${name}"]:checked`);
}
