// The end of a joint sheet: "done" of each seat, and whoever keeps the sheet records the game.

import { NoConnectionError } from "../sheets/session.js";
import { openField } from "../sheets/tabs.js";
import { hush, say, tell, written } from "../sheets/words.js";

const CHANGED_MEANWHILE = 412;
const REFUSED = 422;

export function startRecording(form, sheet, queue, line, { address, mayRecord }, { hear, notDone }) {
  const place = form.querySelector("[data-joint-recording]");
  const button = form.querySelector("[data-record]");
  const done = form.querySelector("[data-joint-done]");
  const agreement = form.querySelector("[data-joint-agreement]");
  const open = form.querySelector("[data-joint-not-done]");
  // What was tapped and has not arrived.
  let wanted = null;
  let isBusy = false;

  done.addEventListener("click", () => {
    wanted = !isDone();
    line.done = wanted;
    line.wake();
    show();
  });

  const isDone = () => wanted ?? queue.me?.done ?? false;

  function show() {
    if (line.done === null) {
      if (wanted && queue.me && !queue.me.done) tell("done", say("lookAgain"), { tone: "warning" });
      wanted = null;
    }
    place.hidden = !mayRecord();
    done.hidden = queue.isKeeper || queue.ownSeat === null;
    done.setAttribute("aria-pressed", String(isDone()));
    const isFirst = !isDone() && !mayRecord();
    done.classList.toggle("button-primary", isFirst);
    done.classList.toggle("button-secondary", !isFirst);
    agreement.hidden = done.hidden;
    agreement.textContent = say(isDone() ? "agreed" : "willAgree");
    const names = mayRecord() ? notDone() : [];
    open.hidden = names.length === 0;
    open.textContent = say("notDone", { names: names.join(", ") });
  }

  async function send() {
    if (isBusy || line.isOver) return;
    isBusy = true;
    button.setAttribute("aria-busy", "true");
    hush("sending");
    try {
      await line.flush();
      // What becomes of it is told here, not by the news.
      line.pause();
      const result = await sheet.scoreNow();
      if (!line.isOver) await settle(await line.post(address, formToSend()), result);
    } catch (error) {
      if (!(error instanceof NoConnectionError)) throw error;
      tell("sending", say("noConnection"), { tone: "warning" });
    } finally {
      isBusy = false;
      line.goOn();
      button.removeAttribute("aria-busy");
    }
  }

  function formToSend() {
    const data = new FormData(form);
    data.set("action", "record");
    return data;
  }

  async function settle(answer, result) {
    if (answer.status === REFUSED) {
      if (!sheet.refuse(await answer.text())) sayWhatIsWrong(result);
      return;
    }
    const told = await answer.json();
    if (answer.ok) {
      // Whoever recorded it sees the game, and not the question whether it is right.
      line.isOver = true;
      hear.recorded(told.game);
    } else if (answer.status === CHANGED_MEANWHILE) {
      hear.news(told.news);
      tell("sending", told.detail, { tone: "warning", actions: [{ label: say("recordNow"), run: send }] });
    } else {
      tell("sending", told.detail, { tone: "warning" });
    }
  }

  function sayWhatIsWrong(result) {
    if (!result) return;
    const [path] = [...result.violations.map((violation) => violation.path), ...result.missing];
    tell("sending", say("missing", { number: written(result.missing.length) }), { tone: "warning" });
    const control = path && form.querySelector(`[name="${CSS.escape(path)}"]`);
    if (control) openField(form, control);
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (event.submitter?.matches("[data-record]")) send();
  });

  return { show };
}
