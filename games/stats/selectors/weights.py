"""Measures of many seats, ready to be added up by any code."""

import numpy as np

from games.stats.columns.types import Array

# Whole numbers up to here are exact as floating point numbers, which is what is added up.
EXACT_BITS = 53


class Weights:
    """Adding up takes a pass for each column, so as many measures as fit share one: each is moved up by as many binary
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
        self._places: list[list[tuple[int, int]]] = []
        for together in _shared(sizes):
            column, places, shift = np.zeros(seats), [], 0
            for row in together:
                values = np.ones(seats) if row == 0 else measures[row - 1] - np.float64(lows[row])
                column += values * float(1 << shift)
                places.append((row, shift))
                shift += sizes[row]
            self.columns.append(column)
            self._places.append(places[::-1])

    def by(self, codes: Array, size: int) -> Array:
        """By code the number of seats, and the sums of their measures."""
        return self.told_apart(
            [np.bincount(codes, weights=column, minlength=size) for column in self.columns]
        )

    def told_apart(self, sums: list[Array]) -> Array:
        """From the sums of the columns those of the measures, one row for each place in the columns' sums."""
        found = np.zeros((self.rows, len(sums[0])), dtype=np.int64)
        for column, places in zip(sums, self._places, strict=True):
            rest = column.astype(np.int64)
            for row, shift in places:
                found[row] = rest >> shift
                rest -= found[row] << shift
        told: Array = (found + self._lows[:, None] * found[0]).T
        return told


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
