"""The score while people type, ready to be shown: a raw sheet in, the result so far in words out.

The page of a sheet shows it, and a browser makes it with the same rules (docs/decisions). Its shape is the contract
between the two; see `games.sheets`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scoring import registry
from scoring.description import Description
from scoring.paths import MOST_SEATS, seat_kinds, without_index
from scoring.progress import LineSoFar, Progress, SeatSoFar, progress_of
from scoring.sentences import Words, label, numbered, place_of, sentence
from scoring.types import JsonObject, Violation


def preview(system: str, request: Mapping[str, Any], words: Words) -> JsonObject:
    """`request` has the sheet, the names, and the round it goes through, or null."""
    ruleset = registry.get(system)
    sheet, through = request.get("sheet"), request.get("through")
    rounds = ruleset.description.rounds
    progress = progress_of(ruleset, sheet, through=through if through in rounds else None)
    kinds = seat_kinds(ruleset.description, sheet)
    names = seat_names(ruleset.description, kinds, _names(request.get("names")), words)
    return describe_progress(system, progress, names, words)


def _names(sent: object) -> list[str]:
    names = sent[:MOST_SEATS] if isinstance(sent, list) else []
    return [name.strip() if isinstance(name, str) else "" for name in names]


def seat_names(
    description: Description, kinds: Sequence[str], names: Sequence[str], words: Words
) -> list[str]:
    """A name for every seat: what was typed, or what kind of seat it is."""
    bots = {kind.key for kind in description.seat_kinds if kind.bot}
    shown = []
    for index, kind in enumerate(kinds):
        typed = names[index] if index < len(names) else ""
        if typed:
            shown.append(typed)
        elif kind in bots:
            shown.append(label(words, f"seat_kind.{kind}"))
        else:
            shown.append(numbered(words, "player", index))
    return shown


def describe_progress(system: str, progress: Progress, names: Sequence[str], words: Words) -> JsonObject:
    return {
        "seats": [_describe_seat(system, seat, names, words) for seat in progress.seats],
        "notes": [sentence(system, words, note, names=names) for note in progress.notes],
        "violations": [
            describe_finding(system, violation, names, words) for violation in progress.violations
        ],
        "warnings": [_describe_warning(system, warning, names, words) for warning in progress.warnings],
        "warnings_key": warnings_key(progress.warnings),
        "missing": list(progress.missing),
        "complete": progress.complete,
        "provisional": progress.provisional,
    }


def describe_finding(system: str, finding: Violation, names: Sequence[str], words: Words) -> dict[str, str]:
    return {
        "path": without_index(finding.path),
        "message": sentence(system, words, finding, names=names),
    }


def warnings_key(warnings: Sequence[Violation]) -> str:
    """Names exactly these warnings, so that a yes to one is not a yes to another that comes up later."""
    return "; ".join(sorted([_named(warning) for warning in warnings]))


def _named(warning: Violation) -> str:
    values = " ".join([f"{name}={value}" for name, value in sorted(warning.params.items())])
    return f"{warning.code} {warning.path} {values}"


def _describe_warning(system: str, warning: Violation, names: Sequence[str], words: Words) -> dict[str, str]:
    """Warnings stand together, away from their fields: each says where it belongs."""
    described = describe_finding(system, warning, names, words)
    return {**described, "called": place_of(words, described["path"], names)}


def _describe_seat(system: str, seat: SeatSoFar, names: Sequence[str], words: Words) -> JsonObject:
    return {
        "total": seat.total,
        "place": seat.place,
        "tie_break": sentence(system, words, seat.tie_break, names=names) if seat.tie_break else "",
        "lines": [_describe_line(system, line, names, words) for line in seat.lines],
    }


def _describe_line(system: str, so_far: LineSoFar, names: Sequence[str], words: Words) -> JsonObject:
    """A line that does not count yet has neither VP nor a sentence."""
    line = so_far.line
    return {
        "key": line.key,
        "round": line.round,
        "path": so_far.path,
        "label": label(words, f"line.{line.key}"),
        "vp": line.vp if so_far.counts else None,
        "sentence": sentence(system, words, line.explanation, line, names) if so_far.counts else "",
    }
