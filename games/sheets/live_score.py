"""The result so far of a sheet that is still being filled.

The engine counts blanks as nothing, and everybody is equal in nothing: an empty sheet would already share out the
points of the rankings. So a line counts here from the moment its own fields are filled in. As soon as nothing is
missing or wrong, totals, places and tie-breaks are the engine's own. The page shows it in words, as does the browser,
which asks for it while people type.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.utils.translation import gettext as _

from games.results.paths import seat_path, without_index
from games.results.web.cells import place_of
from games.systems import label, sentence
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
    named = sorted(f"{warning.code} {warning.path} {sorted(warning.params.items())}" for warning in warnings)
    return sha256("\n".join(named).encode()).hexdigest()[:16] if named else ""


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
    totals = [sum(line.line.vp for line in column if line.counts) for column in columns]
    begun = any(line.counts and line.line.vp for column in columns for line in column)
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


def seat_names(description: Description, kinds: Sequence[str], names: Sequence[str]) -> list[str]:
    """A name for every seat: what was typed, or what kind of seat it is."""
    bots = {kind.key for kind in description.seat_kinds if kind.bot}
    shown = []
    for index, kind in enumerate(kinds):
        typed = names[index] if index < len(names) else ""
        if typed:
            shown.append(typed)
        elif kind in bots:
            shown.append(str(label(description.key, f"seat_kind.{kind}")))
        else:
            shown.append(_("Player %(number)s") % {"number": index + 1})
    return shown


def describe_progress(system: str, progress: Progress, names: Sequence[str]) -> dict[str, Any]:
    """The answer of the preview endpoint; see the contract in `games.sheets`."""
    return {
        "seats": [_describe_seat(system, seat, names) for seat in progress.seats],
        "notes": [sentence(system, note, names=names) for note in progress.notes],
        "violations": [describe_finding(system, violation, names) for violation in progress.violations],
        "warnings": [_describe_warning(system, warning, names) for warning in progress.warnings],
        "warnings_key": warnings_key(progress.warnings),
        "missing": list(progress.missing),
        "complete": progress.complete,
    }


def describe_finding(system: str, finding: Violation, names: Sequence[str]) -> dict[str, str]:
    return {"path": without_index(finding.path), "message": sentence(system, finding, names=names)}


def _describe_warning(system: str, warning: Violation, names: Sequence[str]) -> dict[str, str]:
    """Warnings stand together, away from their fields: each says where it belongs."""
    described = describe_finding(system, warning, names)
    path = described["path"]
    return described | {"called": place_of(system, path, names) if path else ""}


def _describe_seat(system: str, seat: SeatSoFar, names: Sequence[str]) -> dict[str, Any]:
    return {
        "total": seat.total,
        "place": seat.place,
        "tie_break": sentence(system, seat.tie_break, names=names) if seat.tie_break else "",
        "lines": [describe_line(system, line, names) for line in seat.lines],
    }


def describe_line(system: str, so_far: LineSoFar, names: Sequence[str]) -> dict[str, Any]:
    """A line that does not count yet has neither VP nor a sentence."""
    line = so_far.line
    return {
        "key": line.key,
        "round": line.round,
        "path": so_far.path,
        "label": str(label(system, f"line.{line.key}")),
        "vp": line.vp if so_far.counts else None,
        "sentence": sentence(system, line.explanation, line=line, names=names) if so_far.counts else "",
    }
