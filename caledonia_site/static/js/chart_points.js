// The points of a line chart: one stop for the tab key, arrows between them, and a line below that says which.

import { findNew } from "./find.js";

const STEPS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

function startChart(chart, points) {
  // For the eye alone: whoever listens hears the point's own name.
  const words = document.createElement("p");
  words.className = "chart-pointed";
  words.setAttribute("aria-hidden", "true");
  chart.parentElement.after(words);
  const stopAt = (chosen) => {
    for (const point of points) point.setAttribute("tabindex", point === chosen ? "0" : "-1");
    words.textContent = chosen.getAttribute("aria-label");
  };
  points.forEach((point, index) => {
    point.addEventListener("pointerenter", () => (words.textContent = point.getAttribute("aria-label")));
    point.addEventListener("focus", () => stopAt(point));
    point.addEventListener("keydown", (event) => {
      const step = STEPS[event.key];
      if (step === undefined) return;
      event.preventDefault();
      points[Math.min(Math.max(index + step, 0), points.length - 1)].focus();
    });
  });
  stopAt(points.at(-1));
}

export function startChartPoints(root) {
  for (const chart of findNew(root, ".chart-lines")) {
    const points = [...chart.querySelectorAll("a.chart-point")];
    if (points.length) startChart(chart, points);
  }
}
