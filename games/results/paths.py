"""The fields of a sheet, each at its path (`scoring.paths`)."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from scoring.description import Description, Field, Line
from scoring.paths import seat_path

_NOT_FOR_IDS = re.compile(r"[^a-z0-9_]+")


@dataclass(frozen=True, slots=True)
class FieldLocation:
    """A field at one place of the sheet; `seat` is None for the table's own fields, `round` "" outside rounds."""

    path: str
    field: Field
    seat: int | None = None
    round: str = ""


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
