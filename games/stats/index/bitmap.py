"""What columns are made of.

Sets as bits, 64 to a number: a filter over thousands of games is then a handful of short operations.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


def narrow(values: Array, *, to: Any) -> Array:
    """As small a type as holds every value; somebody may confirm a sheet with absurd numbers."""
    limits = np.iinfo(to)
    if values.size and (values.min() < limits.min or values.max() > limits.max):
        return values
    return values.astype(to)


BITS = 64


def whole_words(count: int) -> int:
    """How many positions so many items take: a few more, so that there is always one behind the last."""
    return (count // BITS + 1) * BITS


def packed(flags: Array) -> Array:
    """Sets along the last axis, whose length is that of whole words."""
    bits: Array = np.packbits(flags, axis=-1, bitorder="little").view("<u8")
    return bits


def unpacked(bits: Array) -> Array:
    flags: Array = np.unpackbits(bits.view(np.uint8), axis=-1, bitorder="little").view(bool)
    return flags


def members(bits: Array) -> int:
    return int(np.bitwise_count(bits).sum())


def members_of_each(sets: Array, among: Array) -> Array:
    """How many of some members each of the sets has."""
    counts: Array = np.bitwise_count(sets & among).sum(axis=-1, dtype=np.int64)
    return counts
