// Where a score begins: the sheets this phone fills together with others.

import { NoConnectionError, reach } from "../sheets/session.js";
import { timeOf } from "../sheets/words.js";
import { forgetSheet, keptSheets, queuesBeside } from "./kept.js";

const place = document.querySelector("[data-joint-here]");

function show() {
  const items = keptSheets().map(itemOf);
  if (items.length === 0) {
    place.replaceChildren();
    return;
  }
  const section = document.getElementById("joint-sheets-here").content.firstElementChild.cloneNode(true);
  section.querySelector("ul").append(...items);
  place.replaceChildren(section);
}

function itemOf({ address, system, names, savedAt }) {
  const item = document.getElementById("joint-sheet-here").content.firstElementChild.cloneNode(true);
  const link = item.querySelector("a");
  link.href = address;
  link.textContent = document.getElementById(`start-${system}`)?.textContent ?? system;
  item.querySelector("[data-names]").textContent = names.filter(Boolean).join(", ");
  item.querySelector("[data-time]").textContent = timeOf(savedAt);
  return item;
}

// One that is over goes, unless something typed here never got there: its page shows that.
async function look() {
  for (const { key, address, news } of keptSheets()) {
    const headers = { Accept: "application/json", "If-None-Match": `"${news.revision}"` };
    const answer = await reach(`${address}news/?since=${news.revision}`, { headers });
    if ([404, 410].includes(answer.status) && queuesBeside(key, "").length === 0) forgetSheet(key);
  }
  show();
}

async function showAll() {
  show();
  try {
    await look();
  } catch (error) {
    if (!(error instanceof NoConnectionError)) throw error;
  }
}

addEventListener("pageshow", showAll);
