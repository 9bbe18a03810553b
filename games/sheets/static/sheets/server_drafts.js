// Keeps the sheet of somebody who is signed in on the server too, so that another device can go on with it.

import { newKey, saveDraft } from "./drafts.js";
import { sameFields } from "./fields.js";
import { askSession, NoConnectionError, reach } from "./session.js";
import { say, tell, timeOf } from "./words.js";

const PAUSE_MS = 1_500;
const CONFLICT = 412;
const RECORDED = 410;

// Gives back what asks whether a draft that is gone on with has become a game in the meantime.
export function startServerDrafts(form, keeper, { askToSignIn }) {
  if (!form.dataset.draftUrl) return () => {};
  const folder = form.dataset.draftUrl.replace(/[^/]+$/, "");
  let token = form.elements.csrfmiddlewaretoken.value;
  let timer = 0;
  let isSending = false;
  let isAsking = false;
  const isFromServer = new URLSearchParams(location.search).has("draft");

  const plan = (delay = PAUSE_MS) => {
    clearTimeout(timer);
    timer = setTimeout(keep, delay);
  };

  async function put(fields) {
    const body = { system: form.dataset.system, content: { fields }, revision: keeper.revision };
    return reach(folder + keeper.key, {
      method: "PUT",
      headers: { "Content-Type": "application/json", "X-CSRFToken": token },
      body: JSON.stringify(body),
    });
  }

  async function keep() {
    if (isAsking || keeper.isOver) return;
    // Finished and on its way, or kept at this moment.
    if (isSending || keeper.isBeingSent || form.inert) {
      plan();
      return;
    }
    isSending = true;
    const { key, fields } = keeper;
    try {
      let answer = await put(fields);
      if (answer.status === 403) {
        // The page came from a copy, or somebody signed in anew: its token is no longer good.
        ({ token } = await askSession());
        answer = await put(fields);
      }
      // Recorded, or started afresh, in the meantime.
      if (keeper.isOver || keeper.key !== key) return;
      await settle(answer, fields);
    } catch (error) {
      if (!(error instanceof NoConnectionError)) throw error;
    } finally {
      isSending = false;
    }
  }

  async function settle(answer, fields) {
    if (answer.status === 401) {
      askToSignIn();
    } else if (answer.status === CONFLICT) {
      const theirs = await answer.json();
      if (sameFields(theirs.content.fields, fields)) keeper.keptAs(theirs.revision, fields);
      else askWhich(theirs);
    } else if (answer.status === RECORDED) {
      leaveToTheGame(await answer.json());
    } else if (answer.status === 409) {
      const { code } = await answer.json();
      if (code === "entry_key_taken") keeper.takeNewKey();
    } else if (answer.ok) {
      const { revision } = await answer.json();
      keeper.keptAs(revision, fields);
      // Typed while it was on its way.
      if (!sameFields(fields, keeper.fields)) plan();
    }
  }

  // Recorded on another device. What was typed here and nowhere else stays, as a sheet of its own.
  function leaveToTheGame({ game }) {
    const actions = game ? [{ label: say("seeGame"), address: game }] : [];
    const hasMore = !keeper.keptFields || !sameFields(keeper.keptFields, keeper.fields);
    if (hasMore) keeper.takeNewKey();
    else if (game && isFromServer) {
      keeper.forget();
      location.replace(game);
      return;
    } else keeper.beginAnother();
    tell("restored", say(hasMore ? "recordedWithoutMine" : "recordedElsewhere"), { tone: "warning", actions });
  }

  async function look() {
    const { key } = keeper;
    if (keeper.revision === 0) return;
    try {
      const answer = await reach(folder + key);
      if (answer.status !== RECORDED || keeper.isOver || keeper.key !== key) return;
      leaveToTheGame(await answer.json());
    } catch (error) {
      if (!(error instanceof NoConnectionError)) throw error;
    }
  }

  // Whichever is chosen, the other one stays in the list of sheets on this device.
  function askWhich(theirs) {
    isAsking = true;
    const decide = (goOn) => () => {
      isAsking = false;
      goOn();
    };
    tell("conflict", say("conflict", { time: timeOf(theirs.updated_at) }), {
      tone: "warning",
      mustAnswer: true,
      actions: [
        { label: say("takeTheirs"), run: decide(() => takeTheirs(theirs)) },
        { label: say("keepMine"), run: decide(() => keepMine(theirs)) },
      ],
    });
  }

  function takeTheirs(theirs) {
    const mine = keeper.draft;
    saveDraft({ ...mine, key: newKey(), revision: 0 });
    keeper.replaceBy({ ...mine, fields: theirs.content.fields, revision: theirs.revision });
  }

  function keepMine(theirs) {
    const { fields } = theirs.content;
    const names = keeper.kinds.map((_, seat) => fields[`seats[${seat}].player`]?.[0] ?? "");
    saveDraft({ ...keeper.draft, key: newKey(), names, fields, revision: 0 });
    keeper.revision = theirs.revision;
    plan(0);
  }

  keeper.listeners.push(() => plan());
  addEventListener("online", () => plan(0));
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden" && keeper.isTouched) plan(0);
  });
  return look;
}
