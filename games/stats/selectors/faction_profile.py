"""Everything about one faction."""

from dataclasses import dataclass, replace

import numpy as np

from games.stats.columns.bits import members_of_each
from games.stats.columns.block import HAS_LINES, MEASURES, VP
from games.stats.columns.selecting import Selection
from games.stats.columns.types import Array
from games.stats.figures import Interval
from games.stats.filters import StatsFilter
from games.stats.layout import layout_of
from games.stats.selectors.answers import Ground, remembered
from games.stats.selectors.faction_seats import ONE, FactionSeats
from games.stats.selectors.faction_table import FactionRow, faction_row
from games.stats.selectors.pair_table import Pair, pairs_against
from games.stats.selectors.profile_splits import by_people_and_facets, by_setup, no_splits, over_time
from games.stats.selectors.scores import ScoreBin, score_bins
from games.stats.selectors.tallies import Split, Tally
from games.stats.selectors.worth import FitInfo, interval, worths_for


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


def faction_profile(*, wanted: StatsFilter, faction: str, ground: Ground | None = None) -> FactionProfile:
    """Raises KeyError for a faction the system does not have."""
    code = layout_of(wanted.system).faction_codes[faction]
    ground = ground or Ground.of(wanted)
    profile = remembered(
        ("profile", faction), wanted, lambda selection: _profile(selection, faction, code), ground=ground
    )
    worths = worths_for(wanted, ground.snapshot)
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
