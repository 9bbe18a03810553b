"""Every faction against every other."""

import numpy as np

from games.stats.columns.block import NO_SEAT, PLACE, VP
from games.stats.columns.selecting import Selection
from games.stats.figures import wilson
from games.stats.filters import StatsFilter
from games.stats.layout import layout_of
from games.stats.selectors.answers import remembered
from games.stats.selectors.faction_profile import Pair


def pair_table(*, wanted: StatsFilter) -> dict[tuple[str, str], Pair]:
    """By (faction, other faction); pairs that never met are not there. A filter by seat does not apply: two seats
    are compared, and they differ in it.
    """
    return remembered("pair_table", wanted, lambda selection: _pairs(selection, wanted))


def _pairs(selection: Selection, wanted: StatsFilter) -> dict[tuple[str, str], Pair]:
    factions = layout_of(wanted.system).factions
    size = len(factions) + 1
    sums = np.zeros((3, size * size))
    for part in selection.parts:
        block, games = part.block, part.game_positions
        seats = block.seat_rows[:, games]
        for first in range(len(seats)):
            for second in range(first + 1, len(seats)):
                met = seats[second] != NO_SEAT
                one, other = seats[first][met], seats[second][met]
                cell = block.faction[one].astype(np.int64) * size + block.faction[other]
                better = np.sign(block.measures[PLACE][other] - block.measures[PLACE][one])
                difference = block.measures[VP][one] - block.measures[VP][other]
                sums[0] += np.bincount(cell, minlength=size * size)
                sums[1] += np.bincount(cell, weights=(better + 1) / 2, minlength=size * size)
                sums[2] += np.bincount(cell, weights=difference, minlength=size * size)
    games_, ahead, difference_ = sums.reshape(3, size, size)
    # Each pair was counted once, in the order of the seats; seen from the other side it is the complement.
    met_ = games_ + games_.T
    ahead = ahead + (games_ - ahead).T
    difference_ = difference_ - difference_.T
    return {
        (key, other): Pair(
            other,
            int(met_[row, column]),
            float(ahead[row, column]),
            wilson(float(ahead[row, column]), int(met_[row, column])),
            float(difference_[row, column] / met_[row, column]),
        )
        for row, key in enumerate(factions, start=1)
        for column, other in enumerate(factions, start=1)
        if row != column and met_[row, column]
    }
