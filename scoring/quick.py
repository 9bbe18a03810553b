"""The quick way of reading seats, for what nearly all sheets hold: known fields with usual values.

It reads one scope of all seats together and never reports anything: where something deserves a closer look it
gives up, and `scopes.py` reads seat by seat. Looking at the values of all seats at once, in columns, is several
times faster than looking at each value, and columns are what scores are worked out from.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any, NamedTuple, TypeAlias

from scoring.plan import ScopeRow
from scoring.shapes import Shape, Tiles
from scoring.types import Column, Columns, Value

JsonObjects: TypeAlias = Sequence[dict[str, object]]


class Row(NamedTuple):
    """One scope of several seats: what was entered at each, and the columns of all fields."""

    entered: list[dict[str, Value]]
    columns: Columns


def read_row(row: ScopeRow, given: JsonObjects) -> Row | None:
    """Read the objects of all seats, or None."""
    names = [tuple(one) for one in given]
    try:
        if row.alike and names.count(names[0]) == len(names):
            return _read_alike(row.scopes[0].shape_of(names[0]), given, row.blank)
        shapes = [scope.shape_of(own) for scope, own in zip(row.scopes, names, strict=True)]
    except KeyError:
        # A name that is no field, or no field of this game.
        return None
    singles = [
        _read_alike(shape, [one], scope.blank)
        for shape, one, scope in zip(shapes, given, row.scopes, strict=True)
    ]
    read = [single for single in singles if single]
    if len(read) < len(singles):
        return None
    together = _side_by_side(read)
    return None if any(shared(together.columns[key]) for key in row.unique) else together


def _read_alike(shape: Shape, given: JsonObjects, blank: Columns) -> Row | None:
    """Read objects that name the same fields in the same order."""
    if not shape.settled:
        return None
    # Not yet known to be values of fields; `cast` would cost time.
    entered: list[Any] = [one.copy() for one in given]
    for name in shape.aside:
        for one in entered:
            del one[name]
    rows = [one.values() for one in entered]
    # The types first: True and 1.0 equal 1.
    if tuple(map(type, chain.from_iterable(rows))) != shape.types * len(rows):
        return None
    plain = list(zip(*rows, strict=True))
    if not all(map(frozenset.issuperset, shape.usual, plain)):
        return None
    columns = blank.copy()
    columns.update(zip(shape.plain, plain, strict=True))
    for key in shape.unique:
        # All different is what they mostly are, and quickly seen.
        if len(set(columns[key])) < len(rows) and shared(columns[key]):
            return None
    return Row(entered, columns) if _fill_in(shape, given, entered, columns) else None


def shared(column: Column) -> bool:
    """Whether two seats share a value or a tile. A blank, a flag not raised and a 0 are nobody's."""
    held = list(chain.from_iterable([own if isinstance(own, tuple) else (own,) for own in column if own]))
    return len(set(held)) < len(held)


def _fill_in(shape: Shape, given: JsonObjects, entered: list[dict[str, Value]], columns: Columns) -> bool:
    """Add up totals, read tiles and what follows from them; whether all of it is as usual."""
    for total in shape.totals:
        column = tuple(map(sum, zip(*total.parts(columns), strict=True)))
        columns[total.key] = column
        if total.usual is not None and max(column) > total.usual:
            return False
    for ticked in shape.tiles:
        key, derivation = ticked.field.key, ticked.derivation
        tiles = _read_tiles(ticked, [one[key] for one in given])
        if tiles is None:
            return False
        columns[key] = tiles
        for one, own in zip(entered, tiles, strict=True):
            one[key] = own
        if derivation:
            sums = list(zip(*map(derivation.sums, tiles), strict=True))
            columns.update(zip(derivation.targets, sums, strict=True))
            for position, limit in derivation.limits:
                if max(sums[position]) > limit:
                    return False
    return True


def _read_tiles(tiles: Tiles, lists: list[Any]) -> tuple[tuple[int | str, ...], ...] | None:
    """The tiles of each seat; None unless all have some, in the right number, and no tile turns up twice."""
    field = tiles.field
    if set(map(type, lists)) != {list}:
        return None
    lengths = list(map(len, lists))
    if min(lengths) < max(field.shortest, 1) or max(lengths) > field.longest:
        return None
    try:
        different = set().union(*lists)
    except TypeError:
        return None
    # The types as well: True and 1.0 equal 1, so of them only the first is in the set.
    if len(different) < sum(lengths) or set(map(type, different)) != {tiles.type} or different - tiles.known:
        return None
    return tuple([field.in_order(own) for own in lists])


def _side_by_side(singles: list[Row]) -> Row:
    """The row of seats that were read one by one; columns of all fields always stand in the same order."""
    columns = zip(*[single.columns.values() for single in singles], strict=True)
    return Row(
        list(chain.from_iterable([single.entered for single in singles])),
        dict(zip(singles[0].columns, map(tuple, map(chain.from_iterable, columns)), strict=True)),
    )
