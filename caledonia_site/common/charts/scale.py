"""Where a value stands between the least and the greatest, and round numbers between them."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

FEWEST_TICKS = 4


@dataclass(frozen=True)
class Scale:
    least: float
    most: float

    @classmethod
    def over(cls, values: Sequence[float]) -> "Scale":
        """Equal values, or none, stand in the middle of a scale of length one."""
        if not values:
            return cls(0.0, 1.0)
        least, most = min(values), max(values)
        return cls(least, most) if most > least else cls(least - 0.5, most + 0.5)

    def widened(self) -> "Scale":
        """To the round numbers around, so that nothing touches the frame."""
        step = step_for(self.most - self.least)
        return Scale(floor(self.least / step) * step, ceil(self.most / step) * step)

    def share(self, value: float) -> float:
        return (value - self.least) / (self.most - self.least)


def step_for(span: float) -> float:
    """The distance of lines on a scale: 1, 2 or 5 times a power of ten, with a handful of them over the span."""
    rough = span / FEWEST_TICKS
    power = 10.0 ** floor(log10(rough))
    return max(power * factor for factor in (1, 2, 5) if power * factor <= rough)


def ticks_between(least: float, most: float) -> list[float]:
    step = step_for(most - least)
    first, last = ceil(least / step - 1e-9), floor(most / step + 1e-9)
    return [round(number * step, 10) for number in range(first, last + 1)]
