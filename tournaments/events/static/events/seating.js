// Tables changed by drag and drop. The list below the board is what is sent: dropping somebody fills it in, and
// choosing in it moves the cards, so that keyboard and mouse do the same.

const BYE = "bye";
const board = document.querySelector("[data-seating]");
const form = board?.closest("form");

function selects() {
  return [...form.querySelectorAll('select[name^="place-"]')];
}

function listOf(value) {
  return board.querySelector(`[data-table="${value === BYE ? BYE : value.split(".")[0]}"]`);
}

function seatOf(select) {
  return select.value === BYE ? 0 : Number(select.value.split(".")[1]);
}

// Who comes to a seat that is taken sits behind who was there.
function isMoved(select) {
  return select.selectedOptions[0]?.defaultSelected ? 0 : 1;
}

function draw() {
  for (const list of board.querySelectorAll("[data-table]")) list.replaceChildren();
  for (const select of selects().sort((one, other) => seatOf(one) - seatOf(other) || isMoved(one) - isMoved(other))) {
    const card = document.createElement("li");
    card.textContent = select.labels[0].textContent.trim();
    card.dataset.field = select.name;
    card.draggable = true;
    listOf(select.value).append(card);
  }
}

// From the cards back into the list: everybody in the order they stand in. More cards than seats share the last one,
// and the page says that the table is too large.
function write() {
  for (const list of board.querySelectorAll("[data-table]")) {
    [...list.children].forEach((card, index) => {
      const select = form.elements[card.dataset.field];
      if (list.dataset.table === BYE) {
        select.value = BYE;
      } else {
        const seats = [...select.options].filter((one) => one.value.startsWith(`${list.dataset.table}.`)).length;
        select.value = `${list.dataset.table}.${Math.min(index + 1, seats)}`;
      }
    });
  }
}

function cardBelow(list, height) {
  return [...list.children].find((card) => {
    const box = card.getBoundingClientRect();
    return !card.classList.contains("dragged") && height < box.top + box.height / 2;
  });
}

function start() {
  let dragged = null;
  let isDropping = false;
  board.addEventListener("dragstart", (event) => {
    dragged = event.target.closest("li");
    dragged?.classList.add("dragged");
  });
  board.addEventListener("dragend", () => {
    dragged?.classList.remove("dragged");
    for (const list of board.querySelectorAll(".drop-here")) list.classList.remove("drop-here");
    dragged = null;
  });
  board.addEventListener("dragover", (event) => {
    const list = event.target.closest(".seating-table")?.querySelector("[data-table]");
    for (const one of board.querySelectorAll(".drop-here")) one.classList.toggle("drop-here", one === list);
    if (!list || !dragged) return;
    event.preventDefault();
    list.classList.add("drop-here");
  });
  board.addEventListener("drop", (event) => {
    const list = event.target.closest(".seating-table")?.querySelector("[data-table]");
    if (!list || !dragged) return;
    event.preventDefault();
    list.insertBefore(dragged, cardBelow(list, event.clientY) ?? null);
    write();
    // The page asks what the change costs, as after a choice in the list; the cards lie where they were dropped.
    isDropping = true;
    form.elements[dragged.dataset.field].dispatchEvent(new Event("change", { bubbles: true }));
    isDropping = false;
  });
  form.addEventListener("change", () => isDropping || draw());
  draw();
  board.hidden = false;
  // Where the board is not shown (a narrow screen) the list is the way, and where something is wrong it says what.
  const list = form.querySelector("[data-seating-list]");
  if (board.offsetParent && !list.querySelector("[aria-invalid]")) list.open = false;
}

if (board) start();
