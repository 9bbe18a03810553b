// A score sheet in the browser of one person: keeps what they type, sends it when it is finished. The page works as a
// plain form without any of it. What this relies on is written down in games/sheets/__init__.py.

import { Keeper } from "./keeping.js";
import { clearArrived, startOffline } from "./offline.js";
import { startNames } from "./names.js";
import { startSending } from "./sending.js";
import { startServerDrafts } from "./server_drafts.js";
import { askSession, NoConnectionError } from "./session.js";
import { startSheet } from "./sheet.js";
import { tellOfGame } from "./words.js";

const form = document.getElementById("sheet");
const sheet = startSheet(form);
const keeper = new Keeper(form, sheet.refresh);
sheet.onChange(() => keeper.changed());
const sending = startSending(form, keeper, {
  request: sheet.look,
  scoreNow: sheet.scoreNow,
  refuse: sheet.refuse,
});
const lookForGame = startServerDrafts(form, keeper, sending);
sheet.show();
startNames(form);
await clearArrived(({ game }) => tellOfGame(game));
await keeper.open();
if (keeper.isTouched) sheet.refresh();
await sending.resume();
lookForGame();
startOffline();
try {
  keeper.account = (await askSession()).account;
} catch (error) {
  // Asked again when the sheet is sent.
  if (!(error instanceof NoConnectionError)) throw error;
}
