"""The result so far of a sheet that is still being filled.

The engine counts blanks as nothing, and everybody is equal in nothing: an empty sheet would already share out the
points of the rankings. So a line counts here from the moment its own fields are filled in. As soon as nothing is
missing or wrong, totals, places and tie-breaks are the engine's own.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from scoring.description import Description
from scoring.paths import seat_path
from scoring.ranking import places
from scoring.ruleset import Ruleset
from scoring.types import Breakdown, Explanation, ScoreLine, SeatScore, Violation


class LineSoFar(NamedTuple):
    """A line at its path (as fields have one); `counts` once its fields are filled in."""

    path: str
    line: ScoreLine
    counts: bool


class SeatSoFar(NamedTuple):
    lines: tuple[LineSoFar, ...]
    total: int
    place: int | None
    tie_break: Explanation | None


class Progress(NamedTuple):
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
    reached = last_round_begun(description, sheet) if through is None else through
    outcome = ruleset.evaluate(sheet, through=reached, partial=True)
    violations = outcome.violations
    if not violations and not outcome.missing:
        # Nothing is left to be filled in that could still mend what does not fit together.
        violations = ruleset.check(sheet, through=reached).violations
    complete = not violations and not outcome.missing
    unsettled = {*outcome.missing, *[violation.path for violation in violations]}
    breakdown = outcome.breakdown
    return Progress(
        _seats(description, breakdown, unsettled, complete) if breakdown else (),
        breakdown.notes if breakdown else (),
        violations,
        outcome.warnings,
        outcome.missing,
        complete and breakdown is not None and breakdown.final,
    )


def last_round_begun(description: Description, sheet: object) -> str:
    """People score rounds as they come; what is entered once belongs to the last one."""
    begun = 0
    seats = sheet.get("seats") if isinstance(sheet, dict) else None
    for seat in seats if isinstance(seats, list) else []:
        if not isinstance(seat, dict):
            continue
        rounds = seat.get("rounds")
        if isinstance(rounds, dict):
            for index, name in enumerate(description.rounds):
                if rounds.get(name):
                    begun = max(begun, index)
        if any(seat.get(field.key) not in (None, []) for field in description.seat if not field.rounds):
            begun = len(description.rounds) - 1
    return description.rounds[begun]


def _seats(
    description: Description, breakdown: Breakdown, unsettled: set[str], complete: bool
) -> tuple[SeatSoFar, ...]:
    columns = [_lines(description, index, seat, unsettled) for index, seat in enumerate(breakdown.seats)]
    if complete:
        return tuple(
            [
                SeatSoFar(column, seat.total, seat.place, seat.tie_break)
                for column, seat in zip(columns, breakdown.seats, strict=True)
            ]
        )
    totals = [sum([so_far.line.vp for so_far in column if so_far.counts]) for column in columns]
    begun = any(so_far.counts and so_far.line.vp for column in columns for so_far in column)
    ranks = places([(total,) for total in totals])
    return tuple(
        [
            SeatSoFar(column, total, rank if begun else None, None)
            for column, total, rank in zip(columns, totals, ranks, strict=True)
        ]
    )


def _lines(
    description: Description, seat: int, score: SeatScore, unsettled: set[str]
) -> tuple[LineSoFar, ...]:
    described = {line.key: line for line in description.lines}
    rounds_of = {field.key: field.rounds for field in description.seat}
    lines = []
    for line in score.lines:
        own = described[line.key]
        fields = [
            seat_path(seat, key, line.round if line.round in rounds_of[key] else "") for key in own.fields
        ]
        path = seat_path(seat, line.key, line.round if own.rounds else "")
        lines.append(LineSoFar(path, line, unsettled.isdisjoint(fields)))
    return tuple(lines)
