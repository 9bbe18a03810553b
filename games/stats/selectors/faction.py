"""The seats of one faction, split by everything a game can have.

Everything about one faction.
"""

from dataclasses import dataclass, replace
from functools import cache
from math import prod

import numpy as np

from games.stats.filters.filter_set import FilterSet
from games.stats.index.bitmap import Array, members_of_each
from games.stats.index.layout import BITS_IN_WORD, Layout, layout_of
from games.stats.index.privacy import quarter_name, quarters_of
from games.stats.index.query import Selection
from games.stats.index.segment import HAS_LINES, MEASURES, VP
from games.stats.intervals import Interval
from games.stats.selectors.cache import Ground, remembered
from games.stats.selectors.factions import (
    FactionRow,
    FitInfo,
    Pair,
    faction_row,
    interval,
    pairs_against,
    worths_for,
)
from games.stats.selectors.seats import ONE, FactionSeats
from games.stats.selectors.sums import Split, Tally, TallyBy, Weights
from games.stats.selectors.system import ScoreBin, score_bins

# More make fewer passes; a histogram of these still fits the fastest memory of a processor.
BITS_AT_A_TIME = 12


def by_people_and_facets(
    layout: Layout, people: Array, facets: Array, weights: Weights
) -> tuple[TallyBy, dict[str, tuple[Split, ...]]]:
    """Counted together in one go, then by each alone."""
    sizes = [layout.description.most_seats + 1, *(len(choices) + 1 for choices in layout.facets.values())]
    code = people.astype(np.int64)
    for size, codes in zip(sizes[1:], facets, strict=True):
        code = code * size + codes
    together = TallyBy.of(code, weights, prod(sizes)).sums.reshape(*sizes, 1 + MEASURES)
    alone = [
        TallyBy(together.sum(axis=tuple(axis for axis in range(len(sizes)) if axis != number)))
        for number in range(len(sizes))
    ]
    splits = {
        facet: tallies.splits(choices)
        for tallies, (facet, choices) in zip(alone[1:], layout.facets.items(), strict=True)
    }
    return alone[0], splits


def by_setup(layout: Layout, words: Array, weights: Weights) -> dict[str, tuple[Split, ...]]:
    """A histogram of some bits at a time gives the sums of all of them."""
    setup = {one.key for one in layout.setup_fields}
    bits = sorted(bit for (key, _), bit in layout.bits.items() if key in setup)
    sums = np.zeros((len(weights.columns), BITS_IN_WORD * layout.words))
    while bits:
        word, first = divmod(bits[0], BITS_IN_WORD)
        count = min(BITS_AT_A_TIME, BITS_IN_WORD - first)
        codes = ((words[word] >> np.uint64(first)) & np.uint64((1 << count) - 1)).astype(np.intp)
        here = slice(bits[0], bits[0] + count)
        for column, weight in enumerate(weights.columns):
            found = np.bincount(codes, weights=weight, minlength=1 << count)
            sums[column, here] = _have_bits()[:count, : 1 << count] @ found
        bits = [bit for bit in bits if bit >= here.stop]
    by_bit = TallyBy(weights.told_apart(list(sums)))
    return {
        one.key: tuple(
            by_bit.tally(layout.bits[one.key, str(choice)]).split(str(choice)) for choice in one.choices
        )
        for one in layout.setup_fields
    }


@cache
def _have_bits() -> Array:
    """Which of the numbers of so many bits have each of them."""
    numbers, bits = np.arange(1 << BITS_AT_A_TIME), np.arange(BITS_AT_A_TIME)
    have: Array = (numbers >> bits[:, None] & 1).astype(np.float64)
    return have


def over_time(days: Array, weights: Weights) -> tuple[Split, ...]:
    earliest = int(days.min())
    # Quarters of the days there are, looked up for each of the seats: these are many more.
    quarters = quarters_of(np.arange(earliest, int(days.max()) + 1))
    first = int(quarters[0])
    size = int(quarters[-1]) - first + 1
    tallies = TallyBy.of(np.take(quarters - first, days - earliest), weights, size)
    return tallies.splits((quarter_name(first + number) for number in range(size)), start=0)


def no_splits(
    layout: Layout,
) -> tuple[tuple[Split, ...], dict[str, tuple[Split, ...]], dict[str, tuple[Split, ...]]]:
    """By people, by facet and by set-up, of a faction that nobody played."""
    empty = Tally((0,) * (1 + MEASURES))
    return (
        tuple(empty.split(str(people)) for people in range(2, layout.description.most_seats + 1)),
        {facet: tuple(map(empty.split, choices)) for facet, choices in layout.facets.items()},
        {one.key: tuple(empty.split(str(choice)) for choice in one.choices) for one in layout.setup_fields},
    )


