"""What each seat of a result is worth under given rules."""

from __future__ import annotations

from fractions import Fraction
from typing import TypeAlias

from tournaments.standings.results import MOST_SEATS, Result, ResultKind, Seat
from tournaments.standings.rules import ByePoints, Rules
from tournaments.standings.schemes import Ratio

NOTHING: Ratio = (0, 1)

Points: TypeAlias = tuple[Ratio, ...]


class Payer:
    """Turns results into points; tables that ended alike are worked out once."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._by_places: dict[tuple[int, ...], Points] = {}
        self._bye = bye_points(rules).as_integer_ratio()
        self._forfeit = rules.forfeit_points.as_integer_ratio()
        self._of_places = rules.scheme.of_places

    def pay(self, result: Result) -> Points:
        """The points of each seat, in the order of the seats."""
        _, places, vps, _, forfeits, awards = zip(*result.seats, strict=True)
        if result.kind is ResultKind.BYE:
            points: Points = (self._bye,)
        elif self._of_places:
            points = self._for_places(places)
        else:
            points = self._for_vp(vps, forfeits)
        if True in forfeits or awards.count(None) < len(awards):
            points = tuple([self._decided(*one) for one in zip(result.seats, points, strict=True)])
        return points

    def _decided(self, seat: Seat, due: Ratio) -> Ratio:
        if seat.awarded is not None:
            return seat.awarded.as_integer_ratio()
        return self._forfeit if seat.forfeited else due

    def _for_places(self, places: tuple[int, ...]) -> Points:
        points = self._by_places.get(places)
        if points is None:
            due = self.rules.scheme.for_places(places, self.rules.shared_places)
            ratios = tuple([value.as_integer_ratio() for value in due])
            points = self._by_places[places] = self._scaled(ratios, len(places))
        return points

    def _for_vp(self, vps: tuple[int | None, ...], forfeits: tuple[bool, ...]) -> Points:
        # The whole sum goes to those who played, however many stayed away.
        seats = len(vps)
        playing = [vp or 0 for vp, forfeited in zip(vps, forfeits, strict=True) if not forfeited]
        due = self.rules.scheme.for_vp(seats, playing) if playing else ()
        if len(playing) < seats:
            dealt = iter(due)
            due = tuple([NOTHING if forfeited else next(dealt) for forfeited in forfeits])
        return self._scaled(due, seats)

    def _scaled(self, points: Points, seats: int) -> Points:
        if not self.rules.scale_short_tables:
            return points
        return tuple([(above * seats, below * MOST_SEATS) for above, below in points])


def bye_points(rules: Rules) -> Fraction:
    """What a bye is worth."""
    row = rules.scheme.values[MOST_SEATS]
    mean = rules.scheme.total(MOST_SEATS) / MOST_SEATS
    match rules.bye_points:
        case ByePoints.NONE:
            return Fraction(0)
        case ByePoints.FIRST if rules.scheme.of_places:
            return row[0]
        case ByePoints.LAST if rules.scheme.of_places:
            return row[-1]
        case _:
            # Shares of VP know no first or last value: the mean seat is all that can be given.
            return mean
