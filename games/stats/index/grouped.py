"""Items put in order by a code, each code beginning a word of its own."""

from dataclasses import dataclass

import numpy as np

from games.stats.index.bit_sliced import Slices, sliced
from games.stats.index.bitmap import BITS, Array, narrow, packed


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Seats, say, by faction: sums by faction of any set of them are then counts of bits in stretches of words.

    source    for each position what a choice is made by (its game, say); gaps point at something never chosen
    cells     the codes there are; the positions of each begin at the word `begins`
    slices    the numbers that are summed
    sums      how many items each cell has, and their sums: ready when all are asked for
    """

    source: Array
    cells: Array
    begins: Array
    slices: Slices
    sums: Array

    def chosen(self, among: Array) -> Array:
        """The set of positions whose source is chosen."""
        return packed(np.take(among, self.source))

    def summed(self, chosen: Array) -> Array:
        """By cell: how many are chosen, then the sum of each number."""
        sums: Array = np.vstack((counts_of(chosen, self.begins), self.slices.summed(chosen, self.begins))).T
        return sums

    def stretch(self, code: int) -> slice:
        """The words of one cell."""
        at = np.flatnonzero(self.cells == code)
        if not len(at):
            return slice(0, 0)
        ends = [*self.begins[1:].tolist(), len(self.source) // BITS]
        return slice(int(self.begins[at[0]]), ends[at[0]])


def counts_of(chosen: Array, begins: Array) -> Array:
    if not len(begins):
        return np.zeros(0, dtype=np.int64)
    counts: Array = np.add.reduceat(np.bitwise_count(chosen), begins, dtype=np.int64)
    return counts


def arrange(codes: Array, source: Array, values: Array, *, never: int) -> tuple[Arrangement, Array]:
    """The arrangement, and the position of each item. `never` is a source that is never chosen.

    The last position is always a gap, so that it can be the `never` of what is chosen by these positions.
    """
    order = np.argsort(codes, kind="stable")
    cells, firsts, counts = np.unique(codes[order], return_index=True, return_counts=True)
    words = -(-counts // BITS)
    begins = np.cumsum(words) - words
    length = (int(words.sum()) + 1) * BITS
    positions = np.empty(len(codes), dtype=np.int64)
    positions[order] = np.arange(len(codes)) + np.repeat(begins * BITS - firsts, counts)
    placed = np.full(length, never, dtype=np.int64)
    placed[positions] = source
    slices = sliced(values, positions, length)
    everything = np.full(length // BITS, np.iinfo(np.uint64).max, dtype="<u8")
    sums = np.vstack((counts, slices.summed(everything, begins))).T
    return Arrangement(narrow(placed, to=np.uint16), cells.astype(np.int64), begins, slices, sums), positions
