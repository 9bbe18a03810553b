"""Which fields apply to a game, worked out once for each mix of seats and options.

A scope is a set of fields read from one JSON object: the options, the set-up, a seat, a seat's round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from scoring.conditions import facts_of, holds
from scoring.description import Description, Field
from scoring.kept import kept
from scoring.shapes import Derivation, Shape, UsualValues, derivation_of, shape_of
from scoring.types import Columns, Value

# A form always names its fields in the same order, so few shapes are ever met.
MOST_SHAPES = 32


@dataclass(frozen=True, slots=True)
class Scope:
    """Fields to read together.

    fields        every field that applies, or may apply depending on the seat's other fields
    reserved      names in the same object that are read elsewhere
    shape_of      what a list of names settles; KeyError when one of them is no field that may apply
    outside       fields that exist but do not apply
    dependent     fields whose condition asks for other values of the same scope, facts that begin with `own`
    required      keys a finished sheet needs, in the order of the sheet
    defaults      what every field counts as when blank, those that do not apply included; `blank` the same as
                  columns of a single seat
    totals        totals with the parts they may be entered by
    derivations   tiles with the fields that follow from them
    """

    fields: Mapping[str, Field]
    reserved: tuple[str, ...]
    shape_of: Callable[[tuple[str, ...]], Shape]
    outside: Mapping[str, Field]
    dependent: Mapping[str, Field]
    own: str
    required: tuple[str, ...]
    defaults: dict[str, Value]
    blank: Columns
    totals: tuple[Field, ...]
    derivations: tuple[Derivation, ...]


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """What is read for a seat of one kind: once, and for each round up to the one played last."""

    kind: str
    facts: dict[str, Value]
    once: Scope
    rounds: Mapping[str, Scope]


class ScopeRow(NamedTuple):
    """One scope for each seat.

    `alike` when they are the same; `blank` are the columns of seats without entries; `unique` are all fields of
    which no two seats may share a value.
    """

    scopes: tuple[Scope, ...]
    alike: bool
    blank: Columns
    unique: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TablePlan:
    """What is read for all seats, and the same by rows of one scope each."""

    seats: tuple[SeatPlan, ...]
    kinds: tuple[str, ...]
    once: ScopeRow
    rounds: Mapping[str, ScopeRow]


def table_plan(seats: tuple[SeatPlan, ...]) -> TablePlan:
    rounds = {name: _scope_row([seat.rounds[name] for seat in seats]) for name in seats[0].rounds}
    kinds = tuple([seat.kind for seat in seats])
    return TablePlan(seats, kinds, _scope_row([seat.once for seat in seats]), rounds)


def _scope_row(scopes: list[Scope]) -> ScopeRow:
    first = scopes[0]
    alike = all(scope is first for scope in scopes)
    known = {**first.fields, **first.outside}
    unique = tuple([key for key in first.defaults if known[key].unique])
    return ScopeRow(tuple(scopes), alike, _blank_columns(first.defaults, len(scopes)), unique)


def _blank_columns(defaults: Mapping[str, Value], seats: int) -> Columns:
    return {key: (value,) * seats for key, value in defaults.items()}


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
    derivations = tuple(
        derivation_of(field, inside, description.catalogues[field.catalogue])
        for field in inside.values()
        if field.derives
    )
    shape = partial(
        shape_of,
        fields=inside,
        usual=usual,
        reserved=reserved,
        required=frozenset(required),
        dependent=dependent,
        # A dependent field that a finished sheet needs can be missing wherever it is not named.
        demanding=any(field.required for field in dependent.values()),
        derivations={one.source: one for one in derivations},
    )
    return Scope(
        fields=inside,
        reserved=reserved,
        # Names that are no fields raise, which is never kept: only good names take up memory.
        shape_of=kept(shape, most=MOST_SHAPES),
        outside=outside,
        dependent=dependent,
        own=own,
        required=required,
        defaults=defaults,
        blank=_blank_columns(defaults, 1),
        totals=tuple(field for field in inside.values() if field.parts),
        derivations=derivations,
    )


def _asks_for(own: str, field: Field) -> bool:
    return any(fact.startswith(own) and fact != "seat.kind" for fact in facts_of(field.when))
