// What stands in the form, as a raw sheet with everything that was typed; the rules say what of it applies. Reads a form
// as games/sheets/values.py does.

const WHOLE_NUMBER = /^[+-]?[0-9]{1,15}$/;
const CHECKED = new Set(["yes", "on", "true"]);
const SCOPES = ["options", "setup", "game"];

// Gives what the rules are asked: { sheet, names }.
export function readSheet(skeleton, data) {
  const kinds = [];
  for (let kind; (kind = data.get(`seats[${kinds.length}].kind`)) !== null; ) kinds.push(kind);
  const names = kinds.map((_, seat) => (data.get(`seats[${seat}].player`) ?? "").trim());
  const sheet = { ruleset: skeleton.key };
  for (const scope of SCOPES) sheet[scope] = read(skeleton[scope], `${scope}.`, data);
  const once = skeleton.seat.filter((field) => !field.rounds);
  sheet.seats = kinds.map((kind, seat) => {
    const rounds = {};
    for (const round of skeleton.rounds) {
      const fields = skeleton.seat.filter((field) => field.rounds?.includes(round));
      const entered = read(fields, `seats[${seat}].rounds.${round}.`, data);
      if (Object.keys(entered).length > 0) rounds[round] = entered;
    }
    return { kind, ...read(once, `seats[${seat}].`, data), rounds };
  });
  return { sheet, names };
}

function read(fields, place, data) {
  const entered = fields.map((field) => [field.key, typed(field, data.getAll(place + field.key))]);
  return Object.fromEntries(entered.filter(([, value]) => value !== null));
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
  return field.numbered && WHOLE_NUMBER.test(text) ? Number(text) : text;
}
