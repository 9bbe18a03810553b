"""Sums over selected seats, and the figures that follow from them."""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from games.stats.index import MARGIN, PAR, PARTS, PLACE, VP, WINS, Array
from games.stats.intervals import SMALL_SAMPLE, Interval, Z, wilson, win_index


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
    """Exact sums: number of seats, then the measures of the index."""

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

    def tally(self, code: int) -> Tally:
        return Tally(tuple(map(int, self.sums[code].tolist())))

    def lowest_win_index(self) -> Array:
        """The lower end of the win index of each code; every one must have games.

        Step by step what `intervals.win_index` does for one of them, so that both find the same to the last digit.
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
