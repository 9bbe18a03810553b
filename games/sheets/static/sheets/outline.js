// The outline of a game: its fields with their choices, its pieces with their names and pictures. It comes with the
// words of the game (games/sheets/outline.py), under a name that holds its digest, and is kept for pages without a
// connection. A sheet is read and scored without it; lists of pieces are drawn from it.

import { reach } from "./session.js";

export function startOutline(address) {
  let known = null;
  let running = null;

  async function fetched() {
    // From the cache, where the rules have put it already.
    const answer = await reach(address, { cache: "default" });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    const { labels, outline } = await answer.json();
    known = {
      ...outline,
      // Pieces known by their number keep it.
      label: (key) => labels[key] ?? key.split(".").at(-1),
    };
    return known;
  }

  return {
    // The outline, or null while it is not there.
    get now() {
      return known;
    },
    // Asked again after a failure.
    load() {
      running ??= fetched().catch((error) => {
        running = null;
        throw error;
      });
      return running;
    },
  };
}
