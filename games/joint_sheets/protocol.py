"""What becomes of a joint sheet when phones send what was typed: a state in, a state out, without a database.

A field remembers who wrote it and at which revision. The last to arrive wins; values of another phone that were
replaced stay beside it (`others`) until somebody settles which is right, or their writer writes again. So nothing that
anybody typed is lost unseen: it stands in the field, or beside it, or its own writer or somebody who saw it let it go.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

OWN, ANYONE = "own", "anyone"
KEEPER = "keeper"

KEEPERS_FIELDS = frozenset({"club", "played_on", "place", "duration_minutes", "notes"})
FIXED_FIELDS = frozenset({"prepared", "seated", "seated_people"})
TABLE_SCOPES = ("options.", "setup.", "game.")
LONGEST_VALUE = 100
LONGEST_NOTES = 2_000
MOST_VALUES = 100
# Each page that is opened and typed in is one; whoever makes up pages without end is refused.
MOST_CLIENTS = 500

_SEAT = re.compile(r"seats\[(\d+)\]\.(\w+)")


class GapError(Exception):
    """Something before this batch has not arrived: nothing of it is taken."""


class TooManyClientsError(Exception):
    pass


@dataclass(frozen=True, slots=True)
class Replaced:
    """What another phone wrote, and at which revision, before it was written over."""

    by: int
    values: tuple[str, ...]
    revision: int


@dataclass(frozen=True, slots=True)
class Cell:
    """The values of a field. `agreed` are phones that wrote the same after `by`."""

    values: tuple[str, ...]
    revision: int
    by: int
    others: tuple[Replaced, ...] = ()
    agreed: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Phone:
    number: int
    seat: int | None = None
    done: bool = False
    at: str = ""


@dataclass(frozen=True, slots=True)
class SheetState:
    """`phones` are those that are here, by number; `clients` the highest number that was taken of each page."""

    revision: int
    keeper: int
    writing: str
    setup: str
    is_prepared: bool
    cells: Mapping[str, Cell]
    phones: Mapping[int, Phone]
    clients: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Change:
    seq: int
    name: str
    values: tuple[str, ...]
    seen: int = 0
    settles: bool = False


@dataclass(frozen=True, slots=True)
class Batch:
    """What a page sends at once. `since` is the newest revision it has seen; `done` None says nothing of it."""

    client: str
    since: int
    changes: tuple[Change, ...] = ()
    at: str = ""
    done: bool | None = None


@dataclass(frozen=True, slots=True)
class Refusal:
    seq: int
    name: str
    code: str


@dataclass(frozen=True, slots=True)
class Outcome:
    state: SheetState
    applied: int = 0
    refused: tuple[Refusal, ...] = field(default=())


def seat_of(name: str) -> int | None:
    """In whose column a field stands."""
    found = _SEAT.match(name)
    return int(found[1]) if found else None


def may_write(state: SheetState, number: int, name: str) -> bool:
    """Whether this phone may write the field now."""
    phone = state.phones.get(number)
    if phone is None or _is_fixed(state, name):
        return False
    if number == state.keeper:
        return True
    if name.startswith(TABLE_SCOPES):
        return state.setup == ANYONE
    seat = seat_of(name)
    if seat is None:
        return False
    return state.writing == ANYONE or phone.seat == seat


def _is_fixed(state: SheetState, name: str) -> bool:
    """Settled when the sheet was opened; of a prepared sheet also who sits where."""
    if name in FIXED_FIELDS:
        return True
    found = _SEAT.match(name)
    if found is None:
        return False
    return found[2] == "kind" or (state.is_prepared and found[2] == "player")


def apply_batch(state: SheetState, number: int, batch: Batch, known: Collection[str]) -> Outcome:
    """The sheet after this phone sent the batch; `known` are the names of the fields this sheet has.

    What was taken before is passed over, so that a batch may be sent again. Raises GapError, TooManyClientsError.
    """
    taken = state.clients.get(batch.client, 0)
    if batch.changes and batch.changes[0].seq > taken + 1:
        raise GapError
    if batch.changes and not taken and len(state.clients) >= MOST_CLIENTS:
        raise TooManyClientsError
    fresh = [change for change in batch.changes if change.seq > taken]
    refused: list[Refusal] = []
    before = state
    for change in fresh:
        if code := _refusal(state, number, change, known):
            refused.append(Refusal(change.seq, change.name, code))
        else:
            state = _write(state, number, change)
    if fresh:
        state = replace(state, clients={**state.clients, batch.client: fresh[-1].seq})
    state = _tell_of_phone(state, number, batch)
    if state.revision == before.revision and (not batch.changes or state.phones != before.phones):
        state = replace(state, revision=state.revision + 1)
    return Outcome(state, applied=len(fresh) - len(refused), refused=tuple(refused))


def _refusal(state: SheetState, number: int, change: Change, known: Collection[str]) -> str:
    if change.name not in known and not _is_fixed(state, change.name):
        return "unknown_field"
    if not may_write(state, number, change.name):
        return "not_yours"
    longest = LONGEST_NOTES if change.name == "notes" else LONGEST_VALUE
    if len(change.values) > MOST_VALUES or any(len(value) > longest for value in change.values):
        return "too_long"
    return ""


def _write(state: SheetState, number: int, change: Change) -> SheetState:
    revision = state.revision + 1
    current = state.cells.get(change.name)
    cell = _written(current, number, change, revision)
    phones = state.phones
    if current is None or current.values != cell.values:
        # Whoever said "done" of this column said it of other values.
        seat = seat_of(change.name)
        phones = {
            phone.number: replace(phone, done=False)
            if phone.done and phone.seat == seat and phone.number != number
            else phone
            for phone in phones.values()
        }
    return replace(state, revision=revision, cells={**state.cells, change.name: cell}, phones=phones)


def _written(current: Cell | None, number: int, change: Change, revision: int) -> Cell:
    if current is None:
        return Cell(values=change.values, revision=revision, by=number)
    beside = {other.by: other for other in current.others if other.by != number}
    for writer in (current.by, *current.agreed):
        if writer != number:
            beside[writer] = Replaced(writer, current.values, current.revision)
    # Who wrote the same agrees, and is remembered: should the value be replaced, it was theirs too.
    agreed = tuple(other.by for other in beside.values() if other.values == change.values)
    return Cell(
        values=change.values,
        revision=revision,
        by=number,
        others=tuple(
            other
            for other in beside.values()
            if other.values != change.values
            # Only what the phone has seen is settled: something newer is not let go unread.
            and not (change.settles and other.revision <= change.seen)
        ),
        agreed=agreed,
    )


def _tell_of_phone(state: SheetState, number: int, batch: Batch) -> SheetState:
    phone = state.phones[number]
    told = replace(phone, at=batch.at)
    if batch.done is not None and phone.seat is not None:
        told = replace(told, done=batch.done and _has_seen_column(state, told, batch.since))
    return replace(state, phones={**state.phones, number: told})


def _has_seen_column(state: SheetState, phone: Phone, since: int) -> bool:
    """Whether nobody else wrote in the column since: "done" is of what the phone showed."""
    return not any(
        cell.revision > since and cell.by != phone.number and seat_of(name) == phone.seat
        for name, cell in state.cells.items()
    )


def news_since(stored: Mapping[str, Any], since: int) -> dict[str, dict[str, Any]]:
    """The fields a phone has not seen yet, of cells as the database keeps them: this is asked every other second."""
    return {
        name: {
            "values": cell["values"],
            "revision": cell["revision"],
            "by": cell["by"],
            "others": [{"by": by, "values": values} for by, values, _revision in cell.get("others", ())],
        }
        for name, cell in stored.items()
        if cell["revision"] > since
    }


def cells_as_json(cells: Mapping[str, Cell]) -> dict[str, Any]:
    """As the database keeps them."""
    return {name: _as_json(cell) for name, cell in cells.items()}


def _as_json(cell: Cell) -> dict[str, Any]:
    kept: dict[str, Any] = {"values": list(cell.values), "revision": cell.revision, "by": cell.by}
    if cell.others:
        kept["others"] = [[other.by, list(other.values), other.revision] for other in cell.others]
    if cell.agreed:
        kept["agreed"] = list(cell.agreed)
    return kept


def cells_from_json(stored: Mapping[str, Any]) -> dict[str, Cell]:
    return {
        name: Cell(
            values=tuple(cell["values"]),
            revision=cell["revision"],
            by=cell["by"],
            others=tuple(
                Replaced(by, tuple(values), revision) for by, values, revision in cell.get("others", ())
            ),
            agreed=tuple(cell.get("agreed", ())),
        )
        for name, cell in stored.items()
    }


def first_cells(fields: Mapping[str, Sequence[str]], *, by: int, revision: int) -> dict[str, Cell]:
    """What stood on the sheet when it was opened."""
    return {name: Cell(tuple(values), revision, by) for name, values in fields.items()}


def values_in(cells: Mapping[str, Cell]) -> dict[str, list[str]]:
    """The form as it stands, blanks left out."""
    return {
        name: list(cell.values) for name, cell in cells.items() if any(value != "" for value in cell.values)
    }
