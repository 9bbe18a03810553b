"""One fit, written down for storage."""

from collections.abc import Sequence
from datetime import date
from typing import Any

import numpy as np

from games.stats.dataset.observations import TABLE, Observed, observe
from games.stats.estimators import ENGINE, VERSION, Fit, Settings, fit_worths
from games.stats.estimators.reporting import (
    Triple,
    by_experience,
    contrasts,
    differences,
    experience,
    weakest,
)
from games.stats.index import Layout, layout_of
from games.stats.intervals import SMALL_SAMPLE
from games.stats.presets import ALL, FEWEST_GAMES, Preset
from games.stats.selectors.cache import select_games

# The latest games; older ones say little about how the game is played now.
MOST_GAMES = 100_000
TREND_DAYS = 365
# A year (and the time before it) with fewer games has no trend worth showing.
FEWEST_GAMES_FOR_TREND = 200
SETTINGS = Settings()


def report(system: str, preset: Preset) -> dict[str, Any] | None:
    """The columns of a WorthFit; None when nobody known ever met with factions in these games."""
    layout = layout_of(system)
    selection = select_games(preset.filters_of(system))
    observed = observe(selection, most_games=MOST_GAMES, extras=False)
    fit = fit_worths(observed.rows, SETTINGS)
    if fit is None or fit.games < FEWEST_GAMES:
        return None
    facets = {}
    if preset == ALL:
        further = observe(selection, most_games=MOST_GAMES, extras=True)
        facets = _facets(layout, further, fit_worths(further.rows, SETTINGS, variances=fit.variances))
    days = observed.day[fit.rows]
    return {
        "engine": ENGINE,
        "version": VERSION,
        "parameters": {**SETTINGS.as_json(), "most_games": MOST_GAMES, "trend_days": TREND_DAYS},
        "games": fit.games,
        "players": fit.players,
        "noise_sd": fit.noise_sd,
        "mastery_sd": fit.mastery_sd,
        "first_day": date.fromordinal(int(days.min())),
        "last_day": date.fromordinal(int(days.max())),
        "result": {
            **_factions(layout, observed, fit),
            "positions": _positions(observed, fit),
            "facets": facets,
            "mastery": _mastery(layout, observed, fit),
        },
    }


def _seats(codes: Sequence[int], values: Any) -> list[int]:
    return [int(np.count_nonzero(values == code)) for code in codes]


def _factions(layout: Layout, observed: Observed, fit: Fit) -> dict[str, Any]:
    worth = contrasts(fit, "faction")
    seats = _seats(worth.codes, observed.rows.faction[fit.rows])
    last = weakest(worth, seats, least=SMALL_SAMPLE)
    trend = _trend(observed, fit)
    rows = [
        {
            "key": layout.factions[code - 1],
            "games": seats[number],
            "worth": worth.against_mean(number),
            "fair_bid": worth.difference(number, last),
            "trend": trend.get(code),
        }
        for number, code in enumerate(worth.codes)
    ]
    return {
        "factions": rows,
        "values": worth.values.tolist(),
        "covariance": None if worth.spread is None else worth.spread.tolist(),
        "quantile": worth.quantile,
    }


def _trend(observed: Observed, fit: Fit) -> dict[int, Triple | None]:
    """Worth in the latest year against the time before: two fits of different games."""
    if not len(observed.day):
        return {}
    recent = observed.day > int(observed.day.max()) - TREND_DAYS
    later, earlier = (
        fit_worths(observed.where(chosen), SETTINGS, variances=fit.variances) for chosen in (recent, ~recent)
    )
    if later is None or earlier is None or min(later.games, earlier.games) < FEWEST_GAMES_FOR_TREND:
        return {}
    return differences(contrasts(later, "faction"), contrasts(earlier, "faction"))


def _positions(observed: Observed, fit: Fit) -> list[dict[str, Any]]:
    """The value of each place in turn order, against the mean of tables of the same size."""
    codes = sorted({fit.labels[number][1] for number in fit.positions("position")})
    rows = []
    for people in sorted({code // TABLE for code in codes}):
        values = contrasts(fit, "position", [code for code in codes if code // TABLE == people])
        seats = _seats(values.codes, observed.rows.position[fit.rows])
        rows += [
            {
                "people": people,
                "position": code % TABLE,
                "games": seats[number],
                "vp": values.against_mean(number),
            }
            for number, code in enumerate(values.codes)
        ]
    return rows


def _facets(layout: Layout, observed: Observed, fit: Fit | None) -> dict[str, Any]:
    """What a starting tile, say, is worth beside the faction."""
    by_facet: dict[str, Any] = {}
    for name, codes in observed.rows.extra.items():
        if fit is None:
            continue
        values = contrasts(fit, name)
        seats = _seats(values.codes, codes[fit.rows])
        by_facet[name] = [
            {
                "value": layout.facets[name][code - 1],
                "games": seats[number],
                "vp": values.against_mean(number),
            }
            for number, code in enumerate(values.codes)
        ]
    return by_facet


def _mastery(layout: Layout, observed: Observed, fit: Fit) -> dict[str, Any]:
    """By faction, and under "" over all of them."""
    earlier = experience(observed.rows, fit.rows)
    faction = observed.rows.faction[fit.rows]
    by_faction = {"": by_experience(fit.residuals, earlier)}
    for code in np.unique(faction).tolist():
        chosen = faction == code
        by_faction[layout.factions[code - 1]] = by_experience(fit.residuals[chosen], earlier[chosen])
    return by_faction
