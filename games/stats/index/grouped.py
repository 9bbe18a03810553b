"""A bit-sliced column ordered by a group, each group beginning a word of its own."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from games.stats.index.bit_sliced import BitSlicedColumn, concatenate_slices, slice_bits
from games.stats.index.bitmap import BITS, Array, Bitmap, narrow, pack_bits

# Of a grouped column: where the positions of each part are now.
Moves = list[Array]


@dataclass(frozen=True, slots=True)
class GroupedColumn:
    """Seats, say, by faction: sums by faction of any set of them are then counts of bits in stretches of words.

    source    for each position what a choice is made by (its game, say); gaps point at something never chosen
    groups    the codes there are; the positions of each begin at the word `begins`
    values    the numbers that are summed
    sums      how many items each group has, and their sums: ready when all of them are chosen
    """

    source: Array
    groups: Array
    begins: Array
    values: BitSlicedColumn
    sums: Array

    def chosen_by(self, among: Array) -> Bitmap:
        """The set of positions whose source is chosen."""
        return pack_bits(np.take(among, self.source))

    def sum_groups(self, chosen: Bitmap) -> Array:
        """By group: how many are chosen, then the sum of each number."""
        sums: Array = np.vstack(
            (count_stretches(chosen, self.begins), self.values.sum_stretches(chosen, self.begins))
        ).T
        return sums

    def sum_some(self, groups: Array, chosen: Bitmap) -> Array:
        """The same of some groups (their positions among `groups`); `chosen` are the words of `words_of`."""
        begins, words = self.words_of(groups)
        sums: Array = np.vstack(
            (count_stretches(chosen, begins), self.values.sum_stretches(chosen, begins, words))
        ).T
        return sums

    def words_of(self, groups: Array) -> tuple[Array, slice | Array]:
        """The words of some groups, and where each begins among them. Neighbours are one stretch, and not copied."""
        ends = np.append(self.begins[1:], len(self.source) // BITS)
        if len(groups) and int(groups[-1]) - int(groups[0]) == len(groups) - 1:
            first = self.begins[groups[0]]
            return self.begins[groups] - first, slice(int(first), int(ends[groups[-1]]))
        lengths = ends[groups] - self.begins[groups]
        begins = np.cumsum(lengths) - lengths
        return begins, np.arange(lengths.sum()) + np.repeat(self.begins[groups] - begins, lengths)

    def stretch(self, code: int) -> slice:
        """The words of one group."""
        at = np.flatnonzero(self.groups == code)
        if not len(at):
            return slice(0, 0)
        ends = [*self.begins[1:].tolist(), len(self.source) // BITS]
        return slice(int(self.begins[at[0]]), ends[at[0]])


def count_stretches(chosen: Bitmap, begins: Array) -> Array:
    if not len(begins):
        return np.zeros(0, dtype=np.int64)
    counts: Array = np.add.reduceat(np.bitwise_count(chosen), begins, dtype=np.int64)
    return counts


def group_by(codes: Array, source: Array, values: Array, *, never: int) -> tuple[GroupedColumn, Array]:
    """The column, and the position of each item. `never` is a source that is never chosen.

    The last position is always a gap, so that it can be the `never` of what is chosen by these positions.
    """
    order = np.argsort(codes, kind="stable")
    groups, firsts, counts = np.unique(codes[order], return_index=True, return_counts=True)
    words = -(-counts // BITS)
    begins = np.cumsum(words) - words
    length = (int(words.sum()) + 1) * BITS
    positions = np.empty(len(codes), dtype=np.int64)
    positions[order] = np.arange(len(codes)) + np.repeat(begins * BITS - firsts, counts)
    placed = np.full(length, never, dtype=np.int64)
    placed[positions] = source
    column = slice_bits(values, positions, length)
    everything = np.full(length // BITS, np.iinfo(np.uint64).max, dtype="<u8")
    sums = np.vstack((counts, column.sum_stretches(everything, begins))).T
    grouped = GroupedColumn(narrow(placed, to=np.uint16), groups.astype(np.int64), begins, column, sums)
    return grouped, positions


def merge_grouped(parts: Sequence[GroupedColumn], sources: Moves) -> tuple[GroupedColumn, Array, Moves]:
    """`sources` say where the source of each part is now. Also gives the order of words, and where positions went."""
    words = [len(part.source) // BITS for part in parts]
    group_of_word = np.concatenate(
        [
            # A part without any items still has its gap; it goes to the end.
            np.repeat(part.groups, np.diff(part.begins, append=count))
            if len(part.groups)
            else np.full(count, np.iinfo(np.int64).max)
            for part, count in zip(parts, words, strict=True)
        ]
    )
    order = np.argsort(group_of_word, kind="stable")
    went = np.empty_like(order)
    went[order] = np.arange(len(order))
    source = np.concatenate([move[part.source] for move, part in zip(sources, parts, strict=True)]).reshape(
        -1, BITS
    )
    groups = np.unique(np.concatenate([part.groups for part in parts]))
    sums = np.zeros((len(groups), parts[0].sums.shape[1]), dtype=np.int64)
    for part in parts:
        sums[np.searchsorted(groups, part.groups)] += part.sums
    merged = GroupedColumn(
        source=source[order].reshape(-1).astype(np.uint32),
        groups=groups,
        begins=np.searchsorted(group_of_word[order], groups),
        values=concatenate_slices([part.values for part in parts]).reordered(order),
        sums=sums,
    )
    at = (went[:, None] * BITS + np.arange(BITS)).reshape(-1)
    moves = np.split(at, (np.cumsum(words)[:-1] * BITS).tolist())
    return merged, order, moves
