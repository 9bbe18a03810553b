// The sheet as a spreadsheet: arrow keys between cells, Enter goes on, a block pasted from a spreadsheet fills cells.

import { isNumber } from "./order.js";
import { openField } from "./tabs.js";
import { say, tell, written } from "./words.js";

const CONTROLS = 'input[data-path]:not([type="hidden"]), select[data-path], .picker-open, .tiles > summary';
const IN_PANEL = ".picker, .tiles-list";
const SEAT = /seats\[(\d+)\]/;

// order: the way through the numbers (order.js). Gives back what leads from a control to the next.
export function startKeyboard(form, order, changed) {
  const table = form.querySelector(".sheet-table");
  for (const input of table.querySelectorAll("input[data-path]")) input.enterKeyHint = "next";

  function goOn(cell) {
    go(form, order.after(cell));
  }

  table.addEventListener("keydown", (event) => {
    const cell = event.target;
    if (event.altKey || event.ctrlKey || event.metaKey || cell.closest(IN_PANEL) || !cell.matches(CONTROLS)) return;
    if (event.key === "Enter" && !cell.matches("button, summary")) {
      event.preventDefault();
      const before = event.shiftKey && order.before(cell);
      if (before) go(form, before);
      else if (!event.shiftKey) goOn(cell);
      return;
    }
    const target = targetOf(table, cell, event);
    if (target === undefined) return;
    event.preventDefault();
    if (target) enter(target);
  });

  table.addEventListener("paste", (event) => {
    const start = event.target.closest(CONTROLS);
    const text = event.clipboardData.getData("text/plain");
    if (!start || start.closest(IN_PANEL) || !/[\t\n]/.test(text.trim())) return;
    event.preventDefault();
    fill(table, start, text, changed);
  });
  return goOn;
}

// To a field, or to the button that sends the sheet on.
function go(form, target) {
  if (!target.matches("[data-path]")) {
    target.focus();
    return;
  }
  openField(form, target);
  if (target.matches("input")) target.select();
}

// The cell an arrow leads to; null at the edge, undefined for a key with another meaning here.
function targetOf(table, cell, { key }) {
  const choosing = cell.matches("select");
  if (key === "ArrowDown" && !choosing) return below(table, cell, 1);
  if (key === "ArrowUp" && !choosing) return below(table, cell, -1);
  if (key === "ArrowLeft" && !isInText(cell, 0)) return beside(table, cell, -1);
  if (key === "ArrowRight" && !isInText(cell, cell.value?.length)) return beside(table, cell, 1);
  return undefined;
}

// In the middle of a name the arrow keys are for its letters. Numbers are too short for it.
function isInText(cell, end) {
  return cell.type === "text" && !isNumber(cell) && (cell.selectionStart !== end || cell.selectionEnd !== end);
}

function below(table, cell, step) {
  const column = columnOf(table, seatOf(cell));
  return column[column.indexOf(cell) + step] ?? null;
}

function beside(table, cell, step) {
  const here = columnOf(table, seatOf(cell));
  const there = columnOf(table, seatOf(cell) + step);
  const sought = placeOf(cell).replace(SEAT, `seats[${seatOf(cell) + step}]`);
  if (there.length === 0) return null;
  // A seat without this field (a bot has few) is entered at the same row's height.
  return there.find((other) => placeOf(other) === sought) ?? there[Math.min(here.indexOf(cell), there.length - 1)];
}

function columnOf(table, seat) {
  const cells = [...table.querySelectorAll(`td[data-seat="${seat}"]`)];
  const controls = cells.flatMap((cell) => [...cell.querySelectorAll(CONTROLS)]);
  return controls.filter((control) => !control.closest(IN_PANEL) && control.checkVisibility());
}

function seatOf(cell) {
  return Number(cell.closest("td[data-seat]").dataset.seat);
}

function placeOf(cell) {
  return cell.dataset.path ?? cell.querySelector("[data-chosen]").dataset.chosen;
}

function enter(cell) {
  cell.focus();
  if (cell.matches("input")) cell.select();
}

function fill(table, start, text, changed) {
  const rows = text.replace(/\r?\n$/, "").split(/\r?\n/).map((row) => row.split("\t"));
  const before = [];
  let refused = 0;
  let left = start;
  for (const row of rows) {
    let cell = left;
    for (const content of row) {
      if (!cell) break;
      const kept = stateOf(cell);
      if (write(cell, content.trim())) before.push([cell, kept]);
      else refused += 1;
      cell = beside(table, cell, 1);
    }
    left = left && below(table, left, 1);
  }
  changed();
  const filled = say("pasted", { number: written(before.length) });
  tell("pasted", refused > 0 ? `${filled} ${say("pastedNot", { number: written(refused) })}` : filled, {
    tone: refused > 0 ? "warning" : "success",
    actions: [{ label: say("undo"), run: () => undo(before, changed) }],
  });
}

function undo(before, changed) {
  for (const [cell, { value, checked }] of before) Object.assign(cell, checked === undefined ? { value } : { checked });
  changed();
}

function stateOf(cell) {
  return cell.type === "checkbox" ? { checked: cell.checked } : { value: cell.value };
}

// Whether the content fits the cell; if not, the cell stays as it was.
function write(cell, content) {
  if (cell.matches("button, summary")) return content === "";
  if (cell.type === "checkbox") {
    cell.checked = !["", "0", "-", "–"].includes(content);
    return true;
  }
  if (cell.matches("select")) {
    const sought = content.toLocaleLowerCase();
    const option = [...cell.options].find(
      ({ value, label, disabled }) => !disabled && [value.toLowerCase(), label.toLocaleLowerCase()].includes(sought),
    );
    if (option) cell.value = option.value;
    return option !== undefined;
  }
  if (isNumber(cell) && content !== "" && !/^[+-]?\d+$/.test(content)) return false;
  cell.value = content;
  return true;
}
