"""Which fields apply to a game, worked out once for each mix of seats and options.

A scope is a set of fields read from one JSON object: the options, the set-up, a seat, a seat's round.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scoring.conditions import facts_of, holds
from scoring.description import Catalogue, Description, Field
from scoring.types import Value


@dataclass(frozen=True, slots=True)
class Derivation:
    """Fields that follow from the tiles of another one: for each of them what every tile adds to it."""

    source: str
    worth: Mapping[str, Mapping[int | str, int]]

    def sums(self, tiles: tuple[int | str, ...]) -> dict[str, int]:
        """What these tiles come to for each field."""
        return {target: sum([worth[tile] for tile in tiles]) for target, worth in self.worth.items()}


@dataclass(frozen=True, slots=True)
class Scope:
    """Fields to read together.

    fields        every field that applies, or may apply depending on the seat's other fields
    reserved      names in the same object that are read elsewhere
    outside       fields that exist but do not apply
    dependent     fields whose condition asks for other values of the same scope, facts that begin with `own`;
                  `asked` are the keys of those values
    required      keys a finished sheet needs, in the order of the sheet
    defaults      what every field counts as when blank, those that do not apply included
    totals        totals with the parts they may be entered by
    derivations   tiles with the fields that follow from them
    """

    fields: Mapping[str, Field]
    reserved: tuple[str, ...]
    outside: Mapping[str, Field]
    dependent: Mapping[str, Field]
    own: str
    asked: tuple[str, ...]
    required: tuple[str, ...]
    defaults: dict[str, Value]
    totals: tuple[Field, ...]
    derivations: tuple[Derivation, ...]


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """What is read for a seat of one kind: once, and for each round up to the one played last."""

    kind: str
    facts: dict[str, Value]
    once: Scope
    rounds: Mapping[str, Scope]


def scope_of(
    fields: Iterable[Field],
    facts: Mapping[str, Value],
    description: Description,
    *,
    own: str = "seat.",
    reserved: tuple[str, ...] = (),
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
    return Scope(
        fields=inside,
        reserved=reserved,
        outside=outside,
        dependent=dependent,
        own=own,
        asked=tuple(
            key for key in defaults if any(own + key in facts_of(field.when) for field in dependent.values())
        ),
        required=tuple(
            field.key for field in inside.values() if field.required and field.key not in dependent
        ),
        defaults=defaults,
        totals=tuple(field for field in inside.values() if field.parts),
        derivations=tuple(
            _derivation(field, description.catalogues[field.catalogue])
            for field in inside.values()
            if field.derives
        ),
    )


def _derivation(field: Field, catalogue: Catalogue) -> Derivation:
    return Derivation(
        field.key,
        {
            target: {piece["key"]: int(piece[column]) if column else 1 for piece in catalogue}
            for target, column in field.derives.items()
        },
    )


def _asks_for(own: str, field: Field) -> bool:
    return any(fact.startswith(own) and fact != "seat.kind" for fact in facts_of(field.when))
