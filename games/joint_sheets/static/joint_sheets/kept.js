// What a phone keeps of joint sheets: what the server was known to have, for a page that opens without a connection,
// and what was typed and has not arrived. Both are written before anything is sent: a closed page waits for nobody.

const SHEET = "caledonia.joint.";
const QUEUE = "caledonia.joint-queue.";

// A sheet: { key, address, system, names, phone, news, savedAt }
export function keepSheet(sheet) {
  return write(SHEET + sheet.key, { ...sheet, savedAt: Date.now() });
}

export function keptSheet(key) {
  return read(SHEET + key);
}

// The newest first.
export function keptSheets() {
  const sheets = namesFrom(SHEET).map(read).filter(Boolean);
  return sheets.sort((one, other) => other.savedAt - one.savedAt);
}

// Each page has its own, so that two pages of one sheet never write over each other.
export function keepQueue(key, client, waiting) {
  const name = `${QUEUE}${key}.${client}`;
  return waiting.length > 0 ? write(name, { client, waiting }) : remove(name);
}

// What other pages of this device have left behind, or are sending at this moment: sent twice it arrives once.
export function queuesBeside(key, client) {
  const queues = namesFrom(`${QUEUE}${key}.`).map(read).filter(Boolean);
  return queues.filter((queue) => queue.client !== client);
}

export function forgetSheet(key) {
  remove(SHEET + key);
  for (const name of namesFrom(`${QUEUE}${key}.`)) remove(name);
}

function write(name, content) {
  try {
    localStorage.setItem(name, JSON.stringify(content));
    return true;
  } catch {
    // Full, or forbidden by the visitor: the page itself still holds everything.
    return false;
  }
}

function read(name) {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null;
  }
}

function remove(name) {
  try {
    localStorage.removeItem(name);
    return true;
  } catch {
    // Nothing was kept either.
    return true;
  }
}

function namesFrom(prefix) {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(prefix));
  } catch {
    return [];
  }
}
