"""Measures of many seats, ready to be added up by any code.

Sums over selected seats, and the figures that follow from them.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from games.stats.index.bitmap import Array
from games.stats.index.grouped import Arrangement
from games.stats.index.segment import MARGIN, MEASURES, PAR, PARTS, PLACE, VP, WINS
from games.stats.intervals import SMALL_SAMPLE, Interval, Z, wilson, win_index

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Split:
    """The figures of some seats; None where there are no games."""

    key: str
    games: int
    win_index: Interval | None
    mean_vp: float | None
    mean_margin: float | None
    is_small: bool


@dataclass(frozen=True, slots=True)
class Tally:
    """Exact sums: number of seats, then the measures of `columns.block`."""

    sums: tuple[int, ...]

    @property
    def games(self) -> int:
        return self.sums[0]

    @property
    def wins(self) -> float:
        return self.sums[1 + WINS] / PARTS

    @property
    def par(self) -> float:
        return self.sums[1 + PAR] / PARTS

    @property
    def win_rate(self) -> Interval | None:
        return wilson(self.wins, self.games) if self.games else None

    @property
    def win_index(self) -> Interval | None:
        return win_index(self.wins, self.games, self.par) if self.games else None

    @property
    def mean_place(self) -> float | None:
        return self.sums[1 + PLACE] / self.games if self.games else None

    @property
    def mean_vp(self) -> float | None:
        return self.sums[1 + VP] / self.games if self.games else None

    @property
    def mean_margin(self) -> float | None:
        return self.sums[1 + MARGIN] / PARTS / self.games if self.games else None

    @property
    def is_small(self) -> bool:
        return self.games < SMALL_SAMPLE

    def split(self, key: str) -> Split:
        return Split(
            key=key,
            games=self.games,
            win_index=self.win_index,
            mean_vp=self.mean_vp,
            mean_margin=self.mean_margin,
            is_small=self.is_small,
        )


class TallyBy:
    """Tallies by a small code."""

    def __init__(self, sums: Array) -> None:
        """By code: number of seats, then the sums of the measures."""
        self.sums = sums

    @classmethod
    def of(cls, codes: Array, weights: Weights, size: int) -> "TallyBy":
        """`weights` are those of the seats the codes belong to."""
        return cls(weights.by(codes, size))

    def tally(self, code: int) -> Tally:
        return Tally(tuple(map(int, self.sums[code].tolist())))

    def lowest_win_index(self) -> Array:
        """The lower end of the win index of each code; every one must have games.

        Step by step what `figures.win_index` does for one of them, so that both find the same to the last digit.
        """
        games, wins, par = self.sums[:, 0], self.sums[:, 1 + WINS] / PARTS, self.sums[:, 1 + PAR] / PARTS
        share, spread = wins / games, Z * Z / games
        middle = (share + spread / 2) / (1 + spread)
        reach = Z * np.sqrt(share * (1 - share) / games + spread / (4 * games)) / (1 + spread)
        lowest: Array = np.maximum(0.0, middle - reach) * (games / par)
        return lowest

    def splits(self, keys: Iterable[str], *, start: int = 1) -> tuple[Split, ...]:
        """Of consecutive codes."""
        return tuple(self.tally(code).split(key) for code, key in enumerate(keys, start=start))


def tallied(parts: Iterable[tuple[Arrangement, Array]], size: int) -> TallyBy:
    """Sums of the blocks by cell, put together."""
    sums = np.zeros((size, 1 + MEASURES), dtype=np.int64)
    for arrangement, found in parts:
        sums[arrangement.cells] += found
    return TallyBy(sums)
