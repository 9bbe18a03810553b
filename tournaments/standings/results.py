"""What standings are made of: results of tables, with seats, places and VP."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from scoring.types import Violation, params

FEWEST_SEATS = 2
MOST_SEATS = 4


class ResultKind(StrEnum):
    """A walkover was decided without playing; a bye is a round without a table."""

    PLAYED = "played"
    WALKOVER = "walkover"
    BYE = "bye"


class Seat(NamedTuple):
    """One participant at a table. Equal places are shared: 1, 1, 3.

    Whoever forfeits takes a place behind all the others. `awarded` are points decided by a person or by the
    rule of a format, in the place of what the scheme would give.
    """

    player: str
    place: int
    vp: int | None = None
    position: int | None = None
    forfeited: bool = False
    awarded: Fraction | None = None


class Result(NamedTuple):
    """One table. `sequence` orders the games of a day; the game's key settles what is still equal."""

    game: str
    played_on: date
    seats: tuple[Seat, ...]
    kind: ResultKind = ResultKind.PLAYED
    sequence: int = 0


class Adjustment(NamedTuple):
    """Points added or, as a penalty, taken away by an organiser."""

    player: str
    points: Fraction
    on: date


def moment(result: Result) -> tuple[date, int, str]:
    """The order of play: the same for every arrival of the same results."""
    return (result.played_on, result.sequence, result.game)


def check_result(result: Result) -> tuple[Violation, ...]:
    """Everything that keeps a result from being counted."""
    found = []
    seats = len(result.seats)
    fewest, most = (1, 1) if result.kind is ResultKind.BYE else (FEWEST_SEATS, MOST_SEATS)
    if not fewest <= seats <= most:
        found.append(Violation("result.seats", "seats", params(seats=seats, fewest=fewest, most=most)))
    players = [seat.player for seat in result.seats]
    found += [
        Violation("result.player_twice", f"seats[{index}].player", params(player=player))
        for index, player in enumerate(players)
        if player in players[:index]
    ]
    if not are_places([seat.place for seat in result.seats]):
        found.append(Violation("result.places", "seats"))
    else:
        playing = [seat.place for seat in result.seats if not seat.forfeited]
        found += [
            Violation("result.forfeit_ahead", f"seats[{index}].place")
            for index, seat in enumerate(result.seats)
            if seat.forfeited and playing and seat.place <= max(playing)
        ]
    return tuple(found)


def are_places(places: Sequence[int]) -> bool:
    """Whether places are numbered as a ranking numbers them: 1, 2, 2, 4."""
    return all(place == 1 + sum(other < place for other in places) for place in places)
