"""Chances at a table: who ends in which place, from the strengths of the seats before the game. No Django.

The rating's own model says how likely one seat is to end ahead of another (a logistic of the difference in
strength). The one model of whole orders whose pairs behave exactly so is Plackett and Luce's: first place is
drawn among all in proportion to exp(strength), then second place among the rest, and so on.

Strengths are uncertain, and that pulls chances together. As in the prediction for two, where
logistic(d / sqrt(1 + pi (V1 + V2) / 8)) stands for the integral over both uncertainties, all strengths are
shrunk by one factor, 1 / sqrt(1 + pi V / 4) with V the mean variance at the table: for two seats it is the same
formula. How well this does on real games stands in docs/ratings-forecasts.md.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, pi, sqrt

from games.ratings.engine.reference import Belief


@dataclass(frozen=True, slots=True)
class Forecast:
    """`places[i][k]` is the chance of seat i to end in place k + 1; no ties are foreseen."""

    places: tuple[tuple[float, ...], ...]

    @property
    def wins(self) -> tuple[float, ...]:
        return tuple(chances[0] for chances in self.places)

    @property
    def expected_places(self) -> tuple[float, ...]:
        return tuple(
            sum(place * chance for place, chance in enumerate(chances, 1)) for chances in self.places
        )


def forecast(seats: Sequence[Belief]) -> Forecast:
    """By the sets of seats that can fill the first places: 16 for four seats, so nothing is sampled."""
    weights = _weights(seats)
    count, total = len(weights), sum(weights)
    reached = [0.0] * (1 << count)
    reached[0] = 1.0
    places = [[0.0] * count for _ in weights]
    for chosen in range(1 << count):
        taken = [seat for seat in range(count) if chosen >> seat & 1]
        rest = total - sum(weights[seat] for seat in taken)
        for seat in range(count):
            if not chosen >> seat & 1:
                chance = reached[chosen] * (weights[seat] / rest if len(taken) < count - 1 else 1.0)
                places[seat][len(taken)] += chance
                reached[chosen | 1 << seat] += chance
    return Forecast(tuple(tuple(chances) for chances in places))


def chance_of_order(seats: Sequence[Belief], places: Sequence[int]) -> float:
    """How likely this result was; seats that share a place may have come in any order among themselves."""
    weights = _weights(seats)
    tiers: dict[int, list[float]] = {}
    for weight, place in zip(weights, places, strict=True):
        tiers.setdefault(place, []).append(weight)
    rest, chance = sum(weights), 1.0
    for place in sorted(tiers):
        chance *= _chance_of_tier(tiers[place], rest)
        rest -= sum(tiers[place])
    return chance


def _weights(seats: Sequence[Belief]) -> list[float]:
    shrinking = sqrt(1 + pi * sum(seat.variance for seat in seats) / len(seats) / 4)
    middle = sum(seat.mean for seat in seats) / len(seats)
    return [exp((seat.mean - middle) / shrinking) for seat in seats]


def _chance_of_tier(tier: list[float], rest: float) -> float:
    """That exactly these come next, in whatever order."""
    if not tier:
        return 1.0
    return sum(
        weight / rest * _chance_of_tier(tier[:index] + tier[index + 1 :], rest - weight)
        for index, weight in enumerate(tier)
    )
