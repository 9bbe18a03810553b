"""Reading the seats of a sheet: all together where they hold what seats usually hold, otherwise one by one."""

from __future__ import annotations

from typing import NamedTuple

from scoring.plan import SeatPlan, TablePlan
from scoring.quick import read_row, shared
from scoring.scopes import Findings, object_at, read_scope, shown
from scoring.types import Column, Columns, SeatEntries, Value, Violation, params

LONGEST_PLAYER = 200


class Seats(NamedTuple):
    """Every seat with what was entered, and the columns of all fields: entered once, and by round."""

    seats: tuple[SeatEntries, ...]
    columns: Columns
    rounds: dict[str, Columns]


class _Seat(NamedTuple):
    """One seat read by itself."""

    entries: SeatEntries
    values: dict[str, Value]
    rounds: dict[str, dict[str, Value]]


def read_seats(
    plan: TablePlan, raws: list[dict[str, object]], all_rounds: tuple[str, ...], found: Findings
) -> Seats:
    return _read_quickly(plan, raws) or _read_closely(plan, raws, all_rounds, found)


def _read_quickly(plan: TablePlan, raws: list[dict[str, object]]) -> Seats | None:
    """All seats at once; None when any of them deserves a closer look."""
    problems: list[Violation] = []
    players = [_read_player(raw.get("player"), "", problems) for raw in raws]
    if problems or (len(set(players)) < len(players) and shared(tuple(players))):
        return None
    once = read_row(plan.once, raws)
    if once is None:
        return None
    rounds: dict[str, Columns] = {}
    entered_rounds: list[dict[str, dict[str, Value]]] = [{} for _ in raws]
    for name, row in plan.rounds.items():
        given = [_round_object(raw, name, plan) for raw in raws]
        read = None if None in given else read_row(row, [one for one in given if one is not None])
        if read is None:
            return None
        rounds[name] = read.columns
        for own, entered in zip(entered_rounds, read.entered, strict=True):
            if entered:
                own[name] = entered
    # The constructor of a named tuple is slow, and there is one for every seat of every game.
    new = tuple.__new__
    seats = zip(plan.kinds, players, once.entered, entered_rounds, strict=True)
    return new(Seats, (tuple([new(SeatEntries, seat) for seat in seats]), once.columns, rounds))


def _round_object(raw: dict[str, object], name: str, plan: TablePlan) -> dict[str, object] | None:
    """What a seat holds for a round, or None when its rounds are not as they usually are."""
    rounds = raw.get("rounds")
    if isinstance(rounds, dict) and rounds.keys() <= plan.rounds.keys():
        inside = rounds.get(name)
        return inside if isinstance(inside, dict) else None
    return None


def _read_closely(
    plan: TablePlan, raws: list[dict[str, object]], all_rounds: tuple[str, ...], found: Findings
) -> Seats:
    """Seat by seat, so that what is wrong is told in the order of the sheet."""
    read = [
        _read_seat(own, raw, f"seats[{index}]", all_rounds, found)
        for index, (own, raw) in enumerate(zip(plan.seats, raws, strict=True))
    ]
    seats = tuple([seat.entries for seat in read])
    columns = _side_by_side([seat.values for seat in read])
    rounds = {name: _side_by_side([seat.rounds[name] for seat in read]) for name in plan.rounds}
    _check_shared("player", tuple([seat.player for seat in seats]), found)
    for key in plan.once.unique:
        _check_shared(key, columns[key], found)
    for name, row in plan.rounds.items():
        for key in row.unique:
            _check_shared(f"rounds.{name}.{key}", rounds[name][key], found)
    return Seats(seats, columns, rounds)


def _read_seat(
    plan: SeatPlan, raw: dict[str, object], path: str, all_rounds: tuple[str, ...], found: Findings
) -> _Seat:
    player = _read_player(raw.get("player"), path, found.problems)
    entered, values = read_scope(plan.once, raw, path, plan.facts, found)
    entered_rounds: dict[str, dict[str, Value]] = {}
    rounds: dict[str, dict[str, Value]] = {}
    if plan.rounds:
        facts = plan.facts | {f"seat.{key}": value for key, value in values.items()}
        raw_rounds = object_at(raw.get("rounds"), f"{path}.rounds", found.problems)
        for name in raw_rounds:
            if name not in all_rounds:
                found.problems.append(Violation("unknown_field", f"{path}.rounds.{shown(name)}"))
        for name, scope in plan.rounds.items():
            inner = f"{path}.rounds.{name}"
            typed, rounds[name] = read_scope(scope, raw_rounds.get(name), inner, facts, found)
            if typed:
                entered_rounds[name] = typed
    return _Seat(SeatEntries(plan.kind, player, entered, entered_rounds), values, rounds)


def _side_by_side(values: list[dict[str, Value]]) -> Columns:
    """All fields always stand in the same order."""
    return dict(zip(values[0], zip(*[own.values() for own in values], strict=True), strict=True))


def _check_shared(key: str, column: Column, found: Findings) -> None:
    """Report what a seat shares with an earlier one."""
    if not shared(column):
        return
    holders: dict[Value, int] = {}
    for index, own in enumerate(column):
        held = own if isinstance(own, tuple) else (own,) if own else ()
        for one in held:
            holder = holders.setdefault(one, index)
            if holder != index:
                found.problems.append(Violation("taken", f"seats[{index}].{key}", params(seat=holder)))


def _read_player(raw: object, seat: str, problems: list[Violation]) -> str | None:
    if raw is None:
        return None
    if isinstance(raw, str) and len(raw) <= LONGEST_PLAYER:
        return raw.strip() or None
    if isinstance(raw, str):
        problems.append(Violation("too_long", f"{seat}.player", params(maximum=LONGEST_PLAYER)))
    else:
        problems.append(Violation("not_text", f"{seat}.player"))
    return None
