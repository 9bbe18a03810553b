"""Reading the seats of a sheet, one after the other, so that what is wrong is told in the order of the sheet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scoring.description import Description
from scoring.plan import SeatPlan
from scoring.scopes import Findings, object_at, read_scope, shown
from scoring.types import SeatValues, Value, Violation, params

LONGEST_PLAYER = 200


def read_seats(
    plans: Sequence[SeatPlan], raws: Sequence[dict[str, object]], description: Description, found: Findings
) -> tuple[SeatValues, ...]:
    seats = tuple(
        [
            _read_seat(plan, raw, f"seats[{index}]", description.rounds, found)
            for index, (plan, raw) in enumerate(zip(plans, raws, strict=True))
        ]
    )
    _check_shared(seats, plans[0].rounds, description, found)
    return seats


def _read_seat(
    plan: SeatPlan, raw: dict[str, object], path: str, all_rounds: tuple[str, ...], found: Findings
) -> SeatValues:
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
    return SeatValues(plan.kind, player, entered, entered_rounds, values, rounds)


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


def _check_shared(
    seats: Sequence[SeatValues], rounds: Iterable[str], description: Description, found: Findings
) -> None:
    """Nobody is two people, and what there is once belongs to one seat."""
    unique = [field for field in description.seat if field.unique]
    _report_shared("player", [seat.player for seat in seats], found)
    for field in unique:
        if not field.rounds:
            _report_shared(field.key, [seat.values[field.key] for seat in seats], found)
    for name in rounds:
        for field in unique:
            if name in field.rounds:
                path = f"rounds.{name}.{field.key}"
                _report_shared(path, [seat.rounds[name][field.key] for seat in seats], found)


def _report_shared(path: str, values: Sequence[Value], found: Findings) -> None:
    """What a seat shares with an earlier one. A blank, a flag not raised and a 0 are nobody's."""
    holders: dict[Value, int] = {}
    for index, value in enumerate(values):
        for held in value if isinstance(value, tuple) else (value,) if value else ():
            holder = holders.setdefault(held, index)
            if holder != index:
                found.problems.append(Violation("taken", f"seats[{index}].{path}", params(seat=holder)))
