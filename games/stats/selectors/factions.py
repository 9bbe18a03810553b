"""All factions: their figures, the newest fit of their worths, and each against each."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Any

from games.stats.filters.filter_set import FilterSet
from games.stats.index import FACTION, HAS_LINES, Array, SeatRows, Selection, Snapshot, open_snapshot
from games.stats.intervals import Interval, wilson
from games.stats.models import WorthFit
from games.stats.presets import ALL, Preset, preset_for, source_name
from games.stats.selectors.cache import QueryContext, remember
from games.stats.selectors.sums import Tally, TallyBy


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
    stored = WorthFit.objects.filter(system=filters.system, preset__in=[preset.key, ALL.key])
    fits = {fit.preset: fit for fit in stored}
    fit = fits.get(preset.key)
    if fit is None:
        fit, exact = fits.get(ALL.key), exact and preset == ALL
    return None if fit is None else worths_of(fit, snapshot, exact=exact)


def worths_of(fit: WorthFit, snapshot: Snapshot | None = None, *, exact: bool = True) -> Worths:
    """`snapshot`: the current segments, where they are known already."""
    current = snapshot or open_snapshot(fit.system)
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
class FactionSummary:
    """`totals_only` of the games have no lines; `left_out` games of private clubs are not for everybody."""

    rows: tuple[FactionRow, ...]
    games: int
    totals_only: int
    left_out: int
    fit: FitInfo | None = None
    fit_is_exact: bool = False


def faction_summary(*, filters: FilterSet, context: QueryContext | None = None) -> FactionSummary:
    """Every faction of the system in the order of its catalogue, also those nobody played."""
    context = context or QueryContext.of(filters)
    summary = remember("faction_summary", filters, _summary, context=context)
    worths = worths_for(filters, context.snapshot) if summary.rows else None
    if worths is None:
        return summary
    rows = tuple(replace(row, worth=worths.rows.get(row.key)) for row in summary.rows)
    return replace(summary, rows=rows, fit=worths.info, fit_is_exact=worths.exact)


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


def _summary(selection: Selection) -> FactionSummary:
    by_faction, games = TallyBy(selection.sum_by(FACTION)), selection.count()
    factions = selection.layout.factions
    return FactionSummary(
        rows=tuple(faction_row(key, by_faction.tally(code)) for code, key in enumerate(factions, start=1)),
        games=games,
        totals_only=games - int(selection.histogram("flags")[HAS_LINES]),
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


def faction_pairs(*, filters: FilterSet, context: QueryContext | None = None) -> dict[tuple[str, str], Pair]:
    """By (faction, other faction); pairs that never met are not there. A filter by seat does not apply: two seats
    are compared, and they differ in it.
    """
    return remember("faction_pairs", filters.for_tables(), _all_pairs, context=context)


def _all_pairs(selection: Selection) -> dict[tuple[str, str], Pair]:
    factions, sums = selection.layout.factions, selection.pairs()
    return {
        (key, other): _pair(other, sums[row, column])
        for row, key in enumerate(factions, start=1)
        for column, other in enumerate(factions, start=1)
        if sums[row, column, 0]
    }


def pairs_against(factions: Sequence[str], rows: SeatRows) -> tuple[Pair, ...]:
    """Of one faction: its selected seats against any other at the same tables."""
    sums = rows.pairs()
    return tuple(_pair(key, sums[other]) for other, key in enumerate(factions, start=1) if sums[other, 0])


def _pair(other: str, sums: Array) -> Pair:
    games, halves, difference = sums.tolist()
    return Pair(other, games, halves / 2, wilson(halves / 2, games), difference / games)
