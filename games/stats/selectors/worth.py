"""The newest fit of worths, as pages show it."""

from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from games.stats.columns.store import Snapshot, snapshot_of
from games.stats.figures import Interval
from games.stats.filters import StatsFilter
from games.stats.models import WorthFit
from games.stats.presets import ALL, Preset, preset_for, source_name


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


def worths_for(wanted: StatsFilter, snapshot: Snapshot | None = None) -> Worths | None:
    """The fit whose games are the closest to the filter's; the fit of all games when there is no other."""
    preset, exact = preset_for(wanted)
    found = {
        fit.preset: fit
        for fit in WorthFit.objects.filter(system=wanted.system, preset__in=[preset.key, ALL.key])
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
