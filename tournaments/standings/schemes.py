"""Points schemes: what the places of a table are worth.

A scheme has its own values for tables of two, three and four. As offered, the last place is worth the same at every
table and a shorter table leaves out the places before it (5-3-2-1, 5-3-1, 5-1), so that nobody gathers points
by losing at small tables.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from types import MappingProxyType
from typing import TypeAlias

from scoring.types import Violation, params
from tournaments.standings.results import FEWEST_SEATS, MOST_SEATS

# A numerator and a denominator, not reduced: a season has too many points to make a fraction of each.
Ratio: TypeAlias = tuple[int, int]

TABLES = range(FEWEST_SEATS, MOST_SEATS + 1)
MOST_POINTS = 100_000


class SharedPlaces(StrEnum):
    """What shared places are worth: the mean of the places they cover, or the higher one for each."""

    MEAN = "mean"
    HIGHER = "higher"


class Direction(StrEnum):
    """Which end of a value is the better one."""

    HIGHER = "higher"
    LOWER = "lower"


@dataclass(frozen=True, slots=True)
class Scheme:
    """Points by place; `values` maps the number of seats to the points of place 1 to n.

    The scheme that deals out a table by VP has one value per table instead: all that the table hands out.
    """

    key: str
    values: Mapping[int, tuple[Fraction, ...]]
    of_places: bool = True
    direction: Direction = Direction.HIGHER

    def total(self, seats: int) -> Fraction:
        """What a table of that size hands out in all."""
        return sum(self.values[seats], Fraction(0))

    def edited(self, values: Mapping[int, Sequence[Fraction]]) -> Scheme:
        """The same scheme with an organiser's values; tables not named keep theirs."""
        return replace(
            self, values=_table({**self.values, **{seats: tuple(row) for seats, row in values.items()}})
        )

    def for_places(self, places: Sequence[int], shared: SharedPlaces) -> tuple[Fraction, ...]:
        """The points of each place, in the order given; `places` are all the places of one table."""
        row = self.values[len(places)]
        if shared is SharedPlaces.HIGHER or len(set(places)) == len(places):
            return tuple([row[place - 1] for place in places])
        return tuple(_mean(row[place - 1 : place - 1 + places.count(place)]) for place in places)

    def for_vp(self, seats: int, vps: Sequence[int]) -> tuple[Ratio, ...]:
        """What a table of `seats` hands out, dealt by VP among those who scored; together exactly the whole.

        VP below zero count as none, and a table without VP shares evenly.
        """
        (total,) = self.values[seats]
        above, below = total.as_integer_ratio()
        counted = [vp if vp > 0 else 0 for vp in vps]
        whole = sum(counted)
        if whole == 0:
            return ((above, below * len(vps)),) * len(vps)
        below *= whole
        return tuple([(above * vp, below) for vp in counted])


def check_values(key: str, values: Mapping[int, Sequence[Fraction]]) -> tuple[Violation, ...]:
    """Everything that is wrong with an organiser's own values of a scheme."""
    scheme = SCHEMES.get(key)
    if scheme is None:
        return (Violation("scheme.unknown", "scheme", params(scheme=key)),)
    found = []
    for seats, row in values.items():
        path = f"values[{seats}]"
        if seats not in TABLES:
            found.append(Violation("scheme.seats", path, params(seats=seats)))
            continue
        wanted = len(scheme.values[seats])
        if len(row) != wanted:
            found.append(Violation("scheme.length", path, params(wanted=wanted, given=len(row))))
        found += _check_row(row, path)
    return tuple(found)


def _check_row(row: Sequence[Fraction], path: str) -> list[Violation]:
    found = []
    for index, value in enumerate(row):
        here = f"{path}[{index}]"
        if value < 0:
            found.append(Violation("scheme.negative", here, params(place=index + 1)))
        elif value > MOST_POINTS:
            found.append(Violation("scheme.too_large", here, params(place=index + 1, most=MOST_POINTS)))
        if index and value > row[index - 1]:
            found.append(Violation("scheme.rising", here, params(place=index + 1)))
    if row and not any(row):
        found.append(Violation("scheme.all_zero", path))
    return found


def _mean(values: Sequence[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values)


def _table(values: Mapping[int, tuple[Fraction, ...]]) -> Mapping[int, tuple[Fraction, ...]]:
    return MappingProxyType(dict(sorted(values.items())))


def _of_four(key: str, *points: int) -> Scheme:
    last = points[-1]
    rows = {seats: (*points[: seats - 1], last) for seats in TABLES}
    return Scheme(key, _table({seats: tuple(map(Fraction, row)) for seats, row in rows.items()}))


DEFAULT_SCHEME = "5-3-2-1"

SCHEMES: Mapping[str, Scheme] = MappingProxyType(
    {
        scheme.key: scheme
        for scheme in (
            _of_four("5-3-2-1", 5, 3, 2, 1),
            _of_four("10-6-3-1", 10, 6, 3, 1),
            _of_four("4-2-1-0", 4, 2, 1, 0),
            _of_four("6-3-2-1", 6, 3, 2, 1),
            _of_four("1000-611-403-200", 1000, 611, 403, 200),
            _of_four("wins", 1, 0, 0, 0),
            # 25 a seat, so that a mean player gathers the same at every size of table.
            Scheme("vp_share", _table({seats: (Fraction(25 * seats),) for seats in TABLES}), of_places=False),
        )
    }
)
