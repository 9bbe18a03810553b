"""What was entered on the sheets, seat by seat."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

import numpy as np

from games.stats.columns.raw import RawGame, RawSeat
from games.stats.columns.types import Array
from games.stats.layout import Layout

_NOTHING = (0, 0)


def codes_of(codes: Mapping[str, int], values: Iterable[Any]) -> Array:
    """0 for what is not known."""
    return np.array(
        [codes.get(value if value.__class__ is str else str(value), 0) for value in values], dtype=np.int64
    )


def lines_of(
    layout: Layout, games: Sequence[RawGame], tables: Sequence[Sequence[RawSeat]]
) -> tuple[Array, Array]:
    """Quantity and VP of each line.

    What is told of single lines beside a mere total is not counted: some may be missing, and nobody checked it.
    """
    number_of = {key: number for number, key in enumerate(layout.lines)}
    # Sheets of the same make have the same lines in the same order, and are read together.
    alike: dict[tuple[str, ...], tuple[list[int], list[Any]]] = {}
    seat = -1
    for game, people in zip(games, tables, strict=True):
        for one in people:
            seat += 1
            if not game.totals_only:
                rows, lines = alike.setdefault(tuple(one.lines), ([], []))
                rows.append(seat)
                lines.append(one.lines.values())
    both = np.zeros((2, len(layout.lines), seat + 1), dtype=np.int64)
    for keys, (rows, lines) in alike.items():
        cells = chain.from_iterable(chain.from_iterable(lines))
        values = np.fromiter(cells, dtype=np.int64, count=len(rows) * len(keys) * 2)
        values = values.reshape(len(rows), len(keys), 2)
        known = [position for position, key in enumerate(keys) if key in number_of]
        at = np.array([number_of[keys[position]] for position in known], dtype=np.int64)
        both[:, at[:, None], rows] = values[:, known].transpose(2, 1, 0)
    return both[0], both[1]


def pieces_of(
    layout: Layout, field: str, games: Sequence[RawGame], tables: Sequence[Sequence[RawSeat]]
) -> Array:
    """How many of each piece a seat had; without lines nobody checked them either."""
    choices = layout.pieces[field]
    rows: list[int] = []
    pieces: list[int] = []
    seat = -1
    for game, people in zip(games, tables, strict=True):
        for one in people:
            seat += 1
            if not game.totals_only:
                for piece in one.entered.get(field) or ():
                    if (at := choices.get(str(piece))) is not None:
                        rows.append(seat)
                        pieces.append(at)
    counts = np.zeros((len(choices), seat + 1), dtype=np.int64)
    np.add.at(counts, (np.array(pieces, dtype=np.int64), np.array(rows, dtype=np.int64)), 1)
    return counts


def bids_of(layout: Layout, seats: Sequence[RawSeat]) -> Array:
    line = layout.traits.bid_line
    return np.array([-seat.lines.get(line, _NOTHING)[1] for seat in seats], dtype=np.int64)
