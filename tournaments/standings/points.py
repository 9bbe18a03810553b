"""What each seat of a result is worth under given rules."""

from __future__ import annotations

from fractions import Fraction

from tournaments.standings.results import MOST_SEATS, Result, ResultKind, Seat
from tournaments.standings.rules import ByePoints, Rules

Points = tuple[Fraction, ...]


class Payer:
    """Turns results into points; tables that ended alike are worked out once."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._by_places: dict[tuple[int, ...], Points] = {}
        self._bye = bye_points(rules)

    def pay(self, result: Result) -> Points:
        """The points of each seat, in the order of the seats."""
        seats = result.seats
        _, places, _, _, forfeits, awards = zip(*seats, strict=True)
        if result.kind is ResultKind.BYE:
            points: Points = (self._bye,)
        elif self.rules.scheme.of_places:
            points = self._for_places(places)
        else:
            points = self._for_vp(seats)
        if True in forfeits or awards.count(None) < len(awards):
            points = tuple(self._decided(seat, due) for seat, due in zip(seats, points, strict=True))
        return points

    def _decided(self, seat: Seat, due: Fraction) -> Fraction:
        if seat.awarded is not None:
            return seat.awarded
        return self.rules.forfeit_points if seat.forfeited else due

    def _for_places(self, places: tuple[int, ...]) -> Points:
        points = self._by_places.get(places)
        if points is None:
            due = self.rules.scheme.for_places(places, self.rules.shared_places)
            points = self._by_places[places] = self._scaled(due, len(places))
        return points

    def _for_vp(self, seats: tuple[Seat, ...]) -> Points:
        # The whole sum goes to those who played, however many stayed away.
        vps = [seat.vp or 0 for seat in seats if not seat.forfeited]
        due = self.rules.scheme.for_vp(len(seats), vps) if vps else ()
        if len(vps) < len(seats):
            dealt = iter(due)
            due = tuple(Fraction(0) if seat.forfeited else next(dealt) for seat in seats)
        return self._scaled(due, len(seats))

    def _scaled(self, points: Points, seats: int) -> Points:
        if not self.rules.scale_short_tables:
            return points
        return tuple(value * seats / MOST_SEATS for value in points)


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
