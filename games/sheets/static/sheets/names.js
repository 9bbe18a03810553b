// The names that are offered at a name field: those typed on this device, the newest first, and those the server wrote
// into the page, which are of the visitor's clubs. Only what somebody typed is kept here, and only names that the server
// did not know: nothing of other people's accounts stays on the device.

const STORE = "caledonia.names";
const MOST_KEPT = 30;
const LONGEST = 80;

export function typedNames() {
  try {
    const names = JSON.parse(localStorage.getItem(STORE) ?? "[]");
    return Array.isArray(names) ? names.filter((name) => typeof name === "string") : [];
  } catch {
    return [];
  }
}

export function rememberName(name) {
  const tidy = name.trim().replace(/\s+/g, " ");
  if (!tidy || tidy.length > LONGEST) return;
  keep([tidy, ...typedNames().filter((other) => !isSame(other, tidy))]);
}

// What somebody typed at a sheet; those the server offers are not kept here.
export function rememberTyped(name) {
  if (!knownNames().some((known) => isSame(known, name))) rememberName(name);
}

export function forgetName(name) {
  keep(typedNames().filter((other) => !isSame(other, name)));
}

function keep(names) {
  try {
    localStorage.setItem(STORE, JSON.stringify(names.slice(0, MOST_KEPT)));
  } catch {
    // A browser that keeps nothing offers nothing either.
  }
}

// Without those who sit at the table already.
export function offeredNames(form) {
  const seated = nameFields(form).map((field) => field.value);
  const known = knownNames();
  const own = typedNames().filter((name) => !known.some((other) => isSame(other, name)));
  return [...own, ...known].filter((name) => !seated.some((other) => isSame(other, name)));
}

// Offers them at the plain fields, and keeps what is typed there.
export function startNames(form) {
  const list = document.getElementById("known-names");
  const known = knownNames();
  for (const field of nameFields(form)) {
    if (list) field.setAttribute("list", list.id);
    field.addEventListener("change", () => rememberTyped(field.value));
  }
  if (!list) return;
  const show = () => {
    const options = offeredNames(form).map((name) => {
      const option = document.createElement("option");
      option.value = name;
      return option;
    });
    list.replaceChildren(...options);
  };
  list.dataset.known = JSON.stringify(known);
  form.addEventListener("focusin", (event) => {
    if (isNameField(event.target)) show();
  });
  show();
}

// As the server wrote them, also after the list has changed.
function knownNames() {
  const list = document.getElementById("known-names");
  if (!list) return [];
  return list.dataset.known ? JSON.parse(list.dataset.known) : [...list.options].map(({ value }) => value);
}

const isNameField = ({ name, type }) => type !== "hidden" && /^seats\[\d+\]\.player$/.test(name ?? "");
const nameFields = (form) => [...form.elements].filter(isNameField);
const isSame = (one, other) => one.trim().toLocaleLowerCase() === other.trim().toLocaleLowerCase();
