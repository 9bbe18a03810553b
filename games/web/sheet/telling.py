"""The result so far in words, for the page and for the browser that asks for it while people type."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from games.web.life.cells import place_of
from games.web.sheet.paths import without_index
from games.web.sheet.progress import LineSoFar, Progress, SeatSoFar, warnings_key
from games.wording import label, sentence
from scoring.description import Description
from scoring.types import Violation


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


def told_progress(system: str, progress: Progress, names: Sequence[str]) -> dict[str, Any]:
    """The answer of the preview endpoint; see the contract in `games.web.sheet`."""
    return {
        "seats": [_told_seat(system, seat, names) for seat in progress.seats],
        "notes": [sentence(system, note, names=names) for note in progress.notes],
        "violations": [told_finding(system, one, names) for one in progress.violations],
        "warnings": [_told_warning(system, one, names) for one in progress.warnings],
        "warnings_key": warnings_key(progress.warnings),
        "missing": list(progress.missing),
        "complete": progress.complete,
    }


def told_finding(system: str, finding: Violation, names: Sequence[str]) -> dict[str, str]:
    return {"path": without_index(finding.path), "message": sentence(system, finding, names=names)}


def _told_warning(system: str, warning: Violation, names: Sequence[str]) -> dict[str, str]:
    """Warnings stand together, away from their fields: each says where it belongs."""
    told = told_finding(system, warning, names)
    return told | {"called": place_of(system, told["path"], names) if told["path"] else ""}


def _told_seat(system: str, seat: SeatSoFar, names: Sequence[str]) -> dict[str, Any]:
    return {
        "total": seat.total,
        "place": seat.place,
        "tie_break": sentence(system, seat.tie_break, names=names) if seat.tie_break else "",
        "lines": [told_line(system, one, names) for one in seat.lines],
    }


def told_line(system: str, one: LineSoFar, names: Sequence[str]) -> dict[str, Any]:
    """A line that does not count yet has neither VP nor a sentence."""
    line = one.line
    return {
        "key": line.key,
        "round": line.round,
        "path": one.path,
        "label": str(label(system, f"line.{line.key}")),
        "vp": line.vp if one.counts else None,
        "sentence": sentence(system, line.explanation, line=line, names=names) if one.counts else "",
    }
