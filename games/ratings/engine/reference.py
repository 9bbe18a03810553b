"""The rating filter: an online Bayesian model of who ends ahead of whom, on the logit scale.

Every player, clan and seat position is a component with a belief: a mean and a variance. A seat's strength is the
sum of its components; the chance of ending ahead of another seat is logistic in the difference. After a game each
component moves towards what happened, by as much as its own uncertainty allows. The formulas are in docs/ratings.md.

This is the reference, in plain Python. `kernel.py` is the same in compiled form for long replays. Both do the same
operations in the same order, so that they agree to the last bit (the stored results may come from either); that
is also why the exponential is our own: libraries differ in its last digit, additions and products do not.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import floor, ldexp, log, pi, sqrt
from typing import NamedTuple, Protocol

NAME = "pairwise-logistic"
VERSION = "1"

CENTRE = 1500.0
POINTS_PER_LOGIT = 400.0 / log(10.0)
# People see tenths of a point; leaderboards go by the rating less this many deviations.
STEPS_PER_POINT = 10.0
CAUTION = 2.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameters:
    """Deviations of the priors, and how far a player may drift from one game to the next."""

    player: float = 0.5
    clan: float = 0.2
    position: float = 0.2
    drift: float = 0.01


class Numbers(Protocol):
    """A list of floats, or anything else that gives and takes them by index."""

    def __getitem__(self, index: int, /) -> float: ...

    def __setitem__(self, index: int, value: float, /) -> None: ...


class Belief(NamedTuple):
    """What is known of a component, or of a whole seat when added up."""

    mean: float
    variance: float

    @classmethod
    def shown(cls, rating: float, deviation: float) -> "Belief":
        """What people see, back on the engine's scale."""
        spread = deviation / POINTS_PER_LOGIT
        return cls((rating - CENTRE) / POINTS_PER_LOGIT, spread * spread)

    @property
    def rating(self) -> float:
        """On the scale people see, to a tenth."""
        return stepped(CENTRE + POINTS_PER_LOGIT * self.mean)

    @property
    def deviation(self) -> float:
        return stepped(POINTS_PER_LOGIT * sqrt(self.variance))

    @property
    def floor(self) -> float:
        """What the player is worth with some certainty."""
        return stepped(CENTRE + POINTS_PER_LOGIT * (self.mean - CAUTION * sqrt(self.variance)))


def stepped(points: float) -> float:
    return floor(points * STEPS_PER_POINT + 0.5) / STEPS_PER_POINT


def player_prior(parameters: Parameters) -> Belief:
    return Belief(0.0, parameters.player * parameters.player)


def clan_prior(parameters: Parameters) -> Belief:
    return Belief(0.0, parameters.clan * parameters.clan)


def position_prior(parameters: Parameters) -> Belief:
    return Belief(0.0, parameters.position * parameters.position)


def strength(components: Sequence[Belief]) -> Belief:
    """A seat's components added up."""
    mean = variance = 0.0
    for component in components:
        mean += component.mean
        variance += component.variance
    return Belief(mean, variance)


def steps(seats: Sequence[Belief], places: Sequence[int]) -> list[tuple[float, float]]:
    """How each seat's result moves its components: (gain, loss).

    A component with variance v gains v x gain in mean and loses v^2 x loss in variance.
    """
    count = len(seats)
    surprises, informations = [0.0] * count, [0.0] * count
    for one in range(count):
        for other in range(one + 1, count):
            chance = 1.0 / (1.0 + exponential(seats[other].mean - seats[one].mean))
            result = 1.0 if places[one] < places[other] else 0.5 if places[one] == places[other] else 0.0
            surprise = result - chance
            information = chance * (1.0 - chance)
            surprises[one] += surprise
            surprises[other] -= surprise
            informations[one] += information
            informations[other] += information
    found = []
    for index in range(count):
        damping = 1.0 + seats[index].variance * informations[index]
        found.append((surprises[index] / damping, informations[index] / damping))
    return found


def play_game(
    means: Numbers, variances: Numbers, seats: Sequence[Sequence[int]], places: Sequence[int], drift: float
) -> None:
    """One game onto the beliefs. Each seat is its components' indices, the player first; places as in the ranking.

    Before it, each player has become a little less certain. All seats move from the beliefs before the game, also
    when a component sits in two of them (a clan entered twice).
    """
    for components in seats:
        variances[components[0]] += drift * drift
    before = [[Belief(means[one], variances[one]) for one in components] for components in seats]
    moves = steps([strength(beliefs) for beliefs in before], places)
    for components, beliefs, (gain, loss) in zip(seats, before, moves, strict=True):
        for component, (_, variance) in zip(components, beliefs, strict=True):
            means[component] += variance * gain
            variances[component] -= variance * variance * loss


def chance_ahead(one: Belief, other: Belief) -> float:
    """The chance that a seat of this strength ends ahead of the other, with both uncertainties taken in."""
    spread = sqrt(1.0 + pi * (one.variance + other.variance) / 8.0)
    return 1.0 / (1.0 + exponential((other.mean - one.mean) / spread))


# The exponential: exp(x) = 2^k exp(r) with r between plus and minus ln(2)/2, where thirteen terms of the Taylor series
# are exact to the last digit. ln(2) in two parts keeps r exact.
_LOG2_E = 1.4426950408889634
_LN_2_HIGH = 0.693147180369123816490
_LN_2_LOW = 1.90821492927058770002e-10
_FURTHEST = 700.0
_C3, _C4, _C5, _C6, _C7, _C8 = 1 / 6, 1 / 24, 1 / 120, 1 / 720, 1 / 5040, 1 / 40320
_C9, _C10, _C11, _C12, _C13 = 1 / 362880, 1 / 3628800, 1 / 39916800, 1 / 479001600, 1 / 6227020800


def exponential(x: float) -> float:
    """e to the x from additions and products alone, the same on every machine."""
    x = min(max(x, -_FURTHEST), _FURTHEST)
    k = floor(x * _LOG2_E + 0.5)
    r = (x - k * _LN_2_HIGH) - k * _LN_2_LOW
    high = ((((((_C13 * r + _C12) * r + _C11) * r + _C10) * r + _C9) * r + _C8) * r + _C7) * r + _C6
    return ldexp(((((((high * r + _C5) * r + _C4) * r + _C3) * r + 0.5) * r) + 1.0) * r + 1.0, k)
