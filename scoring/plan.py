"""Which fields apply to a game, worked out once for each mix of seats and options.

A scope is a set of fields read from one JSON object: the options, the set-up, a seat, a seat's round.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scoring.conditions import facts_of, holds
from scoring.description import Description, Field
from scoring.types import Value

# Enough for nearly every count on a sheet, and little enough to list.
MOST_USUAL_COUNTS = 150


# A field, the type of a value, and the value; the type because True and 1.0 equal 1.
UsualValues = frozenset[tuple[str, type, Value]]


@dataclass(frozen=True, slots=True)
class Derivation:
    """Fields that follow from the tiles of another one: what each tile adds to each target."""

    source: str
    targets: tuple[str, ...]
    worth: Mapping[int | str, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Scope:
    """Fields to read together.

    fields        every field that applies, or may apply depending on the seat's other fields
    usual         fields with values that need no closer look, for a quick way through
    tiles         the fields of several values, which are left out of `usual`
    outside       fields that exist but do not apply
    dependent     fields whose condition asks for other values of the same scope, facts that begin with `own`
    required      keys a finished sheet needs, in the order of the sheet; `required_keys` for a quick look
    defaults      what every field counts as when blank, those that do not apply included
    totals        totals with the parts they may be entered by
    sources       parts and tiles other fields follow from
    """

    fields: Mapping[str, Field]
    usual: UsualValues
    tiles: tuple[str, ...]
    outside: Mapping[str, Field]
    dependent: Mapping[str, Field]
    demanding: bool
    own: str
    required: tuple[str, ...]
    required_keys: frozenset[str]
    defaults: dict[str, Value]
    totals: tuple[Field, ...]
    derivations: tuple[Derivation, ...]
    sources: frozenset[str]


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """What is read for a seat of one kind: once, and for each round up to the one played last."""

    facts: dict[str, Value]
    once: Scope
    rounds: Mapping[str, Scope]


def usual_values(fields: Iterable[Field]) -> UsualValues:
    """Values that are fine wherever their field applies: flags, choices, and not too many usual counts."""
    usual: set[tuple[str, type, Value]] = set()
    for field in fields:
        if field.kind == "count":
            greatest = field.maximum if field.usual is None else field.usual
            stop = min(greatest + 1, field.minimum + MOST_USUAL_COUNTS)
            usual.update((field.key, int, count) for count in range(field.minimum, stop))
        elif field.kind == "flag":
            usual |= {(field.key, bool, True), (field.key, bool, False)}
        elif field.kind == "choice":
            usual.update((field.key, type(choice), choice) for choice in field.choices)
    return frozenset(usual)


def scope_of(
    fields: Iterable[Field],
    facts: Mapping[str, Value],
    description: Description,
    own: str = "seat.",
    usual: UsualValues = frozenset(),
) -> Scope:
    """The scope of these fields in a game with these facts."""
    inside: dict[str, Field] = {}
    outside: dict[str, Field] = {}
    dependent: dict[str, Field] = {}
    defaults: dict[str, Value] = {}
    for field in fields:
        defaults[field.key] = field.blank
        if _asks_for(own, field):
            dependent[field.key] = inside[field.key] = field
        elif holds(field.when, facts):
            inside[field.key] = field
        else:
            outside[field.key] = field
    required = tuple(field.key for field in inside.values() if field.required and field.key not in dependent)
    totals = tuple(field for field in inside.values() if field.parts)
    derivations = tuple(_derivation(field, description) for field in inside.values() if field.derives)
    return Scope(
        fields=inside,
        usual=usual,
        tiles=tuple(field.key for field in inside.values() if field.kind == "tiles"),
        outside=outside,
        dependent=dependent,
        demanding=any(field.required for field in dependent.values()),
        own=own,
        required=required,
        required_keys=frozenset(required),
        defaults=defaults,
        totals=totals,
        derivations=derivations,
        sources=frozenset(
            [*(part for total in totals for part in total.parts), *(one.source for one in derivations)]
        ),
    )


def _asks_for(own: str, field: Field) -> bool:
    return any(fact.startswith(own) and fact != "seat.kind" for fact in facts_of(field.when))


def _derivation(field: Field, description: Description) -> Derivation:
    columns = tuple(field.derives.values())
    worth = {
        piece["key"]: tuple(int(piece[column]) if column else 1 for column in columns)
        for piece in description.catalogues[field.catalogue]
    }
    return Derivation(field.key, tuple(field.derives), worth)
