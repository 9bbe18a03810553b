"""Where a value stands: the same path in the raw sheet, as the name of a form field and in what the engine reports.

options.train   setup.map_a   game.council_cards   seats[0].glory   seats[0].rounds.a.barrels
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from scoring.description import Description, Field, Line

_NOT_FOR_IDS = re.compile(r"[^a-z0-9_]+")
_INDEX_AT_END = re.compile(r"\[\d+\]$")
# More seats than any game has; of a longer list nobody need see more.
MOST_SEATS = 12


@dataclass(frozen=True, slots=True)
class FieldLocation:
    """A field at one place of the sheet; `seat` is None for the table's own fields, `round` "" outside rounds."""

    path: str
    field: Field
    seat: int | None = None
    round: str = ""


def seat_path(seat: int, key: str, played: str = "") -> str:
    return f"seats[{seat}].rounds.{played}.{key}" if played else f"seats[{seat}].{key}"


def table_locations(description: Description) -> Iterator[FieldLocation]:
    """The fields of the table as a whole."""
    scopes = (("options", description.options), ("setup", description.setup), ("game", description.game))
    for scope, fields in scopes:
        for field in fields:
            yield FieldLocation(f"{scope}.{field.key}", field)


def seat_locations(description: Description, seat: int) -> Iterator[FieldLocation]:
    for field in description.seat:
        for played in field.rounds or ("",):
            yield FieldLocation(seat_path(seat, field.key, played), field, seat, played)


def line_rounds(line: Line) -> tuple[str, ...]:
    """The rounds a line is scored in; one nameless round for a line scored once."""
    return line.rounds or ("",)


def dom_id(path: str) -> str:
    return _NOT_FOR_IDS.sub("-", path.lower()).strip("-")


def without_index(path: str) -> str:
    """The field of a single tile: seats[0].contract_tiles[3] stands in seats[0].contract_tiles."""
    return _INDEX_AT_END.sub("", path)


def seat_kinds(description: Description, sheet: Any) -> list[str]:
    """The kinds of a raw sheet's seats as far as they can be read; the rules say what is wrong with them."""
    first = description.seat_kinds[0].key
    seats = sheet.get("seats") if isinstance(sheet, dict) else None
    return [
        str(seat.get("kind") or first) if isinstance(seat, dict) else first
        for seat in (seats if isinstance(seats, list) else [])[:MOST_SEATS]
    ]
