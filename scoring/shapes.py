"""What the names in a JSON object settle before any of its values is looked at.

The seats of a sheet, and the sheets of a form, mostly name the same fields in the same order, so the answers
are made once for each list of names. That is what makes reading fast.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from scoring.description import Field
from scoring.types import Value

# Enough for nearly every count on a sheet, and little enough to list.
MOST_USUAL_COUNTS = 150

# Values of each field that need no closer look, by its key.
UsualValues = Mapping[str, frozenset[Value]]

_TYPES: Mapping[str, type] = {"count": int, "flag": bool}


class Shape(NamedTuple):
    """The fields an object names.

    aside      names to set aside: reserved ones and tiles
    tiles      those of them that are tiles
    types      the types of the other fields, in their order; asked for because True and 1.0 equal 1
    usual      the values of these fields that need no closer look
    settled    with such values nothing is missing and nothing follows from them
    """

    aside: tuple[str, ...]
    tiles: tuple[str, ...]
    types: tuple[type, ...]
    usual: tuple[frozenset[Value], ...]
    settled: bool


def usual_values(fields: Iterable[Field]) -> UsualValues:
    """Values that are fine wherever their field applies: flags, choices, and not too many usual counts."""
    return {field.key: _usual(field) for field in fields}


def _usual(field: Field) -> frozenset[Value]:
    if field.kind == "count":
        greatest = field.maximum if field.usual is None else field.usual
        return frozenset(range(field.minimum, min(greatest + 1, field.minimum + MOST_USUAL_COUNTS)))
    return frozenset((True, False) if field.kind == "flag" else field.choices)


def shape_of(
    names: tuple[str, ...],
    *,
    fields: Mapping[str, Field],
    usual: UsualValues,
    reserved: Collection[str],
    required: frozenset[str],
    unsettled: frozenset[str],
) -> Shape:
    """The shape of an object with these names; KeyError when one of them is no field that may apply.

    `required` must be there and `unsettled` must not for the shape to be settled.
    """
    tiles = tuple([name for name in names if name not in reserved and fields[name].kind == "tiles"])
    aside = (*(name for name in names if name in reserved), *tiles)
    plain = [name for name in names if name not in aside]
    return Shape(
        aside,
        tiles,
        tuple([_type_of(fields[name]) for name in plain]),
        tuple([usual[name] for name in plain]),
        required.issubset(plain) and unsettled.isdisjoint(names) and not tiles,
    )


def _type_of(field: Field) -> type:
    return _TYPES.get(field.kind) or type(field.choices[0])
