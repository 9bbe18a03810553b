// Small conveniences on top of pages that work without any of them.

import { startChartPoints } from "./chart_points.js";
import { startDialogs } from "./dialogs.js";
import { startSteppers } from "./stepper.js";
import { startTables } from "./tables.js";
import { startTabs } from "./tabs.js";
import { startToasts } from "./toasts.js";
import "./time_zone.js";

function start(root) {
  startChartPoints(root);
  startDialogs(root);
  startSteppers(root);
  startTables(root);
  startTabs(root);
  startToasts(root);
}

start(document);
// What is wrong with a form comes first; samples on the style page are not wrong.
document.querySelector(".error-summary:not([data-sample] *)")?.focus();
// Parts of a page that htmx brings in later.
document.addEventListener("htmx:load", (event) => {
  if (event.detail.elt !== document.body) start(event.detail.elt);
});
