// Sheets somebody has begun, in this browser. Written at once on every change: a closed tab waits for nobody.
//
// A draft: { key, system, kinds, names, title, fields, secret, account, page, savedAt, revision, kept }
//   title     what the sheet was prepared for, such as a table of a tournament, in words
//   fields    as the server keeps them: every value by the name of its field. `prepared` and `seated` among them say
//             what the sheet was prepared for, and for whom: it is never taken for the sheet of another table;
//             `seated_people` is for the server, who finds them by it also when the table is gone
//   secret    lets a visitor without an account correct the game later
//   page      of the correction, where it is one
//   revision  of the copy on the server this one goes on from; 0 without one
//   kept      whether the server has it as it is

const PREFIX = "caledonia.draft.";
const MOST_KEPT = 30;

export function newKey() {
  // Plain addresses of a home network are no secure context, where randomUUID is missing.
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

export function newSecret() {
  return newKey() + newKey();
}

export function purposeOf(fields) {
  const [prepared, seated] = ["prepared", "seated"].map((name) => fields[name]?.[0] ?? "");
  return { prepared, seated };
}

export function saveDraft(draft) {
  try {
    localStorage.setItem(PREFIX + draft.key, JSON.stringify({ ...draft, savedAt: Date.now() }));
  } catch {
    // Full, or forbidden by the visitor: the page itself still holds everything.
    return false;
  }
  for (const old of allDrafts().slice(MOST_KEPT)) removeDraft(old.key);
  return true;
}

export function readDraft(key) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + key));
  } catch {
    return null;
  }
}

export function removeDraft(key) {
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // Nothing was kept either.
  }
}

// The newest first.
export function allDrafts() {
  let names;
  try {
    names = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX));
  } catch {
    return [];
  }
  const found = names.map((name) => readDraft(name.slice(PREFIX.length))).filter(Boolean);
  return found.sort((one, other) => other.savedAt - one.savedAt);
}

// Where a draft is gone on with. One that says for whom it was prepared goes back to its table, any other is a game of
// its own.
export function addressOf(draft) {
  if (draft.page) return draft.page;
  const { prepared, seated } = purposeOf(draft.fields);
  return addressWith(draft, seated ? prepared : "");
}

export function addressWithoutTable(draft) {
  return addressWith(draft, "");
}

function addressWith(draft, prepared) {
  const query = new URLSearchParams();
  for (const kind of new Set(draft.kinds)) {
    query.set(kind, draft.kinds.filter((other) => other === kind).length);
  }
  const club = draft.fields.club?.[0];
  if (club) query.set("club", club);
  if (prepared) query.set("prepared", prepared);
  return `/score/${draft.system}/?${query}#draft=${draft.key}`;
}
