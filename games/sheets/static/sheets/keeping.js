// Keeps what is typed into a sheet, from the first change until the game is recorded.
//
// A sheet has a key of its own from the moment it is opened. It stays with the page over reloads; a sheet opened anew
// goes on with the newest unfinished one of the same table, unless that one is open in another tab or on its way. Of a
// prepared sheet (a table of a tournament, a game of a schedule) that is only one that was begun for that table and the
// people who sit there now. A draft somebody asks for may lose its table, never get one.

import {
  addressOf, addressWithoutTable, allDrafts, newKey, newSecret, purposeOf, readDraft, removeDraft, saveDraft,
} from "./drafts.js";
import { fieldsOf, fillForm, sameFields } from "./fields.js";
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
    // The sheet has become a game: whatever is still on its way changes nothing any more.
    this.isOver = false;
    this.isBeingSent = false;
    // What the server has of it.
    this.keptFields = null;
    const asked = new URLSearchParams(location.search);
    // The server takes a table that is not waiting out of the address, so this page is the copy that opens without a
    // connection: it knows neither tables nor clubs.
    this.isKeptCopy = asked.has("prepared") && !form.elements.prepared;
    for (const name of ["prepared", "club"]) this.carry(name, asked.get(name));
    this.title = document.querySelector("[data-prepared-title]")?.textContent ?? "";
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
      title: this.title,
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

  get fields() {
    return fieldsOf(new FormData(this.form));
  }

  // Along with the sheet goes what the page has no field for.
  carry(name, value) {
    const field = this.form.elements[name];
    if (!value || (field && !field.dataset.carried)) return;
    if (field) {
      field.value = value;
      return;
    }
    const made = document.createElement("input");
    Object.assign(made, { type: "hidden", name, value });
    made.dataset.carried = "yes";
    this.form.append(made);
  }

  async open() {
    const wasPosted = takeMark() === this.key;
    const isFromServer = new URLSearchParams(location.search).has("draft");
    if (isFromServer) this.keptFields = this.fields;
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
    const wanted = asked && readDraft(asked);
    const { prepared } = purposeOf(this.fields);
    if (wanted && this.hasSeatsOf(wanted) && (!prepared || this.isPurposeOf(wanted))) return wanted;
    // The same people again are another game than the one somebody left unfinished.
    if (new URLSearchParams(location.search).has("again")) return null;
    const busy = new Set([...(await keysOpenElsewhere()), ...(await keysOnTheirWay())]);
    const free = allDrafts().filter((draft) => this.hasSeatsOf(draft) && !busy.has(draft.key));
    const found = free.find((draft) => this.isPurposeOf(draft) && this.isClubOf(draft));
    if (!found && prepared) this.tellOfOtherPeople(free);
    return found ?? null;
  }

  hasSeatsOf(draft) {
    return (
      !draft.page && draft.system === this.form.dataset.system && String(draft.kinds) === String(this.kinds)
    );
  }

  isPurposeOf(draft) {
    const own = purposeOf(this.fields);
    const theirs = purposeOf(draft.fields);
    if (own.prepared !== theirs.prepared) return false;
    return this.isKeptCopy ? theirs.seated !== "" : own.seated === theirs.seated;
  }

  // Whoever comes from a club's page begins a sheet of that club.
  isClubOf(draft) {
    const club = new URLSearchParams(location.search).get("club");
    return !club || this.form.elements.club?.value !== club || draft.fields.club?.[0] === club;
  }

  // Drawn anew since: what was typed for the people before is no sheet of this table.
  tellOfOtherPeople(drafts) {
    const { prepared } = purposeOf(this.fields);
    const before = drafts.find((draft) => purposeOf(draft.fields).prepared === prepared);
    if (!before) return;
    tell("restored", say("otherPeople", { time: timeOf(before.savedAt) }), {
      tone: "warning",
      actions: [{ label: say("openBefore"), address: addressWithoutTable(before) }],
    });
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
    this.fill(draft);
    this.refresh();
    tell("restored", say("restored", { time: timeOf(draft.savedAt) }), {
      actions: [{ label: say("afresh"), run: () => this.startAfresh() }],
    });
  }

  fill(draft) {
    fillForm(this.form, draft.fields);
    for (const name of ["club", "seated_people"]) this.carry(name, draft.fields[name]?.[0]);
    if (draft.kept) this.keptFields = draft.fields;
    if (!this.isKeptCopy) return;
    this.carry("seated", purposeOf(draft.fields).seated);
    this.account ||= draft.account;
    this.title = draft.title ?? "";
    const line = document.createElement("p");
    line.className = "muted";
    line.textContent = this.title;
    document.querySelector(".sheet-head").append(line);
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
    this.fill(draft);
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
    // Reloaded, the page goes on with this sheet and not with the one its address asked for.
    const before = new URLSearchParams(location.search).get("draft");
    const address = before && before !== key ? this.address : location.pathname + location.search;
    history.replaceState({ ...history.state, draft: key }, "", address);
  }

  // The key belongs to a recorded game, or to somebody else: what is typed here goes on as another sheet.
  takeNewKey() {
    const spent = this.key;
    this.keptFields = null;
    this.take({ key: newKey(), secret: newSecret(), revision: 0 });
    this.hold();
    this.changed();
    removeDraft(spent);
  }

  // What is shown has become a game elsewhere, and nobody has typed anything since.
  beginAnother() {
    removeDraft(this.key);
    this.form.reset();
    this.keptFields = null;
    this.isTouched = false;
    this.begin();
    this.hold();
    this.refresh();
  }

  // The server has it, as this revision.
  keptAs(revision, fields) {
    this.keptFields = fields;
    this.revision = revision;
    this.form.elements.draft_revision.value = revision;
    saveDraft({ ...this.draft, fields, kept: true });
  }

  changed() {
    if (this.isOver) return;
    this.isTouched = true;
    // So that a reload without a connection finds the copy of such a sheet.
    const { address } = this;
    if (purposeOf(this.fields).prepared && !location.href.endsWith(address)) {
      history.replaceState(history.state, "", address);
    }
    if (!saveDraft(this.draft)) tell("full", say("notKept"), { tone: "warning" });
    for (const listener of this.listeners) listener();
  }

  forget() {
    this.isOver = true;
    removeDraft(this.key);
    // Of a correction also what goes on from an earlier version: somebody else's change came in between.
    const isOfThisGame = ({ page }) => page && page === this.draft.page;
    for (const draft of allDrafts().filter(isOfThisGame)) removeDraft(draft.key);
  }

  // The answer to a sent form shows what was sent, so there is nothing to bring back.
  markAsPosted() {
    markPosted(this.key);
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

export function markPosted(key) {
  sessionStorage.setItem(POSTED, key);
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
