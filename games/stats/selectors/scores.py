"""Distributions of scores."""

from dataclasses import dataclass

import numpy as np

from games.stats.columns.types import Array
from games.stats.layout import LOWEST_STEP, STEP


@dataclass(frozen=True, slots=True)
class ScoreBin:
    """Seats with a total from `low` to `high`, both included."""

    low: int
    high: int
    games: int


def score_bins(totals: Array) -> tuple[ScoreBin, ...]:
    """Without gaps from the lowest to the highest."""
    if not len(totals):
        return ()
    bins = totals // STEP
    return _counted(int(bins.min()), np.bincount(bins - bins.min()))


def stepped_bins(counts: Array) -> tuple[ScoreBin, ...]:
    """From the number of seats in each step of the layout; empty steps at both ends are left out."""
    used = np.flatnonzero(counts)
    if not len(used):
        return ()
    return _counted(int(used[0]) + LOWEST_STEP, counts[used[0] : used[-1] + 1])


def _counted(first: int, counts: Array) -> tuple[ScoreBin, ...]:
    return tuple(
        ScoreBin((first + number) * STEP, (first + number) * STEP + STEP - 1, int(count))
        for number, count in enumerate(counts)
    )
