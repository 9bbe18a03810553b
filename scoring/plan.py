"""Which fields apply to a game, worked out once for each mix of seats and options.

A scope is a set of fields read from one JSON object: the options, the set-up, a seat, a seat's round.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial

from scoring.conditions import facts_of, holds
from scoring.description import Description, Field
from scoring.shapes import Shape, UsualValues, shape_of
from scoring.types import Value

# A form always names its fields in the same order, so few shapes are ever met.
MOST_SHAPES = 32

# Where a count is never unusual
NO_LIMIT = math.inf


@dataclass(frozen=True, slots=True)
class Derivation:
    """Fields that follow from the tiles of another one: what each tile adds to each target.

    `usual` are the greatest usual counts of the targets.
    """

    source: str
    targets: tuple[str, ...]
    usual: tuple[float, ...]
    worth: Mapping[int | str, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Scope:
    """Fields to read together.

    fields        every field that applies, or may apply depending on the seat's other fields
    reserved      names in the same object that are read elsewhere
    shape_of      what a list of names settles; KeyError when one of them is no field that may apply
    outside       fields that exist but do not apply
    dependent     fields whose condition asks for other values of the same scope, facts that begin with `own`
    required      keys a finished sheet needs, in the order of the sheet; `required_keys` for a quick look
    defaults      what every field counts as when blank, those that do not apply included
    totals        totals with the parts they may be entered by
    sources       parts and tiles other fields follow from
    """

    fields: Mapping[str, Field]
    reserved: tuple[str, ...]
    shape_of: Callable[[tuple[str, ...]], Shape]
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

    kind: str
    facts: dict[str, Value]
    once: Scope
    rounds: Mapping[str, Scope]


def scope_of(
    fields: Iterable[Field],
    facts: Mapping[str, Value],
    description: Description,
    usual: UsualValues,
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
    required = tuple(field.key for field in inside.values() if field.required and field.key not in dependent)
    totals = tuple(field for field in inside.values() if field.parts)
    required_keys = frozenset(required)
    derivations = tuple(_derivation(field, inside, description) for field in inside.values() if field.derives)
    sources = frozenset(
        [*(part for total in totals for part in total.parts), *(one.source for one in derivations)]
    )
    # A dependent field that a finished sheet needs can be missing wherever it is not named.
    demanding = any(field.required for field in dependent.values())
    shape = partial(
        shape_of,
        fields=inside,
        usual=usual,
        reserved=reserved,
        required=required_keys,
        unsettled=sources.union(dependent),
    )
    return Scope(
        fields=inside,
        reserved=reserved,
        # Names that are no fields raise, which is never kept: only good names take up memory.
        shape_of=lru_cache(maxsize=MOST_SHAPES)(shape),
        outside=outside,
        dependent=dependent,
        demanding=demanding,
        own=own,
        required=required,
        required_keys=required_keys,
        defaults=defaults,
        totals=totals,
        derivations=derivations,
        sources=sources,
    )


def _asks_for(own: str, field: Field) -> bool:
    return any(fact.startswith(own) and fact != "seat.kind" for fact in facts_of(field.when))


def _derivation(field: Field, fields: Mapping[str, Field], description: Description) -> Derivation:
    columns = tuple(field.derives.values())
    worth = {
        piece["key"]: tuple(int(piece[column]) if column else 1 for column in columns)
        for piece in description.catalogues[field.catalogue]
    }
    limits = [fields[target].usual for target in field.derives]
    usual = tuple(NO_LIMIT if limit is None else limit for limit in limits)
    return Derivation(field.key, tuple(field.derives), usual, worth)
