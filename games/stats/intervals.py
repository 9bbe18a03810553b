"""Plain descriptive figures and their intervals."""

from dataclasses import dataclass
from math import sqrt

# Two-sided 95 % of the normal distribution.
Z = 1.959963984540054
# Below so many games a figure is shown as uncertain.
SMALL_SAMPLE = 30


@dataclass(frozen=True, slots=True)
class Interval:
    """A value with its 95 % interval."""

    value: float
    low: float
    high: float

    def times(self, factor: float) -> "Interval":
        return Interval(self.value * factor, self.low * factor, self.high * factor)


def wilson(successes: float, trials: int, z: float = Z) -> Interval:
    """Wilson's interval of a share; shared successes may be fractions. There must be a trial."""
    share = successes / trials
    spread = z * z / trials
    middle = (share + spread / 2) / (1 + spread)
    reach = z * sqrt(share * (1 - share) / trials + spread / (4 * trials)) / (1 + spread)
    return Interval(share, max(0.0, middle - reach), min(1.0, middle + reach))


def win_index(wins: float, games: int, par: float) -> Interval:
    """Wins as a multiple of what an average player at the same tables would have won."""
    return wilson(wins, games).times(games / par)