@dataclass(frozen=True, slots=True)
class LineMean:
    """VP of a line in the mean of the faction's sheets, in the mean of all sheets of the same games, and as a
    share of the faction's mean total.
    """

    key: str
    mean: float
    average: float
    share: float


@dataclass(frozen=True, slots=True)
class MasteryStep:
    """VP compared with the same players' usual play, by how many games they had played with the faction before."""

    low: int
    high: int | None
    games: int
    vp: Interval | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FactionProfile:
    row: FactionRow
    sheets: int
    lines: tuple[LineMean, ...]
    scores: tuple[ScoreBin, ...]
    median: float | None
    lowest: int | None
    highest: int | None
    by_seats: tuple[Split, ...]
    by_facet: dict[str, tuple[Split, ...]]
    by_setup: dict[str, tuple[Split, ...]]
    against: tuple[Pair, ...]
    over_time: tuple[Split, ...]
    mastery: tuple[MasteryStep, ...] = ()
    fit: FitInfo | None = None
    fit_is_exact: bool = False


def faction_profile(*, filters: FilterSet, faction: str, ground: Ground | None = None) -> FactionProfile:
    """Raises KeyError for a faction the system does not have."""
    code = layout_of(filters.system).faction_codes[faction]
    ground = ground or Ground.of(filters)
    profile = remembered(
        ("profile", faction), filters, lambda selection: _profile(selection, faction, code), ground=ground
    )
    worths = worths_for(filters, ground.snapshot)
    if worths is None:
        return profile
    steps = worths.result["mastery"].get(faction, [])
    return replace(
        profile,
        row=replace(profile.row, worth=worths.rows.get(faction)),
        mastery=tuple(MasteryStep(low, high, games, interval(vp)) for low, high, games, vp in steps),
        fit=worths.info,
        fit_is_exact=worths.exact,
    )


def _profile(selection: Selection, faction: str, code: int) -> FactionProfile:
    layout = selection.layout
    seats = FactionSeats.of(selection, faction)
    if not len(seats):
        return _nothing(selection, faction)
    weights, totals = seats.weights, seats.measures[VP].astype(np.int64)
    by_people, by_facet = by_people_and_facets(
        layout,
        seats.of_games(lambda block: block.people),
        seats.of_seats(lambda block: block.facets),
        weights,
    )
    sheets, line_vp = seats.line_vp()
    sizes = range(2, layout.description.most_seats + 1)
    return FactionProfile(
        row=faction_row(faction, Tally(tuple(map(int, by_people.sums.sum(axis=0).tolist())))),
        sheets=sheets,
        lines=_lines(selection, sheets, line_vp),
        scores=score_bins(totals),
        median=float(np.median(totals)),
        lowest=int(totals.min()),
        highest=int(totals.max()),
        by_seats=by_people.splits(map(str, sizes), start=sizes.start),
        by_facet=by_facet,
        by_setup=by_setup(layout, seats.of_games(lambda block: block.words), weights),
        against=pairs_against(seats, code),
        over_time=over_time(seats.of_games(lambda block: block.day), weights),
    )


def _nothing(selection: Selection, faction: str) -> FactionProfile:
    """Of a faction that nobody played in these games."""
    by_seats, by_facet, by_setup_ = no_splits(selection.layout)
    return FactionProfile(
        row=faction_row(faction, Tally((0,) * (1 + MEASURES))),
        sheets=0,
        lines=(),
        scores=(),
        median=None,
        lowest=None,
        highest=None,
        by_seats=by_seats,
        by_facet=by_facet,
        by_setup=by_setup_,
        against=(),
        over_time=(),
    )


def _lines(selection: Selection, sheets: int, line_vp: Array) -> tuple[LineMean, ...]:
    if not sheets:
        return ()
    means, averages = line_vp / sheets, _averages(selection)
    total = float(means.sum())
    return tuple(
        LineMean(key, float(mean), float(average), float(mean) / total if total else 0.0)
        for key, mean, average in zip(selection.layout.lines, means, averages, strict=True)
    )


def _averages(selection: Selection) -> Array:
    """Mean VP of each line over all seats of the selected games."""
    layout = selection.layout
    people, flag = layout.marks["people"], layout.marks["flags"].start + HAS_LINES
    tables, sums = (
        np.zeros(people.stop - people.start, dtype=np.int64),
        np.zeros(len(layout.lines), dtype=np.int64),
    )
    for part in selection.parts:
        block = part.block
        games = part.games & block.marks[flag]
        tables += members_of_each(block.marks[people], games)
        sums += block.line_totals.summed(games, ONE)[:, 0]
    averages: Array = sums / (tables * np.arange(len(tables))).sum()
    return averages
