// The texts of scripts. The server writes them into the page, translated; see templates/sheets/offline/words.html.

const texts = Object.assign({}, ...[...document.querySelectorAll("[data-script-words]")].map(({ dataset }) => dataset));

// {name} in a text is replaced by the value of that name.
export function say(name, values = {}) {
  const text = texts[name] ?? "";
  return text.replace(/\{(\w+)\}/g, (_, key) => values[key] ?? "");
}

const language = document.documentElement.lang;
const figures = new Intl.NumberFormat(language);
// The day before the month in English too, as the server writes it.
const ofDates = language === "en" ? "en-GB" : language;
const times = new Intl.DateTimeFormat(ofDates, { dateStyle: "medium", timeStyle: "short" });
const days = new Intl.DateTimeFormat(ofDates, { dateStyle: "long" });

// As the server writes them, with a true minus sign.
export const written = (number) => figures.format(number).replace("-", "−");
export const timeOf = (moment) => times.format(new Date(moment));
export const dayOf = (moment) => days.format(new Date(moment));

// A short message at the foot of the page. It stays until it is sent away, answered, or replaced by one of its kind.
// actions: [{ label, run }] or [{ label, address }]; one that must be answered cannot be sent away.
export function tell(kind, text, { tone = "info", actions = [], mustAnswer = false } = {}) {
  hush(kind);
  const toast = document.getElementById("sheet-toast").content.firstElementChild.cloneNode(true);
  toast.dataset.kind = kind;
  toast.classList.add(`tone-${tone}`);
  toast.querySelector("p").textContent = text;
  const place = toast.querySelector("[data-actions]");
  for (const { label, run, address } of actions) place.append(action(toast, label, run, address));
  const close = toast.querySelector("[data-close]");
  close.hidden = mustAnswer;
  close.addEventListener("click", () => toast.remove());
  document.getElementById("toasts").append(toast);
}

export function tellOfGame(address) {
  tell("sent", say("sent"), { tone: "success", actions: [{ label: say("seeGame"), address }] });
}

export function hush(kind) {
  document.querySelector(`.toast[data-kind="${kind}"]`)?.remove();
}

function action(toast, label, run, address) {
  const element = document.createElement(address ? "a" : "button");
  element.className = "button button-secondary";
  element.textContent = label;
  if (address) {
    element.href = address;
  } else {
    element.type = "button";
    element.addEventListener("click", () => {
      toast.remove();
      run();
    });
  }
  return element;
}
