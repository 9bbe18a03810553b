"""Distributions of scores."""

from dataclasses import dataclass

import numpy as np

from games.stats.columns.block import Array

BIN = 10


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
    bins = totals // BIN
    return counted_bins(int(bins.min()), np.bincount(bins - bins.min()))


def counted_bins(first: int, counts: Array) -> tuple[ScoreBin, ...]:
    return tuple(
        ScoreBin((first + number) * BIN, (first + number) * BIN + BIN - 1, int(count))
        for number, count in enumerate(counts)
    )
