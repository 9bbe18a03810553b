"""The newest fit of worths, as pages show it.

The table of all factions.

Every faction against every other.
"""

from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any

import numpy as np

from games.stats.filters.filter_set import FilterSet
from games.stats.index.bitmap import BITS, Array, packed, unpacked
from games.stats.index.grouped import Arrangement, counts_of
from games.stats.index.layout import layout_of
from games.stats.index.query import Selection
from games.stats.index.segment import HAS_LINES, PAIR
from games.stats.index.snapshot import Snapshot, snapshot_of
from games.stats.intervals import Interval, wilson
from games.stats.models import WorthFit
from games.stats.presets import ALL, Preset, preset_for, source_name
from games.stats.selectors.cache import Ground, remembered
from games.stats.selectors.seats import FactionSeats, Stretch
from games.stats.selectors.sums import Tally, tallied


@dataclass(frozen=True, slots=True, kw_only=True)
class WorthRow:
    """A faction's worth in VP against the mean faction, the bid that is fair against the weakest, and how the
    worth of the latest year differs from the worth before; None where there is too little to tell.
    """

    key: str
    games: int
    worth: Interval | None
    fair_bid: Interval | None
    trend: Interval | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FitInfo:
    """From what, by which method and when the worths were made."""

    preset: str
    engine: str
    version: str
    parameters: dict[str, Any]
    games: int
    players: int
    noise_sd: float | None
    mastery_sd: float
    first_day: date | None
    last_day: date | None
    computed_at: datetime
    changed_since: bool


@dataclass(frozen=True, slots=True)
class Worths:
    """`exact` is false when the fit was made from wider games than the filter's."""

    info: FitInfo
    exact: bool
    rows: dict[str, WorthRow]
    result: dict[str, Any]


def worths_for(filters: FilterSet, snapshot: Snapshot | None = None) -> Worths | None:
    """The fit whose games are the closest to the filter's; the fit of all games when there is no other."""
    preset, exact = preset_for(filters)
    found = {
        fit.preset: fit
        for fit in WorthFit.objects.filter(system=filters.system, preset__in=[preset.key, ALL.key])
    }
    fit = found.get(preset.key)
    if fit is None:
        fit, exact = found.get(ALL.key), exact and preset == ALL
    return None if fit is None else worths_of(fit, snapshot, exact=exact)


def worths_of(fit: WorthFit, snapshot: Snapshot | None = None, *, exact: bool = True) -> Worths:
    """`snapshot`: the current blocks, where they are known already."""
    current = snapshot or snapshot_of(fit.system)
    info = FitInfo(
        preset=fit.preset,
        engine=fit.engine,
        version=fit.version,
        parameters=fit.parameters,
        games=fit.games,
        players=fit.players,
        noise_sd=fit.noise_sd,
        mastery_sd=fit.mastery_sd,
        first_day=fit.first_day,
        last_day=fit.last_day,
        computed_at=fit.computed_at,
        changed_since=fit.source != source_name(current.name),
    )
    rows = {
        row["key"]: WorthRow(
            key=row["key"],
            games=row["games"],
            worth=interval(row["worth"]),
            fair_bid=interval(row["fair_bid"]),
            trend=interval(row["trend"]),
        )
        for row in fit.result["factions"]
    }
    return Worths(info, exact, rows, fit.result)


def fit_of(system: str, preset: Preset) -> WorthFit | None:
    return WorthFit.objects.filter(system=system, preset=preset.key).first()


def interval(stored: list[float] | None) -> Interval | None:
    return None if stored is None else Interval(*stored)


@dataclass(frozen=True, slots=True, kw_only=True)
class FactionRow:
    """`wins` counts a win shared by k people as 1/k; `par` is the sum of 1 / people."""

    key: str
    games: int
    wins: float
    par: float
    win_rate: Interval | None
    win_index: Interval | None
    mean_vp: float | None
    mean_margin: float | None
    mean_place: float | None
    is_small: bool
    worth: WorthRow | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FactionTable:
    """`totals_only` of the games have no lines; `left_out` games of private clubs are not for everybody."""

    rows: tuple[FactionRow, ...]
    games: int
    totals_only: int
    left_out: int
    fit: FitInfo | None = None
    fit_is_exact: bool = False


def faction_table(*, filters: FilterSet, ground: Ground | None = None) -> FactionTable:
    """Every faction of the system in the order of its catalogue, also those nobody played."""
    ground = ground or Ground.of(filters)
    table = remembered("faction_table", filters, lambda selection: _table(selection, filters), ground=ground)
    worths = worths_for(filters, ground.snapshot) if table.rows else None
    if worths is None:
        return table
    rows = tuple(replace(row, worth=worths.rows.get(row.key)) for row in table.rows)
    return replace(table, rows=rows, fit=worths.info, fit_is_exact=worths.exact)


def faction_row(key: str, tally: Tally) -> FactionRow:
    return FactionRow(
        key=key,
        games=tally.games,
        wins=tally.wins,
        par=tally.par,
        win_rate=tally.win_rate,
        win_index=tally.win_index,
        mean_vp=tally.mean_vp,
        mean_margin=tally.mean_margin,
        mean_place=tally.mean_place,
        is_small=tally.is_small,
    )


def _table(selection: Selection, filters: FilterSet) -> FactionTable:
    factions = layout_of(filters.system).factions
    by_faction = tallied(
        ((part.block.seats, part.sums_by_faction()) for part in selection.parts), len(factions) + 1
    )
    games = selection.games
    return FactionTable(
        rows=tuple(faction_row(key, by_faction.tally(code)) for code, key in enumerate(factions, start=1)),
        games=games,
        totals_only=games - int(selection.marked("flags")[HAS_LINES]),
        left_out=selection.left_out,
    )


@dataclass(frozen=True, slots=True)
class Pair:
    """Against one other faction at the same table: `ahead` counts equal places as a half."""

    other: str
    games: int
    ahead: float
    share_ahead: Interval
    mean_difference: float


def pair_table(*, filters: FilterSet, ground: Ground | None = None) -> dict[tuple[str, str], Pair]:
    """By (faction, other faction); pairs that never met are not there. A filter by seat does not apply: two seats
    are compared, and they differ in it.
    """
    return remembered("pair_table", filters.for_tables(), _all_pairs, ground=ground)


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
