"""What somebody typed, before anything is known about it: by path, as it will be shown again.

A form sends every field it has, also those that no longer apply because an option was switched off. They stay
among the values, so that switching it on again brings them back; the raw sheet is made of those that apply.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.http import QueryDict

from games.results.paths import FieldLocation, seat_locations, table_locations
from scoring.applicability import Applicable
from scoring.applicability import applicable as applicable_part
from scoring.description import Description, Field
from scoring.paths import MOST_SEATS, seat_kinds

LONGEST_NAME = 80
CHECKED = "yes"

_WHOLE_NUMBER = re.compile(r"[+-]?[0-9]{1,15}")


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedValues:
    """`cells` has what was typed by path, blanks left out; `kinds` and `names` stand in the order of the seats."""

    kinds: tuple[str, ...]
    names: tuple[str, ...]
    cells: dict[str, Any] = field(default_factory=dict)

    @property
    def seats(self) -> range:
        return range(len(self.kinds))


def empty_values(kinds: Iterable[str]) -> TypedValues:
    kinds = tuple(kinds)
    return TypedValues(kinds=kinds, names=("",) * len(kinds))


def posted_values(description: Description, posted: QueryDict) -> TypedValues:
    """Read a form. Rubbish stays as the text it is: the engine says at its path what is wrong with it."""
    kinds: list[str] = []
    # A forged form is not to grow the page.
    while len(kinds) < MOST_SEATS and (kind := posted.get(f"seats[{len(kinds)}].kind")) is not None:
        kinds.append(kind)
    names = [posted.get(f"seats[{seat}].player", "").strip() for seat in range(len(kinds))]
    cells = {}
    for place in places_of(description, len(kinds)):
        value = _typed(place.field, posted.getlist(place.path))
        if value is not None:
            cells[place.path] = value
    return TypedValues(kinds=tuple(kinds), names=tuple(names), cells=cells)


def stored_values(description: Description, raw: Mapping[str, Any], names: Iterable[str]) -> TypedValues:
    """The values of a raw sheet that passed every check."""
    seats = raw["seats"]
    kinds = tuple(seat_kinds(description, raw))
    cells = {}
    for place in places_of(description, len(seats)):
        value = _at(raw, place)
        # Options are stored with their defaults; what is blank was never typed. (0 is not blank, but 0 == False.)
        if value is not None and value is not False and value != [] and value != place.field.default:
            cells[place.path] = value
    return TypedValues(kinds=kinds, names=tuple(names), cells=cells)


def places_of(description: Description, seats: int) -> Iterable[FieldLocation]:
    yield from table_locations(description)
    for seat in range(seats):
        yield from seat_locations(description, seat)


def _typed(described: Field, sent: list[str]) -> Any:
    given = [text.strip() for text in sent if text.strip()]
    if not given:
        return None
    if described.kind == "tiles":
        return [_choice(described, text) for text in given]
    text = given[0]
    if described.kind == "flag":
        return True if text in {CHECKED, "on", "true"} else text
    if described.kind == "choice":
        return _choice(described, text)
    return int(text) if _WHOLE_NUMBER.fullmatch(text) else text


def _choice(described: Field, text: str) -> int | str:
    numbered = isinstance(described.choices[0], int)
    return int(text) if numbered and _WHOLE_NUMBER.fullmatch(text) else text


def _at(raw: Mapping[str, Any], place: FieldLocation) -> Any:
    if place.seat is None:
        scope, _, key = place.path.partition(".")
        return (raw.get(scope) or {}).get(key)
    seat = raw["seats"][place.seat]
    if place.round:
        seat = (seat.get("rounds") or {}).get(place.round) or {}
    return seat.get(place.field.key)


# Of the form, not of the sheet: tokens and buttons, and what the draft's own columns say.
_NOT_KEPT = {
    "csrfmiddlewaretoken",
    "action",
    "entry_key",
    "edit_secret",
    "draft_revision",
    "expected_version",
    "rules",
    "shown_totals",
}


def draft_fields(posted: QueryDict) -> dict[str, list[str]]:
    """What a draft holds: the fields of the form by name, each with all its values, exactly as a browser posts them:
    {"seats[0].glory": ["45"], "seats[0].contract_tiles": ["3", "17"], ...}
    """
    return {
        name: values
        for name, values in posted.lists()
        if name not in _NOT_KEPT and any(value != "" for value in values)
    }


def posted_draft(content: Any) -> QueryDict:
    """The form again. A draft comes from a browser: whatever else is in it is left out."""
    posted = QueryDict(mutable=True)
    fields = content.get("fields") if isinstance(content, dict) else None
    for name, values in fields.items() if isinstance(fields, dict) else ():
        if isinstance(values, list):
            posted.setlist(str(name), [value for value in values if isinstance(value, str)])
    return posted


def applicable(description: Description, values: TypedValues) -> Applicable:
    """What applies of it, as the engine decides."""
    table: dict[str, dict[str, Any]] = {"options": {}, "setup": {}, "game": {}}
    seats: list[dict[str, Any]] = [{"kind": kind, "rounds": {}} for kind in values.kinds]
    for place in places_of(description, len(seats)):
        value = values.cells.get(place.path)
        if place.seat is None:
            scope, _, key = place.path.partition(".")
            table[scope][key] = value
        elif place.round:
            seats[place.seat]["rounds"].setdefault(place.round, {})[place.field.key] = value
        else:
            seats[place.seat][place.field.key] = value
    return applicable_part(description, {**table, "seats": seats})
