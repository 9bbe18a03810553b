"""Sets as bits, 64 to a number: a filter over thousands of games is then a handful of short operations."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
# A set of positions: 64 of them to each number.
Bitmap = NDArray[np.uint64]

BITS = 64


def whole_words(count: int) -> int:
    """How many positions so many items take: a few more, so that there is always one behind the last."""
    return (count // BITS + 1) * BITS


def pack_bits(flags: Array) -> Bitmap:
    """Sets along the last axis, whose length is that of whole words."""
    return np.packbits(flags, axis=-1, bitorder="little").view("<u8")


def unpack_bits(bits: Bitmap) -> Array:
    flags: Array = np.unpackbits(bits.view(np.uint8), axis=-1, bitorder="little").view(bool)
    return flags


def popcount(bits: Bitmap) -> int:
    return int(np.bitwise_count(bits).sum())


def popcount_each(sets: Bitmap, among: Bitmap) -> Array:
    """How many of some positions each of the sets has."""
    counts: Array = np.bitwise_count(sets & among).sum(axis=-1, dtype=np.int64)
    return counts


def narrow(values: Array, *, to: Any) -> Array:
    """As small a type as holds every value; somebody may confirm a sheet with absurd numbers."""
    limits = np.iinfo(to)
    if values.size and (values.min() < limits.min or values.max() > limits.max):
        return values
    return values.astype(to)
