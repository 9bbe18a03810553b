"""Blocks put together into one.

Blocks are small so that a changed game costs little; each step of an answer is taken once for each of them, though,
and with hundreds of blocks the steps cost more than the work. So neighbours are put together for reading.
"""

from collections.abc import Callable, Sequence

import numpy as np

from games.stats.columns.arranging import Arrangement
from games.stats.columns.bits import BITS
from games.stats.columns.block import Block
from games.stats.columns.slices import Slices
from games.stats.columns.slices import joined as joined_slices
from games.stats.columns.types import Array

# Of an arrangement: where the positions of each part are now.
Moves = list[Array]


def joined(blocks: Sequence[Block]) -> Block:
    """All of the same system and layout; there must be some."""
    if len(blocks) == 1:
        return blocks[0]
    ends = np.cumsum([len(block.day) for block in blocks]).tolist()
    games = [np.arange(end - len(block.day), end) for end, block in zip(ends, blocks, strict=True)]
    seats, order, seat_moves = _arrangements([block.seats for block in blocks], games)

    def of_games(column: Callable[[Block], Array]) -> Array:
        return np.concatenate([column(block) for block in blocks], axis=-1)

    def of_seats(column: Callable[[Block], Array]) -> Array:
        """By words, in their new order."""
        values = of_games(column)
        by_word = values.reshape(*values.shape[:-1], len(order), BITS)
        return np.take(by_word, order, axis=-2).reshape(values.shape)

    pairs, pair_order, _ = _arrangements([block.pairs for block in blocks], seat_moves)
    others = np.concatenate(
        [move[block.pair_others] for move, block in zip(seat_moves, blocks, strict=True)]
    ).reshape(-1, BITS)
    return Block(
        game_key=of_games(lambda block: block.game_key),
        day=of_games(lambda block: block.day),
        club=of_games(lambda block: block.club),
        people=of_games(lambda block: block.people),
        words=of_games(lambda block: block.words),
        marks=of_games(lambda block: block.marks),
        line_totals=joined_slices([block.line_totals for block in blocks]),
        faction=of_seats(lambda block: block.faction),
        measures=of_seats(lambda block: block.measures),
        bid=of_seats(lambda block: block.bid),
        player=of_seats(lambda block: block.player),
        facets=of_seats(lambda block: block.facets),
        seats=seats,
        seat_lines=_reordered(joined_slices([block.seat_lines for block in blocks]), order),
        places=_arrangements([block.places for block in blocks], games)[0],
        by_facet=tuple(
            _arrangements([block.by_facet[number] for block in blocks], games)[0]
            for number in range(len(blocks[0].by_facet))
        ),
        pairs=pairs,
        pair_others=others[pair_order].reshape(-1).astype(np.uint32),
    )


def _arrangements(parts: Sequence[Arrangement], sources: Moves) -> tuple[Arrangement, Array, Moves]:
    """`sources` say where the source of each part is now. Also gives the order of words, and where positions went."""
    words = [len(part.source) // BITS for part in parts]
    cell_of_word = np.concatenate(
        [
            # A part without any items still has its gap; it goes to the end.
            np.repeat(part.cells, np.diff(part.begins, append=count))
            if len(part.cells)
            else np.full(count, np.iinfo(np.int64).max)
            for part, count in zip(parts, words, strict=True)
        ]
    )
    order = np.argsort(cell_of_word, kind="stable")
    went = np.empty_like(order)
    went[order] = np.arange(len(order))
    source = np.concatenate([move[part.source] for move, part in zip(sources, parts, strict=True)]).reshape(
        -1, BITS
    )
    cells = np.unique(np.concatenate([part.cells for part in parts]))
    sums = np.zeros((len(cells), parts[0].sums.shape[1]), dtype=np.int64)
    for part in parts:
        sums[np.searchsorted(cells, part.cells)] += part.sums
    arrangement = Arrangement(
        source=source[order].reshape(-1).astype(np.uint32),
        cells=cells,
        begins=np.searchsorted(cell_of_word[order], cells),
        slices=_reordered(joined_slices([part.slices for part in parts]), order),
        sums=sums,
    )
    at = (went[:, None] * BITS + np.arange(BITS)).reshape(-1)
    moves = np.split(at, (np.cumsum(words)[:-1] * BITS).tolist())
    return arrangement, order, moves


def _reordered(slices: Slices, order: Array) -> Slices:
    return Slices(slices.digits, slices.signed, np.take(slices.bits, order, axis=1))
