"""Whole numbers cut into binary digits, so that a sum over a set is a count of bits for each digit.

Sums over half of a million games by people, place and line would otherwise read and multiply seventy million numbers
for one page; counting bits reads a tenth of the memory and has no multiplication in it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from games.stats.index.bitmap import BITS, Array, packed

# So many words are counted at a time: what is between two steps then stays in the processor's cache.
PORTION = 1 << 16


@dataclass(frozen=True)
class Slices:
    """Some numbers (the rows) of each position.

    digits     how many binary digits each row has; a row that is 0 everywhere has none
    signed     whether the last digit of the row is a sign (two's complement)
    bits       for each digit of each row the set of positions that have it
    """

    digits: Array
    signed: Array
    bits: Array

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
        weights = [1 << digit for count in self.digits.tolist() for digit in range(count)]
        found = np.array(weights, dtype=np.int64)
        last = np.cumsum(self.digits, dtype=np.int64)[self.signed] - 1
        found[last] = -found[last]
        return found

    def summed(self, chosen: Array, begins: Array, words: slice | Array = slice(None)) -> Array:
        """The sum of each row over each stretch of positions, as far as they are chosen; stretches begin at the words
        `begins`. `chosen` and `begins` are about some of the words only, if these are given.
        """
        sums = np.zeros((len(self.digits), len(begins)), dtype=np.int64)
        if not len(self.bits) or not len(begins):
            return sums
        step = max(1, PORTION // max(1, len(chosen)))
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


def sliced(values: Array, positions: Array, length: int) -> Slices:
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
        bits[first[here] + digit] = packed((placed[here] >> digit & 1).astype(bool))
    return Slices(digits, signed, bits)


def joined(parts: Sequence[Slices]) -> Slices:
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
    return Slices(digits.astype(np.uint8), signed, bits)
