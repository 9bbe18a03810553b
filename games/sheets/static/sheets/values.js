// What stands in the form, and the raw sheet of what applies. Mirrors games/sheets/values.py: the server decides in
// the end, and both must mean the same.

import { holds } from "./conditions.js";

const WHOLE_NUMBER = /^[+-]?[0-9]{1,15}$/;
const CHECKED = new Set(["yes", "on", "true"]);
const SCOPES = ["options", "setup", "game"];

export function readValues(description, data) {
  const kinds = [];
  for (let kind; (kind = data.get(`seats[${kinds.length}].kind`)) !== null; ) kinds.push(kind);
  const names = kinds.map((_, seat) => (data.get(`seats[${seat}].player`) ?? "").trim());
  return { kinds, names, typed: (path, field) => typed(field, data.getAll(path)) };
}

function typed(field, sent) {
  const given = sent.map((text) => text.trim()).filter(Boolean);
  if (given.length === 0) return null;
  if (field.kind === "tiles") return given.map((text) => choice(field, text));
  const [text] = given;
  if (field.kind === "flag") return CHECKED.has(text) || text;
  if (field.kind === "choice") return choice(field, text);
  return WHOLE_NUMBER.test(text) ? Number(text) : text;
}

function choice(field, text) {
  const numbered = typeof field.choices[0] === "number";
  return numbered && WHOLE_NUMBER.test(text) ? Number(text) : text;
}

// The raw sheet, and the facts that decide what applies: of the table, of a seat, of a seat in a round.
export function applicable(description, values) {
  const bots = new Set(description.seat_kinds.filter((kind) => kind.bot).map((kind) => kind.key));
  const numberOfBots = values.kinds.filter((kind) => bots.has(kind)).length;
  let facts = { seats: values.kinds.length, humans: values.kinds.length - numberOfBots, bots: numberOfBots };
  const sheet = { ruleset: description.key };
  for (const scope of SCOPES) {
    const at = (field) => values.typed(`${scope}.${field.key}`, field);
    [sheet[scope], facts] = settle(description[scope], at, facts, `${scope}.`);
  }
  const seatFacts = new Map();
  const once = description.seat.filter((field) => field.rounds.length === 0);
  sheet.seats = values.kinds.map((kind, seat) => {
    const at = (field) => values.typed(`seats[${seat}].${field.key}`, field);
    const [kept, own] = settle(once, at, { ...facts, "seat.kind": kind }, "seat.");
    seatFacts.set(`${seat}.`, own);
    const rounds = {};
    for (const round of description.rounds) {
      const fields = description.seat.filter((field) => field.rounds.includes(round));
      const here = (field) => values.typed(`seats[${seat}].rounds.${round}.${field.key}`, field);
      const [entered, known] = settle(fields, here, own, "seat.");
      seatFacts.set(`${seat}.${round}`, known);
      if (Object.keys(entered).length > 0) rounds[round] = entered;
    }
    return { kind, ...kept, ...(Object.keys(rounds).length > 0 && { rounds }) };
  });
  const factsAt = (seat, round = "") => (seat === null ? facts : seatFacts.get(`${seat}.${round}`));
  return { sheet, factsAt };
}

// A value that drops out may make another one drop out.
function settle(fields, at, facts, prefix) {
  const kept = new Map();
  for (const field of fields) {
    const value = at(field);
    if (value !== null) kept.set(field.key, value);
  }
  for (;;) {
    const known = { ...facts };
    for (const field of fields) known[prefix + field.key] = fact(field, kept.get(field.key));
    const idle = fields.filter((field) => kept.has(field.key) && !holds(field.when, known));
    if (idle.length === 0) return [Object.fromEntries(kept), known];
    for (const field of idle) kept.delete(field.key);
  }
}

// What cannot be read counts as blank, as it does for the server.
function fact(field, value) {
  const readable = {
    tiles: Array.isArray(value),
    count: Number.isInteger(value),
    flag: value === true,
    choice: field.choices?.includes(value),
  };
  return readable[field.kind] ? value : field.default;
}
