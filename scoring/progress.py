"""The result so far of a sheet that is still being filled.

The engine counts blanks as nothing, and everybody is equal in nothing: an empty sheet would already share out the
points of the rankings. So a line counts here from the moment its own fields are filled in, and one that compares the
seats from the moment all of them are. A seat of which nothing counts yet has neither total nor place. As soon as
nothing is missing or wrong, totals, places and tie-breaks are the engine's own.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from scoring.description import Description
from scoring.paths import seat_path
from scoring.ranking import places
from scoring.ruleset import Ruleset
from scoring.types import Breakdown, Explanation, ScoreLine, Violation


class LineSoFar(NamedTuple):
    """A line at its path (as fields have one); `counts` once its fields are filled in."""

    path: str
    line: ScoreLine
    counts: bool


class SeatSoFar(NamedTuple):
    """`total` and `place` are None while none of its lines counts."""

    lines: tuple[LineSoFar, ...]
    total: int | None
    place: int | None
    tie_break: Explanation | None


class Progress(NamedTuple):
    """`complete`: nothing is missing or wrong. `seats` is empty when there is no telling who sits there.

    `provisional`: something is missing or wrong of the rounds played so far, so that any entry may change the places.
    """

    seats: tuple[SeatSoFar, ...]
    notes: tuple[Explanation, ...]
    violations: tuple[Violation, ...]
    warnings: tuple[Violation, ...]
    missing: tuple[str, ...]
    complete: bool
    provisional: bool


def progress_of(ruleset: Ruleset[Any], sheet: object, *, through: str | None = None) -> Progress:
    """Score a raw sheet as far as it goes: up to the round `through`, by default the last one with an entry."""
    description = ruleset.description
    reached = last_round_begun(description, sheet) if through is None else through
    checked = ruleset.check(sheet, through=reached, partial=True)
    violations = checked.violations
    if not violations and not checked.missing:
        # Nothing is left to be filled in that could still mend what does not fit together.
        violations = ruleset.check(sheet, through=reached).violations
    if checked.sheet is None:
        return Progress(
            (), (), violations, checked.warnings, checked.missing, complete=False, provisional=True
        )
    settled = not violations and not checked.missing
    breakdown = ruleset.score(checked.sheet)
    unsettled = {*checked.missing, *[violation.path for violation in violations]}
    seats = (
        _scored_seats(description, breakdown)
        if settled
        else _SeatsSoFar(ruleset, checked.sheet, breakdown, unsettled).seats()
    )
    return Progress(
        seats,
        breakdown.notes,
        violations,
        checked.warnings,
        checked.missing,
        settled and breakdown.final,
        not settled,
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


def _scored_seats(description: Description, breakdown: Breakdown) -> tuple[SeatSoFar, ...]:
    by_round = {line.key for line in description.lines if line.rounds}
    return tuple(
        [
            SeatSoFar(
                tuple([LineSoFar(_path(index, line, by_round), line, counts=True) for line in seat.lines]),
                seat.total,
                seat.place,
                seat.tie_break,
            )
            for index, seat in enumerate(breakdown.seats)
        ]
    )


class _SeatsSoFar:
    """The seats of a sheet of which something is missing or wrong; `unsettled` are the paths of that."""

    def __init__(self, ruleset: Ruleset[Any], sheet: Any, breakdown: Breakdown, unsettled: set[str]) -> None:
        description = ruleset.description
        self._breakdown = breakdown
        self._unsettled = unsettled
        self._values = ruleset.values_of(sheet).seats
        self._compared = ruleset.compared(sheet)
        self._fields = {line.key: line.fields for line in description.lines}
        self._scoring = {key for line in description.lines for key in line.fields}
        self._by_round = {line.key for line in description.lines if line.rounds}
        self._rounds_of = {field.key: field.rounds for field in description.seat}

    def seats(self) -> tuple[SeatSoFar, ...]:
        columns = [self._lines(index) for index in range(len(self._breakdown.seats))]
        totals = [
            sum([so_far.line.vp for so_far in column if so_far.counts])
            if any(so_far.counts for so_far in column)
            else None
            for column in columns
        ]
        ranks = list(places([(total,) for total in totals if total is not None]))
        seats = []
        for column, total in zip(columns, totals, strict=True):
            seats.append(SeatSoFar(column, total, None if total is None else ranks.pop(0), None))
        return tuple(seats)

    def _lines(self, index: int) -> tuple[LineSoFar, ...]:
        return tuple(
            [
                LineSoFar(_path(index, line, self._by_round), line, self._counts(index, line))
                for line in self._breakdown.seats[index].lines
            ]
        )

    def _counts(self, index: int, line: ScoreLine) -> bool:
        if line.key not in self._compared:
            return self._has(index, line, self._fields[line.key])
        sharers = [
            other
            for other, seat in enumerate(self._breakdown.seats)
            if any(own.key == line.key and own.round == line.round for own in seat.lines)
        ]
        return all(self._has(other, line, self._compared[line.key]) for other in sharers)

    def _has(self, index: int, line: ScoreLine, fields: tuple[str, ...]) -> bool:
        """Whether a seat has what a line comes from; one that comes from no field waits for an entry of any other."""
        values = self._values[index]
        if not fields:
            return any(key in self._scoring for key in values.entered)
        entered = False
        for key in fields:
            played = line.round if line.round in self._rounds_of[key] else ""
            if seat_path(index, key, played) in self._unsettled:
                return False
            entered = entered or key in (values.entered_rounds.get(played, {}) if played else values.entered)
        return entered


def _path(index: int, line: ScoreLine, by_round: set[str]) -> str:
    return seat_path(index, line.key, line.round if line.key in by_round else "")
