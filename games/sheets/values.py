"""What somebody typed, before anything is known about it: by path, as it will be shown again.

A form sends every field it has, also those that no longer apply because an option was switched off. They stay
among the values, so that switching it on again brings them back; the raw sheet is made of those that apply.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.http import QueryDict

from games.results.paths import (
    MOST_SEATS,
    FieldLocation,
    seat_kinds,
    seat_locations,
    seat_path,
    table_locations,
)
from scoring.conditions import holds
from scoring.description import Description, Field
from scoring.types import Value

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Applicable:
    """Which fields apply to what was typed, with the facts that decide it."""

    sheet: dict[str, Any]
    table_facts: Mapping[str, Value]
    # By seat, and by seat and round for fields of a round.
    seat_facts: Mapping[tuple[int, str], Mapping[str, Value]]

    def facts_at(self, seat: int | None, played: str = "") -> Mapping[str, Value]:
        return self.table_facts if seat is None else self.seat_facts[seat, played]


def applicable(description: Description, values: TypedValues) -> Applicable:
    """The raw sheet of what applies, one scope after the other.

    The engine refuses what does not apply; a form holds it back, and goes by values that are wrong so far as well (one
    card too many still has its votes). Of what can be read it holds back what the engine refuses: a test compares both.
    """
    bots = {kind.key for kind in description.seat_kinds if kind.bot}
    number_of_bots = sum(kind in bots for kind in values.kinds)
    facts: dict[str, Value] = {
        "seats": len(values.kinds),
        "humans": len(values.kinds) - number_of_bots,
        "bots": number_of_bots,
    }
    raw: dict[str, Any] = {"ruleset": description.key}
    scopes = (("options", description.options), ("setup", description.setup), ("game", description.game))
    for scope, fields in scopes:
        typed = {field.key: values.cells.get(f"{scope}.{field.key}") for field in fields}
        raw[scope], facts = _settle(fields, typed, facts, f"{scope}.")
    raw["seats"] = []
    seat_facts: dict[tuple[int, str], Mapping[str, Value]] = {}
    once = [field for field in description.seat if not field.rounds]
    for seat, kind in enumerate(values.kinds):
        typed = {field.key: values.cells.get(seat_path(seat, field.key)) for field in once}
        kept, own = _settle(once, typed, facts | {"seat.kind": kind}, "seat.")
        seat_facts[seat, ""] = own
        rounds = {}
        for played in description.rounds:
            of_round = [field for field in description.seat if played in field.rounds]
            typed = {field.key: values.cells.get(seat_path(seat, field.key, played)) for field in of_round}
            entered, seat_facts[seat, played] = _settle(of_round, typed, own, "seat.")
            if entered:
                rounds[played] = entered
        raw["seats"].append({"kind": kind, **kept, **({"rounds": rounds} if rounds else {})})
    return Applicable(sheet=raw, table_facts=facts, seat_facts=seat_facts)


def _settle(
    fields: Iterable[Field], typed: Mapping[str, Any], facts: Mapping[str, Value], prefix: str
) -> tuple[dict[str, Any], dict[str, Value]]:
    """What applies of a scope, and the facts with it. A value that drops out may make another one drop out."""
    described = {field.key: field for field in fields}
    kept = {key: value for key, value in typed.items() if value is not None}
    while True:
        known = dict(facts)
        known |= {prefix + key: _fact(field, kept.get(key)) for key, field in described.items()}
        idle = [key for key in kept if not holds(described[key].when, known)]
        if not idle:
            return kept, known
        for key in idle:
            del kept[key]


def _fact(described: Field, value: Any) -> Value:
    """The value as conditions see it; what cannot be read counts as blank, as it does for the engine."""
    if described.kind == "tiles" and isinstance(value, list):
        return tuple(value)
    if described.kind == "count" and not isinstance(value, int):
        return described.blank
    if described.kind == "flag" and value is not True:
        return described.blank
    if described.kind == "choice" and value not in described.choices:
        return described.blank
    return described.blank if value is None else value
