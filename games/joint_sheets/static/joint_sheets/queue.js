// What one phone knows of a joint sheet, without a page: what the server has, what was typed here and is still on its
// way, and what follows from both for the form.
//
// A change is { seq, name, values, seen } and, where somebody chose between two values, settle. Its number is given
// when it is typed and never again: whoever sends a change a second time, or in the place of a page that was closed,
// sends the same.

const MOST_STEPS = 100;

export const same = (one, other) => one.length === other.length && one.every((value, index) => value === other[index]);

export class Queue {
  // The phone is the number of this one in the sheet; the client the name of this page.
  constructor({ client, phone }) {
    this.client = client;
    this.phone = phone;
    this.revision = 0;
    // name -> { values, revision, by, others }, as the server has them.
    this.fields = new Map();
    // The newest news without its fields: who is here, who may do what.
    this.table = {};
    this.waiting = [];
    // Typed in earlier pages of this device, and still on its way.
    this.beside = [];
    this.seq = 0;
    // name -> { values, written }: what stands in the form, read from it, and what was written into it last. Only what
    // differs from it was typed: a field that does not show yet what another page sent is no blank.
    this.shown = new Map();
    // Names of fields under somebody's cursor, where the server has other values by now.
    this.held = new Set();
    this.steps = [];
    this.isStepOpen = false;
  }

  // What a field holds: what was typed here last, or what the server has.
  valuesOf(name) {
    const typed = this.unsent.findLast((change) => change.name === name);
    return typed?.values ?? this.fields.get(name)?.values ?? [];
  }

  get unsent() {
    return [...this.beside, ...this.waiting];
  }

  othersOf(name) {
    return this.isWaiting(name) ? [] : (this.fields.get(name)?.others ?? []);
  }

  isWaiting(name) {
    return this.unsent.some((change) => change.name === name);
  }

  // Takes in what was typed: the values of all fields that the form has, blank ones as []. Gives the names that are new.
  type(typed) {
    const changed = Object.keys(typed).filter((name) => this.isTyped(name, typed[name]));
    this.#remember(changed.map((name) => [name, { before: this.valuesOf(name), after: typed[name] }]));
    for (const name of changed) {
      this.#add(name, typed[name]);
      this.see(name, typed[name]);
    }
    return changed;
  }

  // Whether somebody has made this of what the form showed.
  isTyped(name, values) {
    return !same(values, this.shown.get(name)?.values ?? this.valuesOf(name));
  }

  // The form shows these values, where others were written because it cannot show those.
  see(name, values, written = values) {
    this.shown.set(name, { values, written });
  }

  // What the form has to be given: where it shows other values than the field holds.
  get behind() {
    return [...this.shown.keys()].filter((name) => {
      const { values, written } = this.shown.get(name);
      const now = this.valuesOf(name);
      return !same(values, now) && !same(written, now);
    });
  }

  // Two phones wrote the same field, and somebody says which value stays.
  settle(name, values) {
    this.#add(name, values, { settle: true });
  }

  #add(name, values, more = {}) {
    this.held.delete(name);
    this.seq += 1;
    const seen = this.fields.get(name)?.revision ?? 0;
    this.waiting.push({ seq: this.seq, name, values, seen, ...more });
  }

  // One step back takes a number back, not its last digit; what was changed at one blow goes back at one blow.
  #remember(changed) {
    if (changed.length === 0) return;
    const [[name, { after }]] = changed;
    const open = this.isStepOpen && changed.length === 1 ? this.steps.at(-1)?.get(name) : undefined;
    this.isStepOpen = changed.length === 1;
    if (open) {
      open.after = after;
      return;
    }
    this.steps.push(new Map(changed));
    if (this.steps.length > MOST_STEPS) this.steps.shift();
  }

  // What is typed from now on is another step.
  endStep() {
    this.isStepOpen = false;
  }

  get canUndo() {
    return this.steps.length > 0;
  }

  // Takes this phone's own last step back where its values still stand; the others say who has changed them since.
  undo() {
    const written = [];
    const lost = [];
    this.endStep();
    for (const [name, { before, after }] of this.steps.pop() ?? []) {
      const by = this.isWaiting(name) ? this.phone : (this.fields.get(name)?.by ?? this.phone);
      if (by === this.phone && same(this.valuesOf(name), after)) {
        this.#add(name, before);
        written.push(name);
      } else {
        lost.push({ name, by });
      }
    }
    return { written, lost };
  }

  // These have arrived, now or before. What became of them the news says that comes with the answer.
  taken(batch) {
    const last = batch.at(-1)?.seq ?? 0;
    this.waiting = this.waiting.filter((change) => change.seq > last);
  }

  // The server knows nothing of what this client has sent: all of it is sent anew, by another name.
  beginAgain(client) {
    this.client = client;
    this.waiting = this.waiting.map((change, index) => ({ ...change, seq: index + 1 }));
    this.seq = this.waiting.length;
  }

  // Takes in what the server says. The cursor is the name of the field somebody is in: what they see there stays while
  // they are. Gives the names to be written into the form, and where another phone replaced a value of this one.
  learn({ fields, ...table }, cursor = "") {
    const replaced = [];
    if (table.revision < this.revision) return { write: [], replaced };
    for (const [name, field] of Object.entries(fields)) {
      const before = this.fields.get(name);
      if (before && before.revision > field.revision) continue;
      this.fields.set(name, field);
      if (this.isWaiting(name)) continue;
      if (before?.by === this.phone && field.by !== this.phone && before.values.length > 0) {
        if (!same(before.values, field.values)) replaced.push({ name, by: field.by, before: before.values });
      }
    }
    this.revision = table.revision;
    this.table = table;
    const { behind } = this;
    if (behind.includes(cursor)) this.held.add(cursor);
    return { write: behind.filter((name) => name !== cursor), replaced };
  }

  // The cursor has left, or rests: what others have written there meanwhile can be shown. Gives the names to be written.
  release() {
    this.held.clear();
    return this.behind;
  }

  get ownSeat() {
    return this.me?.seat ?? null;
  }

  get me() {
    return this.table.phones?.find(({ number }) => number === this.phone);
  }

  get isKeeper() {
    return this.table.keeper === this.phone;
  }

  // For a copy on the device: what the server was known to have.
  get known() {
    return { ...this.table, revision: this.revision, fields: Object.fromEntries(this.fields) };
  }
}
