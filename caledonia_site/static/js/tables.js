// Says (by data attributes the style sheet reads) that a table goes on beyond its edge.

import { findNew } from "./find.js";

function mark(box) {
  box.dataset.scrolled = String(box.scrollLeft > 0);
  box.dataset.more = String(box.scrollLeft + box.clientWidth < box.scrollWidth - 1);
}

export function startTables(root) {
  for (const box of findNew(root, ".table-scroll")) {
    box.addEventListener("scroll", () => mark(box), { passive: true });
    new ResizeObserver(() => mark(box)).observe(box);
  }
}
