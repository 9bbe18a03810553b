// Only final scores: asks who won a tie as soon as there is one, and clears away the unfinished sheet whose game it is.

import { markPosted } from "./keeping.js";
import { startNames } from "./names.js";
import { clearAway } from "./offline.js";
import { NoConnectionError, reach } from "./session.js";

const form = document.getElementById("totals");
const tie = form.querySelector("[data-tie]");
const totals = [...form.querySelectorAll("[data-total-of]")];

function showTie() {
  const typed = totals.map((field) => field.value.trim());
  const isTied = (text) => text !== "" && typed.filter((other) => other === text).length > 1;
  tie.hidden = tie.disabled = !typed.some(isTied);
  totals.forEach((field, place) => {
    const seat = field.dataset.totalOf;
    const line = tie.querySelector(`[data-tie-of="${seat}"]`);
    const name = form.elements[`seats[${seat}].player`];
    line.hidden = !isTied(typed[place]);
    if (line.hidden) line.querySelector("input").checked = false;
    if (name) line.querySelector("[data-tie-name]").textContent = name.value.trim() || name.placeholder;
  });
}

// What is wrong is said by the page that the plain form is answered with.
async function record() {
  const warning = form.querySelector("[data-no-connection]");
  warning.hidden = true;
  const body = new FormData(form);
  body.set("action", "record");
  try {
    const answer = await reach(form.getAttribute("action"), {
      method: "POST",
      body: new URLSearchParams(body),
      headers: { "X-Requested-With": "fetch" },
    });
    if (!answer.ok || !answer.headers.get("Content-Type").startsWith("application/json")) return sendPlainly();
    const { game } = await answer.json();
    await clearAway(form.elements.entry_key.value, game);
    location.assign(game);
  } catch (error) {
    if (!(error instanceof NoConnectionError)) throw error;
    warning.hidden = false;
  }
}

function sendPlainly() {
  const field = document.createElement("input");
  Object.assign(field, { type: "hidden", name: "action", value: "record" });
  form.append(field);
  HTMLFormElement.prototype.submit.call(form);
}

form.addEventListener("input", showTie);
form.addEventListener("submit", (event) => {
  if (event.submitter?.matches("[data-record]")) {
    event.preventDefault();
    record();
  } else if (event.submitter?.matches("[data-whole-sheet]")) {
    markPosted(form.elements.entry_key.value);
  }
});
showTie();
startNames(form);
