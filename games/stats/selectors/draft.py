"""Which of the factions on offer to take, and what to bid for it."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np

from games.stats.filters.filter_set import FilterSet
from games.stats.filters.games import Edition, SeatCount
from games.stats.filters.ranges import RATING_BANDS
from games.stats.index import Array
from games.stats.intervals import SMALL_SAMPLE, Interval, Z
from games.stats.presets import ALL, Preset
from games.stats.selectors.factions import FitInfo, Worths, fit_of, worths_for, worths_of

DRAWS = 4_000
SEED = 1886


@dataclass(frozen=True, slots=True)
class Offer:
    """A faction, with what comes along with it: (("starting_tile", "7"),)."""

    faction: str
    facets: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """`vp` is against the mean of the offers; `best_chance` how probable it is that this is the best of them.

    `bid` is what is fair against the weakest of the offers, from `bid_low` to `bid_high`.
    """

    offer: Offer
    vp: Interval
    best_chance: float
    bid: int
    bid_low: int
    bid_high: int
    games: int
    is_small: bool


@dataclass(frozen=True, slots=True)
class DraftHelp:
    """Best first; without choices when there is no fit yet, or it does not know any of the factions."""

    choices: tuple[Choice, ...]
    fit: FitInfo | None


def draft_help(
    *, system: str, offers: Sequence[Offer], seats: int, rating: int | None = None, edition: str = ""
) -> DraftHelp:
    """Worths at tables of this size; with a rating, moved by what differs at tables of that strength.

    The number of people decides more than the edition, so the edition is used only when no fit for the number of
    people is there.
    """
    worths = worths_for(FilterSet.of(system, {SeatCount.key: seats, Edition.key: edition}))
    if worths is None or worths.result["covariance"] is None:
        return DraftHelp((), None)
    known = [offer for offer in offers if offer.faction in worths.rows]
    if not known:
        return DraftHelp((), worths.info)
    means, spread = _offers(known, worths, _facets_of(system))
    if rating is not None:
        shift, more = _shift(known, system, rating)
        means, spread = means + shift, spread + np.diag(more)
    return DraftHelp(_ranked(known, worths, means, spread), worths.info)


def _facets_of(system: str) -> dict[tuple[str, str], Interval]:
    fit = fit_of(system, ALL)
    facets: dict[str, list[dict[str, Any]]] = fit.result["facets"] if fit else {}
    return {
        (facet, row["value"]): Interval(*row["vp"])
        for facet, rows in facets.items()
        for row in rows
        if row["vp"] is not None
    }


def _offers(
    offers: Sequence[Offer], worths: Worths, facets: dict[tuple[str, str], Interval]
) -> tuple[Array, Array]:
    """Mean and covariance of what each offer is worth: faction plus what comes with it."""
    order = [row["key"] for row in worths.result["factions"]]
    at = [order.index(offer.faction) for offer in offers]
    means = np.array(worths.result["values"])[at]
    spread = np.array(worths.result["covariance"])[np.ix_(at, at)]
    for number, offer in enumerate(offers):
        for pair in offer.facets:
            if pair in facets:
                means[number] += facets[pair].value
                spread[number, number] += _variance(facets[pair])
    return means, spread


def _variance(interval: Interval) -> float:
    return ((interval.high - interval.low) / 2 / Z) ** 2


def _shift(offers: Sequence[Offer], system: str, rating: int) -> tuple[Array, Array]:
    """How much more or less the factions are worth at tables of this strength than in all games.

    Differences are taken for as much as they are more than chance: shrunk by how much of what is seen is noise.
    """
    shift, more = np.zeros(len(offers)), np.zeros(len(offers))
    everywhere, here = fit_of(system, ALL), fit_of(system, Preset(f"band:{_band(rating)}"))
    if everywhere is None or here is None:
        return shift, more
    overall, special = worths_of(everywhere).rows, worths_of(here).rows
    seen = {}
    for key, row in special.items():
        other = overall.get(key)
        if row.worth and other and other.worth:
            seen[key] = (row.worth.value - other.worth.value, _variance(row.worth))
    if not seen:
        return shift, more
    values, noise = (np.array(column) for column in zip(*seen.values(), strict=True))
    real = max(0.0, float((values**2 - noise).mean()))
    for number, offer in enumerate(offers):
        if offer.faction in seen and real:
            value, chance = seen[offer.faction]
            trusted = real / (real + chance)
            shift[number], more[number] = trusted * value, trusted * chance
    return shift, more


def _band(rating: int) -> int:
    return next(number for number, (_, high) in enumerate(RATING_BANDS) if high is None or rating < high)


def _ranked(offers: Sequence[Offer], worths: Worths, means: Array, spread: Array) -> tuple[Choice, ...]:
    count = len(offers)
    away = np.eye(count) - 1 / count
    values, covariance = away @ means, away @ spread @ away.T
    draws = np.random.default_rng(SEED).multivariate_normal(means, spread, DRAWS, method="eigh")
    best = np.bincount(draws.argmax(axis=1), minlength=count) / DRAWS
    last = int(means.argmin())
    choices = []
    for number, offer in enumerate(offers):
        reach = Z * sqrt(max(0.0, covariance[number, number]))
        between = spread[number, number] + spread[last, last] - 2 * spread[number, last]
        bid, bid_reach = means[number] - means[last], Z * sqrt(max(0.0, between))
        value = float(values[number])
        games = worths.rows[offer.faction].games
        choices.append(
            Choice(
                offer=offer,
                vp=Interval(value, value - reach, value + reach),
                best_chance=float(best[number]),
                bid=max(0, round(float(bid))),
                bid_low=max(0, round(float(bid - bid_reach))),
                bid_high=max(0, round(float(bid + bid_reach))),
                games=games,
                is_small=games < SMALL_SAMPLE,
            )
        )
    return tuple(sorted(choices, key=lambda choice: -choice.vp.value))
