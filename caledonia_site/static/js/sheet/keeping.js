// Keeps what is typed into a sheet, from the first change until the game is recorded.
//
// A sheet has a key of its own from the moment it is opened. It stays with the page over reloads; a sheet opened anew
// goes on with the newest unfinished one of the same table, unless that one is open in another tab or on its way.

import {
  addressOf, allDrafts, fieldsOf, fillForm, newKey, newSecret, readDraft, removeDraft, sameFields, saveDraft,
} from "./drafts.js";
import { inOutbox } from "./outbox.js";
import { say, tell, timeOf } from "./words.js";

const POSTED = "caledonia.posted";

export class Keeper {
  constructor(form, refresh) {
    this.form = form;
    this.refresh = refresh;
    this.revision = Number(form.elements.draft_revision?.value ?? 0);
    this.listeners = [];
    // Whoever is faster than the scripts has typed already.
    this.isTouched = [...form.elements].some(isChanged);
    this.account = "";
    const isKind = ([name]) => /^seats\[\d+\]\.kind$/.test(name);
    this.kinds = [...new FormData(form)].filter(isKind).map(([, kind]) => kind);
  }

  // A correction goes on from one version of one game.
  get key() {
    const { entry_key: key, expected_version: version } = this.form.elements;
    return key ? key.value : `${this.form.getAttribute("action")} ${version.value}`;
  }

  get isNewGame() {
    return "entry_key" in this.form.elements;
  }

  get draft() {
    const fields = fieldsOf(new FormData(this.form));
    return {
      key: this.key,
      system: this.form.dataset.system,
      kinds: this.kinds,
      names: this.kinds.map((_, seat) => fields[`seats[${seat}].player`]?.[0] ?? ""),
      fields,
      secret: this.form.elements.edit_secret?.value ?? "",
      account: this.account,
      revision: this.revision,
      page: this.isNewGame ? "" : location.pathname,
    };
  }

  get address() {
    return addressOf(this.draft);
  }

  async open() {
    const wasPosted = takeMark() === this.key;
    const isFromServer = new URLSearchParams(location.search).has("draft");
    const found = wasPosted ? null : await this.find(isFromServer);
    if (found && !this.isTouched) {
      this.goOn(found);
    } else if (this.isNewGame && !wasPosted && !isFromServer) {
      removeDraft(this.key);
      this.begin();
    }
    this.hold();
    if (wasPosted && this.isNewGame) {
      // The answer to a sent form: reloading it opens the sheet with its draft, and sends nothing again.
      history.replaceState({ ...history.state, draft: this.key }, "", this.address);
      this.changed();
    } else if (this.isTouched) {
      this.changed();
    }
  }

  async find(isFromServer) {
    if (isFromServer || !this.isNewGame) return this.findUnkept();
    const asked = /^#draft=(.+)$/.exec(location.hash)?.[1] ?? history.state?.draft;
    const fits = (draft) =>
      !draft.page && draft.system === this.form.dataset.system && String(draft.kinds) === String(this.kinds);
    const wanted = asked && readDraft(asked);
    if (wanted && fits(wanted)) return wanted;
    const busy = new Set([...(await keysOpenElsewhere()), ...(await keysOnTheirWay())]);
    return allDrafts().find((draft) => fits(draft) && !busy.has(draft.key)) ?? null;
  }

  // What this browser has of the very sheet the server shows. Where both went on, the server's is shown and ours becomes
  // a sheet of its own.
  findUnkept() {
    const own = readDraft(this.key);
    if (!own || own.kept || sameFields(own.fields, fieldsOf(new FormData(this.form)))) return null;
    if (own.revision === this.revision) return own;
    saveDraft({ ...own, key: newKey(), revision: 0 });
    tell("restored", say("otherCopy", { time: timeOf(own.savedAt) }));
    return null;
  }

  begin() {
    this.take({ key: newKey(), secret: newSecret(), revision: 0 });
    // A copy kept for days without a connection still shows the day it was made.
    const day = this.form.elements.played_on;
    const today = new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
    if (day && day.value === day.defaultValue) day.value = today;
  }

  goOn(draft) {
    if (this.isNewGame) this.take(draft);
    fillForm(this.form, draft.fields);
    this.refresh();
    tell("restored", say("restored", { time: timeOf(draft.savedAt) }), {
      actions: [{ label: say("afresh"), run: () => this.startAfresh() }],
    });
  }

  startAfresh() {
    const before = this.draft;
    const empty = () => {
      this.form.reset();
      if (this.isNewGame) this.begin();
      else removeDraft(this.key);
    };
    empty();
    this.refresh();
    this.hold();
    tell("restored", say("startedAfresh"), {
      actions: [{ label: say("undo"), run: () => this.replaceBy({ ...before, savedAt: Date.now() }) }],
    });
  }

  replaceBy(draft) {
    if (this.isNewGame) this.take(draft);
    fillForm(this.form, draft.fields);
    this.hold();
    this.refresh();
    this.changed();
  }

  take({ key, secret, revision }) {
    const { entry_key: keyField, edit_secret: secretField, draft_revision: revisionField } = this.form.elements;
    keyField.value = key;
    if (secretField && secret) secretField.value = secret;
    this.revision = revision ?? 0;
    revisionField.value = this.revision;
    history.replaceState({ ...history.state, draft: key }, "");
  }

  // The server has it, as this revision.
  keptAs(revision, fields) {
    this.revision = revision;
    this.form.elements.draft_revision.value = revision;
    saveDraft({ ...this.draft, fields, kept: true });
  }

  changed() {
    this.isTouched = true;
    if (!saveDraft(this.draft)) tell("full", say("notKept"), { tone: "warning" });
    for (const listener of this.listeners) listener();
  }

  forget() {
    removeDraft(this.key);
    // Of a correction also what goes on from an earlier version: somebody else's change came in between.
    const isOfThisGame = ({ page }) => page && page === this.draft.page;
    for (const draft of allDrafts().filter(isOfThisGame)) removeDraft(draft.key);
  }

  // The answer to a sent form shows what was sent, so there is nothing to bring back.
  markAsPosted() {
    sessionStorage.setItem(POSTED, this.key);
  }

  // As long as the page is open, other tabs leave this draft alone.
  hold() {
    this.release?.();
    if (!navigator.locks || !this.isNewGame) return;
    const closed = new Promise((resolve) => (this.release = resolve));
    navigator.locks.request(`caledonia.draft.${this.key}`, { ifAvailable: true }, () => closed);
  }
}

function isChanged(control) {
  if (!control.name || control.name.startsWith("_") || control.type === "hidden") return false;
  if (control.matches("select")) {
    const preset = [...control.options].findIndex((option) => option.defaultSelected);
    return control.selectedIndex !== Math.max(0, preset);
  }
  if (control.type === "checkbox" || control.type === "radio") return control.checked !== control.defaultChecked;
  return control.type !== "submit" && control.type !== "file" && control.value !== control.defaultValue;
}

function takeMark() {
  const mark = sessionStorage.getItem(POSTED);
  sessionStorage.removeItem(POSTED);
  return mark;
}

async function keysOpenElsewhere() {
  if (!navigator.locks) return [];
  const { held } = await navigator.locks.query();
  return held.map(({ name }) => name.replace("caledonia.draft.", ""));
}

async function keysOnTheirWay() {
  const entries = await inOutbox().catch(() => []);
  return entries.map((entry) => entry.key);
}
