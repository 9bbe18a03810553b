"""Sums over selected seats, and the figures that follow from them."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from games.stats.columns.block import MARGIN, MEASURES, PAR, PARTS, PLACE, VP, WINS, Array
from games.stats.columns.selecting import Selected
from games.stats.figures import SMALL_SAMPLE, Interval, wilson, win_index


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


def tally_factions(parts: Iterable[Selected], factions: int) -> list[Tally]:
    """One tally per faction code, 0 (none) included.

    Seats are sorted by faction, so each faction is one stretch of the block; a block that is wanted whole has its
    sums ready.
    """
    sums = np.zeros((1 + MEASURES, factions + 1), dtype=np.int64)
    for part in parts:
        block = part.block
        if part.seats is None:
            sums += block.summary
            continue
        # Empty stretches must not be asked for: reduceat would give them the value of their neighbour.
        present = np.flatnonzero(np.diff(block.starts))
        at = block.starts[present]
        if len(at):
            sums[0, present] += np.add.reduceat(part.seats, at, dtype=np.int32)
            sums[1:, present] += np.add.reduceat(block.measures * part.seats, at, axis=1)
    return [Tally(tuple(column)) for column in sums.T.tolist()]


class TallyBy:
    """Collects tallies by a small code, block by block."""

    def __init__(self, codes: int) -> None:
        self.sums = np.zeros((1 + MEASURES, codes), dtype=np.float64)

    def add(self, codes: Array, measures: Any) -> None:
        """`measures` are those of the seats the codes belong to."""
        size = self.sums.shape[1]
        self.sums[0] += np.bincount(codes, minlength=size)
        for number in range(MEASURES):
            self.sums[1 + number] += np.bincount(codes, weights=measures[number], minlength=size)

    def tally(self, code: int) -> Tally:
        # Whole numbers below 2^53: nothing was lost on the way.
        return Tally(tuple(int(value) for value in self.sums[:, code]))
