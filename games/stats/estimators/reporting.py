"""From a fit to figures with intervals."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
from scipy.special import stdtrit

from games.stats.estimators.fitting import Fit
from games.stats.estimators.observations import Array, Observations

Triple = list[float]
# Earlier games with the faction: from, and up to.
EXPERIENCE = ((0, 0), (1, 2), (3, 5), (6, 10), (11, 20), (21, None))


@dataclass(frozen=True, slots=True)
class Contrasts:
    """Effects of one kind against their mean. `spread` is the covariance, None when the noise is unknown."""

    codes: list[int]
    values: Array
    spread: Array | None
    quantile: float

    def interval(self, weights: Array) -> Triple | None:
        """The 95 % interval of a weighted sum."""
        if self.spread is None:
            return None
        value = float(weights @ self.values)
        reach = self.quantile * sqrt(max(0.0, float(weights @ self.spread @ weights)))
        return [value, value - reach, value + reach]

    def against_mean(self, number: int) -> Triple | None:
        return self.interval(self._one(number))

    def difference(self, number: int, other: int) -> Triple | None:
        return self.interval(self._one(number) - self._one(other))

    def _one(self, number: int) -> Array:
        weights = np.zeros(len(self.codes))
        weights[number] = 1
        return weights


def contrasts(fit: Fit, name: str, among: Sequence[int] | None = None) -> Contrasts:
    """The effects of a name (of some codes only) minus their mean."""
    at = [number for number in fit.positions(name) if among is None or fit.labels[number][1] in among]
    size = len(at)
    away = np.eye(size) - 1 / size if size else np.zeros((0, 0))
    known = fit.noise_sd is not None
    return Contrasts(
        [fit.labels[number][1] for number in at],
        away @ fit.effects[at],
        away @ fit.covariance[np.ix_(at, at)] @ away.T if known else None,
        float(stdtrit(fit.freedom, 0.975)) if known else 0.0,
    )


def weakest(worth: Contrasts, seats: Sequence[int], *, least: int) -> int:
    """The position of the smallest worth among factions with enough seats to say so, or among all."""
    often = [number for number, count in enumerate(seats) if count >= least]
    return min(often or range(len(seats)), key=lambda number: float(worth.values[number]))


def differences(later: Contrasts, earlier: Contrasts) -> dict[int, Triple | None]:
    """How each effect changed between two fits of different games."""
    found: dict[int, Triple | None] = {}
    for number, code in enumerate(later.codes):
        if later.spread is None or earlier.spread is None or code not in earlier.codes:
            found[code] = None
            continue
        other = earlier.codes.index(code)
        value = float(later.values[number] - earlier.values[other])
        reach = float(
            np.sqrt(
                later.quantile**2 * later.spread[number, number]
                + earlier.quantile**2 * earlier.spread[other, other]
            )
        )
        found[code] = [value, value - reach, value + reach]
    return found


def experience(observed: Observations, rows: Array) -> Array:
    """How many games each row's player had played with its faction before, over all that was observed."""
    key = observed.player * (int(observed.faction.max(initial=0)) + 1) + observed.faction
    order = np.argsort(key, kind="stable")
    new = np.diff(key[order], prepend=-1) != 0
    first = np.maximum.accumulate(np.where(new, np.arange(len(order)), 0))
    earlier = np.empty(len(order), dtype=np.int64)
    earlier[order] = np.arange(len(order)) - first
    return earlier[rows]


def by_experience(residuals: Array, earlier: Array) -> list[tuple[int, int | None, int, Triple | None]]:
    """How much better or worse than the same players' usual play, by games played with the faction before."""
    found: list[tuple[int, int | None, int, Triple | None]] = []
    for low, high in EXPERIENCE:
        chosen = residuals[
            (earlier >= low) & (earlier <= (high if high is not None else earlier.max(initial=0)))
        ]
        interval = None
        if len(chosen) > 1:
            mean = float(chosen.mean())
            reach = float(stdtrit(len(chosen) - 1, 0.975) * chosen.std(ddof=1) / np.sqrt(len(chosen)))
            interval = [mean, mean - reach, mean + reach]
        found.append((low, high, len(chosen), interval))
    return found
