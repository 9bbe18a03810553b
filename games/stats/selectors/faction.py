"""Everything about one faction: its seats, split by everything a game can have."""

from dataclasses import dataclass, replace
from math import prod

import numpy as np

from games.stats.filters.filter_set import FilterSet
from games.stats.index import (
    MEASURES,
    VP,
    Array,
    Layout,
    SeatRows,
    Selection,
    layout_of,
    quarter_name,
    quarters_of,
)
from games.stats.intervals import Interval
from games.stats.selectors.cache import QueryContext, remember
from games.stats.selectors.factions import (
    FactionRow,
    FitInfo,
    Pair,
    faction_row,
    interval,
    pairs_against,
    worths_for,
)
from games.stats.selectors.sums import Split, Tally, TallyBy
from games.stats.selectors.system import ScoreBin, score_bins


def by_people_and_facets(layout: Layout, rows: SeatRows) -> tuple[TallyBy, dict[str, tuple[Split, ...]]]:
    """Counted together in one go, then by each alone."""
    sizes = [layout.description.most_seats + 1, *(len(choices) + 1 for choices in layout.facets.values())]
    code = rows.of_games("people").astype(np.int64)
    for size, codes in zip(sizes[1:], rows.of_seats("facets"), strict=True):
        code = code * size + codes
    together = rows.sum_by(code, prod(sizes)).reshape(*sizes, 1 + MEASURES)
    alone = [
        TallyBy(together.sum(axis=tuple(axis for axis in range(len(sizes)) if axis != number)))
        for number in range(len(sizes))
    ]
    splits = {
        facet: tallies.splits(choices)
        for tallies, (facet, choices) in zip(alone[1:], layout.facets.items(), strict=True)
    }
    return alone[0], splits


def by_setup(layout: Layout, rows: SeatRows) -> dict[str, tuple[Split, ...]]:
    by_bit = TallyBy(rows.sum_by_bit(field.key for field in layout.setup_fields))
    return {
        field.key: tuple(
            by_bit.tally(layout.bits[field.key, str(choice)]).split(str(choice)) for choice in field.choices
        )
        for field in layout.setup_fields
    }


def over_time(rows: SeatRows) -> tuple[Split, ...]:
    days = rows.of_games("day")
    earliest = int(days.min())
    # Quarters of the days there are, looked up for each of the seats: these are many more.
    quarters = quarters_of(np.arange(earliest, int(days.max()) + 1))
    first = int(quarters[0])
    size = int(quarters[-1]) - first + 1
    tallies = TallyBy(rows.sum_by(np.take(quarters - first, days - earliest), size))
    return tallies.splits((quarter_name(first + number) for number in range(size)), start=0)


def no_splits(
    layout: Layout,
) -> tuple[tuple[Split, ...], dict[str, tuple[Split, ...]], dict[str, tuple[Split, ...]]]:
    """By people, by facet and by set-up, of a faction that nobody played."""
    empty = Tally((0,) * (1 + MEASURES))
    return (
        tuple(empty.split(str(people)) for people in range(2, layout.description.most_seats + 1)),
        {facet: tuple(map(empty.split, choices)) for facet, choices in layout.facets.items()},
        {
            field.key: tuple(empty.split(str(choice)) for choice in field.choices)
            for field in layout.setup_fields
        },
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


def faction_profile(
    *, filters: FilterSet, faction: str, context: QueryContext | None = None
) -> FactionProfile:
    """Raises KeyError for a faction the system does not have."""
    if faction not in layout_of(filters.system).faction_codes:
        raise KeyError(faction)
    context = context or QueryContext.of(filters)
    profile = remember(
        ("profile", faction), filters, lambda selection: _profile(selection, faction), context=context
    )
    worths = worths_for(filters, context.snapshot)
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


def _profile(selection: Selection, faction: str) -> FactionProfile:
    layout, rows = selection.layout, selection.rows(faction)
    if not len(rows):
        return _nothing(selection, faction)
    totals = rows.measures[VP].astype(np.int64)
    by_people, by_facet = by_people_and_facets(layout, rows)
    sheets, line_vp = rows.line_sums()
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
        by_setup=by_setup(layout, rows),
        against=pairs_against(layout.factions, rows),
        over_time=over_time(rows),
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
    seats, sums = selection.line_sums()
    averages: Array = sums / seats
    return averages
