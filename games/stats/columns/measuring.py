"""What each seat achieved at its table."""

import numpy as np

from games.stats.columns.block import MARGIN, MEASURES, PAR, PARTS, PLACE, VP, WINS
from games.stats.columns.types import Array


def places_of(game_of: Array, rank: Array, people_at: Array) -> Array:
    """1 + the number of people at the table with a better rank."""
    order = np.lexsort((rank, game_of))
    first = np.cumsum(people_at) - people_at
    position = np.arange(len(order)) - first[game_of[order]]
    new = np.ones(len(order), dtype=bool)
    new[1:] = (np.diff(game_of[order]) != 0) | (np.diff(rank[order]) != 0)
    leader = np.maximum.accumulate(np.where(new, np.arange(len(order)), 0))
    place = np.empty_like(rank)
    place[order] = position[leader] + 1
    return place


def measures_of(game_of: Array, people_at: Array, place: Array, total: Array) -> Array:
    winners = np.bincount(game_of[place == 1], minlength=len(people_at))
    sums = np.zeros(len(people_at), dtype=np.int64)
    np.add.at(sums, game_of, total)
    others = people_at[game_of] - 1
    measures = np.zeros((MEASURES, len(total)), dtype=np.int64)
    measures[WINS] = np.where(place == 1, PARTS // np.maximum(winners, 1)[game_of], 0)
    measures[PAR] = PARTS // people_at[game_of]
    measures[PLACE] = place
    measures[VP] = total
    measures[MARGIN] = PARTS * total - PARTS // others * (sums[game_of] - total)
    return measures
