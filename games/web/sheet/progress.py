"""The result so far of a sheet that is still being filled.

The engine counts blanks as nothing, and everybody is equal in nothing: an empty sheet would already share out the
points of the rankings. So a line counts here from the moment its own fields are filled in. As soon as nothing is
missing or wrong, totals, places and tie-breaks are the engine's own.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from games.web.sheet.paths import seat_path
from scoring.description import Description, Line
from scoring.ranking import places
from scoring.ruleset import Ruleset
from scoring.types import Breakdown, Explanation, Outcome, ScoreLine, SeatScore, Violation


@dataclass(frozen=True, slots=True)
class LineSoFar:
    """A line at its path (as fields have one); `counts` once its fields are filled in."""

    path: str
    line: ScoreLine
    counts: bool


@dataclass(frozen=True, slots=True)
class SeatSoFar:
    lines: tuple[LineSoFar, ...]
    total: int
    place: int | None
    tie_break: Explanation | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """`complete`: nothing is missing or wrong. `seats` is empty when there is no telling who sits there."""

    seats: tuple[SeatSoFar, ...]
    notes: tuple[Explanation, ...]
    violations: tuple[Violation, ...]
    warnings: tuple[Violation, ...]
    missing: tuple[str, ...]
    complete: bool


def progress_of(ruleset: Ruleset[Any], sheet: object, *, through: str | None = None) -> Progress:
    """Score a raw sheet as far as it goes: up to the round `through`, by default the last one with an entry."""
    description = ruleset.description
    reached = _last_round_begun(description, sheet) if through is None else through
    outcome = ruleset.evaluate(sheet, through=reached, partial=True)
    complete = not outcome.violations and not outcome.missing
    breakdown = outcome.breakdown
    return Progress(
        seats=() if breakdown is None else _seats(description, breakdown, outcome, complete=complete),
        notes=breakdown.notes if breakdown else (),
        violations=outcome.violations,
        warnings=outcome.warnings,
        missing=outcome.missing,
        complete=complete and breakdown is not None and breakdown.final,
    )


def warnings_key(warnings: tuple[Violation, ...]) -> str:
    """Names exactly these warnings, so that a yes to one is not a yes to another that comes up later."""
    told = sorted(f"{one.code} {one.path} {sorted(one.params.items())}" for one in warnings)
    return sha256("\n".join(told).encode()).hexdigest()[:16] if told else ""


def _last_round_begun(description: Description, sheet: object) -> str:
    """People score rounds as they come; what is entered once belongs to the last one."""
    begun = 0
    seats = sheet.get("seats") if isinstance(sheet, dict) else None
    for seat in seats if isinstance(seats, list) else ():
        if not isinstance(seat, dict):
            continue
        rounds = seat.get("rounds")
        played = [
            index
            for index, name in enumerate(description.rounds)
            if isinstance(rounds, dict) and rounds.get(name)
        ]
        ended = any(seat.get(field.key) not in (None, []) for field in description.seat if not field.rounds)
        begun = max(begun, *played, len(description.rounds) - 1 if ended else 0)
    return description.rounds[begun]


def _seats(
    description: Description, breakdown: Breakdown, outcome: Outcome, *, complete: bool
) -> tuple[SeatSoFar, ...]:
    unsettled = {*outcome.missing, *(violation.path for violation in outcome.violations)}
    lines = {line.key: line for line in description.lines}
    columns = [
        tuple(_lines(description, lines, index, seat, unsettled))
        for index, seat in enumerate(breakdown.seats)
    ]
    if complete:
        return tuple(
            SeatSoFar(column, seat.total, seat.place, seat.tie_break)
            for column, seat in zip(columns, breakdown.seats, strict=True)
        )
    totals = [sum(one.line.vp for one in column if one.counts) for column in columns]
    begun = any(one.counts and one.line.vp for column in columns for one in column)
    ranks: list[int | None] = list(places([(total,) for total in totals])) if begun else [None] * len(totals)
    return tuple(
        SeatSoFar(column, total, rank, None)
        for column, total, rank in zip(columns, totals, ranks, strict=True)
    )


def _lines(
    description: Description, lines: dict[str, Line], seat: int, score: SeatScore, unsettled: set[str]
) -> Iterator[LineSoFar]:
    rounds_of = {field.key: field.rounds for field in description.seat}
    for line in score.lines:
        described = lines[line.key]
        played = line.round if described.rounds else ""
        fields = (
            seat_path(seat, key, line.round if line.round in rounds_of[key] else "")
            for key in described.fields
        )
        yield LineSoFar(seat_path(seat, line.key, played), line, unsettled.isdisjoint(fields))
