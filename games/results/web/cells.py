"""A cell of a sheet and its content in words."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Any

from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from caledonia_site.common.formatting import format_date, format_number
from games.results.selectors.history import CellChange
from games.systems import label, words_of
from scoring import registry, sentences
from scoring.description import Field

BLANK = "–"
CIRCUMSTANCES = {
    "played_on": gettext_lazy("Date of play"),
    "finished_at": gettext_lazy("Finished at"),
    "place": pgettext_lazy("where it was played", "Place"),
    "duration_minutes": gettext_lazy("Duration in minutes"),
    "notes": gettext_lazy("Notes"),
}
_SEAT = re.compile(r"seats\[(\d+)\]\.(?:rounds\.(\w+)\.)?(\w+)$")
_TABLE = re.compile(r"(options|setup|game)\.(\w+)$")


@dataclass(frozen=True, slots=True)
class Change:
    where: str
    before: str
    after: str


@cache
def _fields(system: str) -> Mapping[tuple[str, str], Field]:
    description = registry.get(system).description
    scopes = {
        "options": description.options,
        "setup": description.setup,
        "game": description.game,
        "seats": description.seat,
    }
    return {(scope, field.key): field for scope, fields in scopes.items() for field in fields}


def content(system: str, scope: str, key: str, value: Any) -> str:
    """The value of a field as people read it."""
    if value is None or value == "" or value == []:
        return BLANK
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, list):
        return ", ".join(_choice(system, key, choice) for choice in value)
    field = _fields(system).get((scope, key))
    if field and field.kind == "choice":
        return _choice(system, key, value)
    return format_number(value) if isinstance(value, int) else str(value)


def _choice(system: str, key: str, value: Any) -> str:
    return str(label(system, f"choice.{key}.{value}"))


def place_of(system: str, path: str, names: Sequence[str]) -> str:
    """Where a cell is: "Ailsa · Scoring round B · Persons"."""
    if _SEAT.match(path) or _TABLE.match(path):
        return sentences.place_of(words_of(system), path, names)
    return str(CIRCUMSTANCES.get(path, path))


def cell_content(system: str, path: str, value: Any) -> str:
    if seat := _SEAT.match(path):
        if seat[3] == "kind" and value:
            return str(label(system, f"seat_kind.{value}"))
        return content(system, "seats", seat[3], value)
    if table := _TABLE.match(path):
        return content(system, table[1], table[2], value)
    if value and path == "played_on":
        return format_date(date.fromisoformat(value))
    if value and path == "finished_at":
        moment = parse_datetime(value)
        return date_format(moment, "SHORT_DATETIME_FORMAT") if moment else str(value)
    return content(system, "", path, value)


def change_in_words(system: str, change: CellChange, names: Sequence[str]) -> Change:
    """`names` in the order of the seats."""
    return Change(
        place_of(system, change.path, names),
        cell_content(system, change.path, change.before),
        cell_content(system, change.path, change.after),
    )
