// The page of a sheet that is over: what was typed on this phone and never got there is shown once more.

import { forgetSheet, queuesBeside } from "./kept.js";

const place = document.querySelector("[data-joint-over]");
const { key } = place.dataset;
const unsent = queuesBeside(key, "").flatMap(({ waiting }) => waiting);

if (unsent.length > 0) {
  const last = new Map(unsent.map((change) => [change.name, change]));
  const lines = [...last.values()].map(({ called, values }) => {
    const line = document.createElement("li");
    line.textContent = `${called}: ${values.join(", ") || "–"}`;
    return line;
  });
  place.querySelector("ul").replaceChildren(...lines);
  place.hidden = false;
  place.querySelector("button").addEventListener("click", () => {
    forgetSheet(key);
    place.hidden = true;
  });
} else {
  forgetSheet(key);
}
navigator.serviceWorker?.controller?.postMessage({ forgetPage: place.dataset.page });
