"""What the names in a JSON object settle before any of its values is looked at.

The seats of a sheet, and the sheets of a form, mostly name the same fields in the same order, so the answers
are made once for each list of names. That is what makes reading fast (see `quick.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from operator import itemgetter
from struct import Struct, calcsize
from typing import NamedTuple, TypeAlias, cast

from scoring.description import Catalogue, Field
from scoring.types import Columns, Value

# Enough for nearly every count on a sheet, and little enough to list.
MOST_USUAL_COUNTS = 150

# Values of each field that need no closer look, by its key.
UsualValues: TypeAlias = Mapping[str, frozenset[Value]]

_TYPES: Mapping[str, type] = {"count": int, "flag": bool}


class Derivation(NamedTuple):
    """Fields that follow from the tiles of another one.

    `worth` is what each tile adds to all targets, packed into one number, so that a single sum adds up all of
    them; `packing` has room for all tiles together. `limits` are targets, by their positions, that have a
    greatest usual count.
    """

    source: str
    targets: tuple[str, ...]
    worth: Mapping[int | str, int]
    packing: Struct
    limits: tuple[tuple[int, int], ...]

    def sums(self, tiles: Iterable[int | str]) -> tuple[int, ...]:
        """What these tiles come to for each target."""
        packing = self.packing
        return packing.unpack(sum(map(self.worth.__getitem__, tiles)).to_bytes(packing.size, "little"))


class Total(NamedTuple):
    """A total that is entered by some of its parts."""

    key: str
    parts: Callable[[Columns], tuple[tuple[int, ...], ...]]
    usual: int | None


class Tiles(NamedTuple):
    """A field with tiles: the type and the set of all there are, and what follows from them."""

    field: Field
    type: type
    known: frozenset[Value]
    derivation: Derivation | None


class Shape(NamedTuple):
    """What the names in an object settle.

    settled    read it the quick way: nothing required is left out, and no two of the fields named depend on or
               can contradict each other
    aside      names to set aside: reserved ones and tiles
    plain      the other names, in their order
    types      the types of these fields
    usual      the values of these fields that need no closer look
    unique     those of them whose values no two seats may share
    totals     totals to add up
    tiles      fields with tiles
    """

    settled: bool
    aside: tuple[str, ...]
    plain: tuple[str, ...]
    types: tuple[type, ...]
    usual: tuple[frozenset[Value], ...]
    unique: tuple[str, ...]
    totals: tuple[Total, ...]
    tiles: tuple[Tiles, ...]


def usual_values(fields: Iterable[Field]) -> UsualValues:
    """Values that are fine wherever their field applies: flags, choices, and not too many usual counts."""
    return {field.key: _usual(field) for field in fields}


def _usual(field: Field) -> frozenset[Value]:
    if field.kind == "count":
        greatest = field.maximum if field.usual is None else field.usual
        return frozenset(range(field.minimum, min(greatest + 1, field.minimum + MOST_USUAL_COUNTS)))
    return frozenset((True, False) if field.kind == "flag" else field.choices)


def derivation_of(field: Field, fields: Mapping[str, Field], catalogue: Catalogue) -> Derivation:
    columns = field.derives.values()
    worth = {piece["key"]: [int(piece[column]) if column else 1 for column in columns] for piece in catalogue}
    most = max(map(sum, zip(*worth.values(), strict=True)))
    # Bytes if they will do: small numbers add up fastest.
    letter = next(letter for letter in "BHIQ" if most < 256 ** calcsize(letter))
    packing = Struct(f"<{len(columns)}{letter}")
    usual = [fields[target].usual for target in field.derives]
    return Derivation(
        field.key,
        tuple(field.derives),
        {key: int.from_bytes(packing.pack(*counts), "little") for key, counts in worth.items()},
        packing,
        tuple([(position, limit) for position, limit in enumerate(usual) if limit is not None]),
    )


def shape_of(
    names: tuple[str, ...],
    *,
    fields: Mapping[str, Field],
    usual: UsualValues,
    reserved: Collection[str],
    required: frozenset[str],
    dependent: Collection[str],
    demanding: bool,
    derivations: Mapping[str, Derivation],
) -> Shape:
    """The shape of an object with these names; KeyError when one of them is no field that may apply."""
    own = [fields[name] for name in names if name not in reserved]
    tiles = [field for field in own if field.kind == "tiles"]
    plain = [field for field in own if field.kind != "tiles"]
    named = {field.key for field in own}
    totals = [field for field in fields.values() if not named.isdisjoint(field.parts)]
    followed = [derivations[field.key] for field in tiles if field.key in derivations]
    following = [*(field.key for field in totals), *(key for one in followed for key in one.targets)]
    return Shape(
        settled=not demanding
        and named.isdisjoint(dependent)
        and required.issubset([*named, *following])
        and len({*named, *following}) == len(named) + len(following),
        aside=(*(name for name in names if name in reserved), *(field.key for field in tiles)),
        plain=tuple([field.key for field in plain]),
        types=tuple([_type_of(field) for field in plain]),
        usual=tuple([usual[field.key] for field in plain]),
        unique=tuple([field.key for field in plain if field.unique]),
        totals=tuple([_total(field, named) for field in totals]),
        tiles=tuple(
            [Tiles(field, _type_of(field), usual[field.key], derivations.get(field.key)) for field in tiles]
        ),
    )


def _total(field: Field, named: Collection[str]) -> Total:
    parts = _columns_of(tuple([part for part in field.parts if part in named]))
    return Total(field.key, parts, field.usual)


def _type_of(field: Field) -> type:
    return _TYPES.get(field.kind) or type(field.choices[0])


def _columns_of(keys: tuple[str, ...]) -> Callable[[Columns], tuple[tuple[int, ...], ...]]:
    """Takes columns of counts; `itemgetter`, the fast way, answers with a tuple from two keys on."""
    take = itemgetter(*keys) if len(keys) > 1 else lambda columns: (columns[keys[0]],)
    return cast("Callable[[Columns], tuple[tuple[int, ...], ...]]", take)
