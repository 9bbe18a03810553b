"""What a player has achieved, over the counted games the viewer finds."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from heapq import nlargest
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.utils.functional import cached_property

from games.enums import GameState
from games.models import Game, Seat
from games.players.models import Player
from games.selectors.game_list import IN_A_ROW, found_by

# Fewer games say little: a clan played once and won would be everybody's best.
FEWEST_FOR_BEST = 3


class PlayedSeat(NamedTuple):
    """A game of the player as the figures need it."""

    game_id: int
    state: str
    played_on: date
    system: str
    seat_count: int
    dimension: str
    rank: int
    total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """Some games in figures. `tables` leaves out games alone, which nobody wins."""

    system: str
    dimension: str
    games: int
    tables: int
    wins: int
    best: int
    mean: float

    @property
    def win_rate(self) -> float | None:
        """In percent."""
        return 100 * self.wins / self.tables if self.tables else None


@dataclass(frozen=True)
class PlayerRecord:
    systems: list[Tally]
    dimensions: list[Tally]

    @property
    def games(self) -> int:
        return sum(tally.games for tally in self.systems)

    @property
    def wins(self) -> int:
        return sum(tally.wins for tally in self.systems)

    @cached_property
    def favourite(self) -> Tally | None:
        """What they played most."""
        return max(self.dimensions, key=lambda tally: (tally.games, tally.wins), default=None)

    @cached_property
    def strongest(self) -> Tally | None:
        """What they won most often with, of what they played often enough to tell."""
        known = [tally for tally in self.dimensions if tally.tables >= FEWEST_FOR_BEST and tally.wins]
        return max(known, key=lambda tally: (tally.wins / tally.tables, tally.mean), default=None)


def counted_seats(*, player: Player, viewer: Any) -> QuerySet[Seat]:
    """The player's seats in counted games that appear in the viewer's lists."""
    games = Game.objects.filter(found_by(viewer), state=GameState.CONFIRMED, seats__player=player)
    return Seat.objects.filter(player=player, game__in=games.values("pk")).order_by()


def played_seats(*, player: Player, viewer: Any) -> list[PlayedSeat]:
    """The player's seats in all games but void ones that appear in the viewer's lists: the one query that a page makes
    its figures and its list of games of. A person plays some hundred games.
    """
    games = Game.objects.filter(found_by(viewer), seats__player=player).exclude(state=GameState.VOID)
    rows = games.order_by().values_list(
        "pk", "state", "played_on", "system", "seat_count", "seats__dimension", "seats__rank", "seats__total"
    )
    return [PlayedSeat(*row) for row in rows]


def counted(played: Iterable[PlayedSeat]) -> list[PlayedSeat]:
    return [seat for seat in played if seat.state == GameState.CONFIRMED]


def latest_games(played: Iterable[PlayedSeat], *, most: int) -> list[Game]:
    """The newest of them, with as much of each as a row of a list shows."""
    newest = nlargest(most, played, key=lambda seat: (seat.played_on, seat.game_id))
    games = Game.objects.select_related("club").only(*IN_A_ROW).in_bulk([seat.game_id for seat in newest])
    return [games[seat.game_id] for seat in newest if seat.game_id in games]


def record_of(played: Iterable[PlayedSeat]) -> PlayerRecord:
    """Of counted games."""
    seats: dict[tuple[str, str], list[PlayedSeat]] = defaultdict(list)
    for seat in played:
        seats[seat.system, seat.dimension].append(seat)
    tallies = [_tally(system, dimension, found) for (system, dimension), found in seats.items()]
    systems = sorted({tally.system for tally in tallies})
    return PlayerRecord(
        systems=[_together([one for one in tallies if one.system == system]) for system in systems],
        dimensions=sorted(
            [tally for tally in tallies if tally.dimension],
            key=lambda tally: (-tally.games, tally.dimension, tally.system),
        ),
    )


def _tally(system: str, dimension: str, seats: Sequence[PlayedSeat]) -> Tally:
    return Tally(
        system=system,
        dimension=dimension,
        games=len(seats),
        tables=sum(seat.seat_count > 1 for seat in seats),
        wins=sum(seat.seat_count > 1 and seat.rank == 1 for seat in seats),
        best=max(seat.total for seat in seats),
        mean=sum(seat.total for seat in seats) / len(seats),
    )


def _together(tallies: list[Tally]) -> Tally:
    games = sum(tally.games for tally in tallies)
    return Tally(
        system=tallies[0].system,
        dimension="",
        games=games,
        tables=sum(tally.tables for tally in tallies),
        wins=sum(tally.wins for tally in tallies),
        best=max(tally.best for tally in tallies),
        mean=sum(tally.mean * tally.games for tally in tallies) / games,
    )
