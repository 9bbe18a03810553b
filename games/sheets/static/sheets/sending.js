// Sends the finished sheet. With a connection it becomes a game at once; without one it waits in the outbox, and the
// page says so.

import { fieldsOf, sameFields } from "./fields.js";
import { addressOfWaiting, askForSync, clearAway } from "./offline.js";
import { deliver, findEntry, hearNews, NoConnectionError, putIntoOutbox, sendEntry, takeOut } from "./outbox.js";
import { askSession } from "./session.js";
import { openField } from "./tabs.js";
import { hush, say, tell, written } from "./words.js";

export function startSending(form, keeper, { request, scoreNow, refuse }) {
  let hasArrived = false;
  let isBusy = false;
  let isLeaving = false;

  const takeBack = (key) => ({
    label: say("change"),
    run: async () => {
      await takeOut(key);
      lock(false);
    },
  });

  const askToSignIn = (...more) =>
    tell("sending", say("signedOut"), {
      tone: "warning",
      mustAnswer: more.length > 0,
      actions: [
        { label: say("signIn"), address: `/account/login/?next=${encodeURIComponent(keeper.address)}` },
        ...more,
      ],
    });

  const sayThatItWaits = async (key) => {
    lock(true);
    const address = await addressOfWaiting(key);
    const seeGame = address ? [{ label: say("seeGame"), address }] : [];
    tell("sending", say("waiting"), { tone: "warning", mustAnswer: true, actions: [takeBack(key), ...seeGame] });
  };

  const sayThatItMustBeSignedIn = (key) => {
    lock(true);
    askToSignIn(takeBack(key));
  };

  async function sendNewGame() {
    const { key, system, names, title, account } = keeper.draft;
    const entry = {
      key,
      system,
      names,
      title,
      account,
      address: form.getAttribute("action"),
      fields: [...new FormData(form)],
      request: request(),
      draft: keeper.address,
      finishedAt: Date.now(),
      state: "waiting",
    };
    const other = await findEntry(key).catch(() => undefined);
    // Finished in another tab with other values: neither takes the other's place unseen.
    if (["waiting", "signin"].includes(other?.state) && !sameFields(fieldsOf(other.fields), keeper.fields)) {
      sayThatItIsAnother({ detail: say("waitsAlready"), game: await addressOfWaiting(key) });
      return;
    }
    try {
      await putIntoOutbox(entry);
    } catch {
      // A browser that keeps nothing for us can still send.
      return sendAtOnce();
    }
    try {
      const outcome = await sendEntry(key);
      // Another tab has sent it and cleared it away.
      if (!outcome) return;
      if (outcome.state === "signin") sayThatItMustBeSignedIn(key);
      if (outcome.state !== "refused") return;
      await takeOut(key);
      await sayWhy(outcome);
    } catch (error) {
      if (!(error instanceof NoConnectionError)) throw error;
      await wait(key);
    }
  }

  // A game without a connection has its page as well, made on this device.
  async function wait(key) {
    await askForSync();
    const address = await addressOfWaiting(key);
    if (address) location.assign(address);
    else await sayThatItWaits(key);
  }

  // While a sheet is on its way nothing can be typed that would not arrive.
  function lock(isLocked) {
    form.inert = isLocked;
    form.dataset.state = isLocked ? "waiting" : "";
  }

  // Sent from here, so that its draft goes when it has arrived and not before.
  async function sendAtOnce() {
    const fields = [...new FormData(form)];
    const outcome = await deliver({ account: keeper.account, address: form.getAttribute("action"), fields });
    if (outcome.state === "signin") {
      askToSignIn();
    } else if (outcome.state === "refused") {
      await sayWhy(outcome);
    } else {
      hasArrived = true;
      keeper.forget();
      location.assign(outcome.game);
    }
  }

  async function sayWhy({ page, spent }) {
    if (spent) sayThatItIsAnother(spent);
    else if (refuse(page)) keeper.changed();
    else await sendPlainly();
  }

  // Under its key another game was recorded. It stays here, and one tap sends it under a new one.
  function sayThatItIsAnother({ detail, game }) {
    keeper.takeNewKey();
    const seeGame = game ? [{ label: say("seeGame"), address: game }] : [];
    tell("sending", detail, {
      tone: "warning",
      mustAnswer: true,
      actions: [{ label: say("sendAsNew"), run: send }, ...seeGame],
    });
  }

  // As a plain form, for answers that are no sheet: they are shown as they are.
  async function sendPlainly() {
    const { token, account } = await askSession();
    if (keeper.account && keeper.account !== account) {
      askToSignIn();
      return;
    }
    form.elements.csrfmiddlewaretoken.value = token;
    keeper.markAsPosted();
    isLeaving = true;
    pressRecord(form);
  }

  async function send() {
    // A second tap while the first is under way, or while the browser leaves the page.
    if (isBusy || hasArrived) return;
    isBusy = keeper.isBeingSent = true;
    const button = form.querySelector("[data-record]");
    button.setAttribute("aria-busy", "true");
    hush("sending");
    let wrong = null;
    try {
      const result = await scoreNow();
      if (result && !(result.complete && isConfirmed(result))) wrong = result;
      // What is wrong never waits in the outbox.
      await (keeper.isNewGame && !wrong ? sendNewGame() : sendAtOnce());
    } catch (error) {
      if (!(error instanceof NoConnectionError)) throw error;
      if (wrong) sayWhatIsWrong(wrong);
      else tell("sending", say("noConnection"), { tone: "warning" });
    } finally {
      isBusy = isLeaving;
      keeper.isBeingSent = false;
      button.removeAttribute("aria-busy");
    }
  }

  // As the rules on this device found it: nobody else can be asked.
  function sayWhatIsWrong({ missing, violations }) {
    const [path] = [...violations.map((violation) => violation.path), ...missing];
    const text = say("missingOffline", { number: written(missing.length) });
    tell("sending", violations.length > 0 || missing.length === 0 ? say("wrongOffline") : text, { tone: "warning" });
    const control = path ? form.querySelector(`[name="${path}"]`) : form.querySelector("[data-warnings-key]");
    if (control) openField(form, control);
  }

  const isConfirmed = ({ warnings }) =>
    warnings.length === 0 || form.querySelector("[data-warnings-key]").checked;

  form.addEventListener("submit", (event) => {
    if (event.submitter?.matches("[data-record]")) {
      event.preventDefault();
      send();
    } else {
      keeper.markAsPosted();
    }
  });

  hearNews(async ({ key, state, game, page, spent }) => {
    if (key !== keeper.key) return;
    if (state === "sent") {
      hasArrived = true;
      keeper.forget();
      await clearAway(key, game);
      location.assign(game);
      return;
    }
    // Sent from here a moment ago: whoever tapped is answered there.
    if (isBusy) return;
    if (state === "signin") sayThatItMustBeSignedIn(key);
    if (state === "refused") await lookAgain(key, { page, spent });
  });

  // It has waited and was refused. Nobody has tapped anything, so an answer that is no sheet is not opened either.
  async function lookAgain(key, { page, spent }) {
    await takeOut(key);
    lock(false);
    hush("sending");
    if (spent) sayThatItIsAnother(spent);
    else if (page && refuse(page)) keeper.changed();
    else tell("sending", say("refused"), { tone: "warning" });
  }

  // Coming back to a sheet that has become a game: the next one is another game.
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    isBusy = isLeaving = false;
    if (hasArrived) location.reload();
  });

  // The sheet of a page that was closed while it waited.
  async function resume() {
    const entry = await findEntry(keeper.key).catch(() => undefined);
    if (!entry) return;
    if (entry.state === "refused") {
      await lookAgain(entry.key, {});
    } else if (entry.state === "signin") {
      sayThatItMustBeSignedIn(entry.key);
    } else {
      await sayThatItWaits(entry.key);
    }
  }

  return { askToSignIn, resume };
}

// Without the button's own event, which would lead here again.
function pressRecord(form) {
  const field = document.createElement("input");
  Object.assign(field, { type: "hidden", name: "action", value: "record" });
  form.append(field);
  HTMLFormElement.prototype.submit.call(form);
}
