"""Bit-sliced columns: whole numbers cut into binary digits, so that a sum over a set is a count of bits for each digit.

Sums over half of a million games by people, place and line would otherwise read and multiply seventy million numbers
for one page; counting bits reads a tenth of the memory and has no multiplication in it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from games.stats.index.bitmap import BITS, Array, Bitmap, pack_bits

# So many words are counted at a time: what is between two steps then stays in the processor's cache.
WORDS_AT_A_TIME = 1 << 16
# Whole numbers up to here are exact as floating point numbers, which is what numpy adds up by group.
EXACT_BITS = 53


@dataclass(frozen=True)
class BitSlicedColumn:
    """Some numbers (the rows) of each position.

    digits     how many binary digits each row has; a row that is 0 everywhere has none
    signed     whether the last digit of the row is a sign (two's complement)
    bits       for each digit of each row the set of positions that have it
    """

    digits: Array
    signed: Array
    bits: Bitmap

    @cached_property
    def rows(self) -> Array:
        """The rows that have digits at all."""
        return np.flatnonzero(self.digits)

    @cached_property
    def first(self) -> Array:
        """Where the digits of each of them begin."""
        counts = self.digits[self.rows].astype(np.int64)
        begins: Array = np.cumsum(counts) - counts
        return begins

    @cached_property
    def weights(self) -> Array:
        powers = [1 << digit for count in self.digits.tolist() for digit in range(count)]
        weights = np.array(powers, dtype=np.int64)
        last = np.cumsum(self.digits, dtype=np.int64)[self.signed] - 1
        weights[last] = -weights[last]
        return weights

    def sum_stretches(self, chosen: Bitmap, begins: Array, words: slice | Array = slice(None)) -> Array:
        """The sum of each row over each stretch of positions, as far as they are chosen; stretches begin at the words
        `begins`. `chosen` and `begins` are about some of the words only, if these are given.
        """
        sums = np.zeros((len(self.digits), len(begins)), dtype=np.int64)
        if not len(self.bits) or not len(begins):
            return sums
        step = max(1, WORDS_AT_A_TIME // max(1, len(chosen)))
        counts = [
            np.add.reduceat(
                np.bitwise_count(self.bits[start : start + step, words] & chosen),
                begins,
                axis=1,
                dtype=np.int64,
            )
            for start in range(0, len(self.bits), step)
        ]
        weighed = np.concatenate(counts) * self.weights[:, None]
        sums[self.rows] = np.add.reduceat(weighed, self.first, axis=0)
        return sums

    def sum_all(self, chosen: Bitmap, words: slice | Array = slice(None)) -> Array:
        """The sum of each row over all chosen positions."""
        return self.sum_stretches(chosen, _FROM_THE_START, words)[:, 0]

    def reordered(self, order: Array) -> "BitSlicedColumn":
        """With its words in another order."""
        return BitSlicedColumn(self.digits, self.signed, np.take(self.bits, order, axis=1))


_FROM_THE_START = np.array([0])


def slice_bits(values: Array, positions: Array, length: int) -> BitSlicedColumn:
    """Of numbers by row and item; items go to the positions, of which there are `length`."""
    most, least = values.max(axis=1, initial=0).tolist(), values.min(axis=1, initial=0).tolist()
    signed = np.array([low < 0 for low in least], dtype=bool)
    digits = np.array(
        [
            max(
                high.bit_length(),
                (-1 - low).bit_length() + 1 if low < 0 else 0,
                high.bit_length() + (low < 0),
            )
            for high, low in zip(most, least, strict=True)
        ],
        dtype=np.uint8,
    )
    bits = np.zeros((int(digits.sum()), length // BITS), dtype="<u8")
    first = np.cumsum(digits, dtype=np.int64) - digits
    kind = np.int16 if max(digits, default=0) < np.iinfo(np.int16).bits else np.int64
    placed = np.zeros((len(values), length), dtype=kind)
    placed[:, positions] = values
    for digit in range(int(digits.max(initial=0))):
        here = np.flatnonzero(digits > digit)
        bits[first[here] + digit] = pack_bits((placed[here] >> digit & 1).astype(bool))
    return BitSlicedColumn(digits, signed, bits)


def concatenate_slices(parts: Sequence[BitSlicedColumn]) -> BitSlicedColumn:
    """The same rows of more positions, one part after the other."""
    signed = np.logical_or.reduce([part.signed for part in parts])
    size = np.maximum.reduce([part.digits.astype(np.int64) - part.signed for part in parts])
    digits = size + signed
    row = np.repeat(np.arange(len(digits)), digits)
    digit = np.arange(len(row)) - np.repeat(np.cumsum(digits) - digits, digits)
    bits = np.zeros((len(row), sum(part.bits.shape[1] for part in parts)), dtype="<u8")
    begin = 0
    for part in parts:
        end = begin + part.bits.shape[1]
        own = part.digits.astype(np.int64)
        first = np.cumsum(own) - own
        # A negative number goes on with its sign in all further digits, any other with nothing.
        there = (digit < own[row]) | part.signed[row]
        bits[there, begin:end] = part.bits[(first[row] + np.minimum(digit, own[row] - 1))[there]]
        begin = end
    return BitSlicedColumn(digits.astype(np.uint8), signed, bits)


class PackedMeasures:
    """Measures of many seats, ready to be added up by any code.

    Adding up takes a pass for each column, so as many measures as fit share one: each is moved up by as many binary
    digits as all below it can fill, whatever is added up.

    `rows` sums come out: first the number of seats, then the sums of the measures in their order.
    """

    def __init__(self, measures: Array) -> None:
        seats = measures.shape[1]
        lows = [0, *measures.min(axis=1, initial=0).tolist()]
        highs = [1, *measures.max(axis=1, initial=0).tolist()]
        sizes = [(seats * (high - low)).bit_length() for low, high in zip(lows, highs, strict=True)]
        self.rows = 1 + len(measures)
        self._lows = np.array(lows)
        self.columns: list[Array] = []
        # Of each column: the rows in it, from the top to the bottom, and how far each is moved up.
        self._shifts: list[list[tuple[int, int]]] = []
        for together in _shared(sizes):
            column, shifts, shift = np.zeros(seats), [], 0
            for row in together:
                values = np.ones(seats) if row == 0 else measures[row - 1] - np.float64(lows[row])
                column += values * float(1 << shift)
                shifts.append((row, shift))
                shift += sizes[row]
            self.columns.append(column)
            self._shifts.append(shifts[::-1])

    def sum_by(self, codes: Array, size: int) -> Array:
        """By code the number of seats, and the sums of their measures."""
        return self.unpack([np.bincount(codes, weights=column, minlength=size) for column in self.columns])

    def unpack(self, sums: list[Array]) -> Array:
        """From the sums of the columns those of the measures, one row for each place in the columns' sums."""
        unpacked = np.zeros((self.rows, len(sums[0])), dtype=np.int64)
        for column, shifts in zip(sums, self._shifts, strict=True):
            rest = column.astype(np.int64)
            for row, shift in shifts:
                unpacked[row] = rest >> shift
                rest -= unpacked[row] << shift
        by_code: Array = (unpacked + self._lows[:, None] * unpacked[0]).T
        return by_code


def _shared(sizes: list[int]) -> list[list[int]]:
    """Which rows share a column, the largest first; one that is too large for any has its own."""
    columns: list[list[int]] = []
    for row in sorted(range(len(sizes)), key=lambda row: -sizes[row]):
        for column in columns:
            if sum(sizes[other] for other in column) + sizes[row] <= EXACT_BITS:
                column.append(row)
                break
        else:
            columns.append([row])
    return columns
