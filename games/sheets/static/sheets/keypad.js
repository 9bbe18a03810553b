// A large keypad at the foot of the page, for fingers. The cell keeps the focus and stays an ordinary input; it only asks
// for no keyboard of the device while this one is there.

import { boundsOf, callOf, chooseWay, isNumber, isOneSeat, wayOf } from "./order.js";
import { say } from "./words.js";

// goOn: leads from a control to the next one. Gives what shows the sentence of the line again after a new score.
export function startKeypad(form, order, goOn) {
  const keypad = document.getElementById("sheet-keypad").content.firstElementChild.cloneNode(true);
  const part = (name) => keypad.querySelector(`[data-${name}]`);
  let isTouched = matchMedia("(pointer: coarse)").matches;
  let cell = null;
  // The first digit replaces what stands in a cell, as it would with everything selected.
  let isFresh = true;
  // The cell that was come to without pressing Next.
  let reached = null;

  function open(input) {
    cell = input;
    isFresh = true;
    input.inputMode = "none";
    if (!keypad.isConnected) form.after(keypad);
    form.classList.add("has-keypad");
    show();
    input.scrollIntoView({ block: "nearest" });
  }

  function close() {
    cell = null;
    form.classList.remove("has-keypad");
    keypad.remove();
  }

  function show() {
    if (!cell) return;
    const { field, name } = callOf(cell);
    part("what").textContent = `${field} · ${name}`;
    const wrong = form.querySelector(`[data-error-for="${cell.dataset.path}"]`)?.textContent.trim();
    const why = cell.closest("td").querySelector(".vp")?.dataset.why ?? "";
    part("rule").textContent = wrong || why;
    part("rule").classList.toggle("keypad-wrong", Boolean(wrong));
    part("value").textContent = cell.value;
    part("next").querySelector("span").textContent = nextName(order.after(cell));
    keypad.querySelector('[data-add="1"]').ariaLabel = say("oneMore", { field, name });
    keypad.querySelector('[data-add="-1"]').ariaLabel = say("oneLess", { field, name });
    const way = part("way");
    const goesDown = wayOf(form) === "down";
    way.hidden = isOneSeat(form);
    way.textContent = say(goesDown ? "down" : "across");
    way.ariaLabel = say(goesDown ? "goesDown" : "goesAcross");
  }

  // Where Next leads: what differs from here.
  function nextName(target) {
    if (!target.matches("[data-path]")) return target.textContent.trim();
    const [here, there] = [callOf(cell), callOf(target)];
    if (there.field === here.field) return there.name;
    return there.name === here.name || there.name === "" ? there.field : `${there.field} · ${there.name}`;
  }

  function write(value) {
    cell.value = value;
    isFresh = false;
    cell.dispatchEvent(new Event("input", { bubbles: true }));
    show();
  }

  // Whoever presses Next out of habit, where the pad has gone on by itself, is not led past a player.
  function next() {
    if (cell === reached && cell.value === "") reached = null;
    else goOn(cell);
  }

  function type(digit) {
    reached = null;
    const shown = isFresh || cell.value === "0" ? "" : cell.value;
    const { minimum, maximum } = boundsOf(cell);
    if (Number(shown + digit) > maximum && shown !== "") return;
    write(shown + digit);
    // No other digit fits.
    if (minimum >= 0 && maximum < 10) {
      goOn(cell);
      reached = cell;
    }
  }

  function add(by) {
    const { minimum, maximum } = boundsOf(cell);
    const number = Number(cell.value || cell.placeholder || 0) + by;
    if (Number.isInteger(number)) write(String(Math.min(Math.max(number, minimum), maximum)));
  }

  form.addEventListener("pointerdown", (event) => {
    isTouched = event.pointerType === "touch" || event.pointerType === "pen";
    if (isNumber(event.target)) event.target.inputMode = isTouched ? "none" : "numeric";
  });
  form.addEventListener("focusin", ({ target }) => {
    if (isTouched && isNumber(target) && target.closest(".sheet-table") && !target.readOnly) open(target);
    else close();
  });
  form.addEventListener("focusout", ({ relatedTarget }) => {
    if (cell && !keypad.contains(relatedTarget) && !form.contains(relatedTarget)) close();
  });
  form.addEventListener("input", ({ target }) => {
    if (target !== cell) return;
    isFresh = false;
    show();
  });

  // A key takes the focus from no cell.
  keypad.addEventListener("pointerdown", (event) => event.preventDefault());
  keypad.addEventListener("mousedown", (event) => event.preventDefault());
  keypad.addEventListener("click", (event) => {
    const key = event.target.closest("button");
    if (!key || !cell) return;
    const { digit, add: by } = key.dataset;
    if (digit) type(digit);
    else if (by) add(Number(by));
    else if (key.matches("[data-back]")) write(cell.value.slice(0, -1));
    else if (key.matches("[data-next]")) next();
    else if (key.matches("[data-hide]")) cell.blur();
    else {
      chooseWay(wayOf(form) === "down" ? "across" : "down");
      show();
    }
  });
  return show;
}
