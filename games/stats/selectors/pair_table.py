"""Every faction against every other."""

from dataclasses import dataclass, replace

import numpy as np

from games.stats.columns.arranging import Arrangement, counts_of
from games.stats.columns.bits import BITS, packed, unpacked
from games.stats.columns.block import PAIR
from games.stats.columns.selecting import Selection
from games.stats.columns.types import Array
from games.stats.figures import Interval, wilson
from games.stats.filters import StatsFilter
from games.stats.selectors.answers import Ground, remembered
from games.stats.selectors.faction_seats import FactionSeats, Stretch


@dataclass(frozen=True, slots=True)
class Pair:
    """Against one other faction at the same table: `ahead` counts equal places as a half."""

    other: str
    games: int
    ahead: float
    share_ahead: Interval
    mean_difference: float


def pair_table(*, wanted: StatsFilter, ground: Ground | None = None) -> dict[tuple[str, str], Pair]:
    """By (faction, other faction); pairs that never met are not there. A filter by seat does not apply: two seats
    are compared, and they differ in it.
    """
    return remembered("pair_table", replace(wanted, seat=()), _all_pairs, ground=ground)


def _all_pairs(selection: Selection) -> dict[tuple[str, str], Pair]:
    factions = selection.layout.factions
    sums = np.zeros((len(factions) + 1, len(factions) + 1, 3), dtype=np.int64)
    for part in selection.parts:
        pairs = part.block.pairs
        lower, higher = np.divmod(pairs.cells, PAIR)
        found = pairs.sums if part.is_whole else pairs.summed(pairs.chosen(unpacked(part.seats)))
        # Pairs are kept once, under the lower code.
        sums[lower, higher] += found
        sums[higher, lower] += _turned(found)
    return {
        (key, other): _pair(other, sums[row, column])
        for row, key in enumerate(factions, start=1)
        for column, other in enumerate(factions, start=1)
        if sums[row, column, 0]
    }


def pairs_against(seats: FactionSeats, code: int) -> tuple[Pair, ...]:
    """Of one faction: its selected seats against any other at the same tables."""
    factions = seats.selection.layout.factions
    sums = np.zeros((len(factions) + 1, 3), dtype=np.int64)
    for one in seats.stretches:
        block = one.part.block
        lower, higher = np.divmod(block.pairs.cells, PAIR)
        here = np.flatnonzero(lower == code)
        sums[higher[here]] += _sums(block.pairs, block.pairs.source, here, one)
        here = np.flatnonzero(higher == code)
        sums[lower[here]] += _turned(_sums(block.pairs, block.pair_others, here, one))
    return tuple(_pair(key, sums[other]) for other, key in enumerate(factions, start=1) if sums[other, 0])


def _sums(pairs: Arrangement, seats: Array, cells: Array, stretch: Stretch) -> Array:
    """Of some cells, as far as their seats are chosen in the stretch."""
    if stretch.part.is_whole and not stretch.part.facets:
        return pairs.sums[cells]
    begins, words = _words_of(pairs, cells)
    # Gaps point elsewhere: before the stretch (which wraps round) or behind it.
    outside = np.uint32(len(stretch.chosen))
    positions = seats.reshape(-1, BITS)[words].reshape(-1).astype(np.uint32) - np.uint32(
        stretch.positions.start
    )
    chosen = packed(np.take(np.append(stretch.chosen, False), np.minimum(positions, outside)))
    sums: Array = np.vstack((counts_of(chosen, begins), pairs.slices.summed(chosen, begins, words))).T
    return sums


def _words_of(pairs: Arrangement, cells: Array) -> tuple[Array, slice | Array]:
    """The words of some cells, and where each begins among them. Neighbours are one stretch, and not copied."""
    ends = np.append(pairs.begins[1:], len(pairs.source) // BITS)
    if len(cells) and int(cells[-1]) - int(cells[0]) == len(cells) - 1:
        first = pairs.begins[cells[0]]
        return pairs.begins[cells] - first, slice(int(first), int(ends[cells[-1]]))
    lengths = ends[cells] - pairs.begins[cells]
    begins = np.cumsum(lengths) - lengths
    return begins, np.arange(lengths.sum()) + np.repeat(pairs.begins[cells] - begins, lengths)


def _turned(sums: Array) -> Array:
    """Seen from the other side: where one is ahead the other is not."""
    games, halves, difference = sums.T
    turned: Array = np.vstack((games, 2 * games - halves, -difference)).T
    return turned


def _pair(other: str, sums: Array) -> Pair:
    games, halves, difference = sums.tolist()
    return Pair(other, games, halves / 2, wilson(halves / 2, games), difference / games)
