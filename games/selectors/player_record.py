"""What a player has achieved, over the counted games the viewer finds."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Avg, Count, Max, Q, QuerySet
from django.utils.functional import cached_property

from games.enums import GameState
from games.models import Game, Seat
from games.players.models import Player
from games.selectors.game_list import found_by

# Fewer games say little: a clan played once and won would be everybody's best.
FEWEST_FOR_BEST = 3
_AT_A_TABLE = Q(game__seat_count__gt=1)
_WON = _AT_A_TABLE & Q(rank=1)


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


def record_of(*, player: Player, viewer: Any) -> PlayerRecord:
    """One query for both tables: the figures of a system are those of its clans together."""
    figures: dict[str, Any] = {
        "games": Count("pk"),
        "tables": Count("pk", filter=_AT_A_TABLE),
        "wins": Count("pk", filter=_WON),
        "best": Max("total"),
        "mean": Avg("total"),
    }
    rows: Any = (
        counted_seats(player=player, viewer=viewer).values("game__system", "dimension").annotate(**figures)
    )
    tallies = [
        Tally(system=row["game__system"], dimension=row["dimension"], **{name: row[name] for name in figures})
        for row in rows
    ]
    systems = sorted({tally.system for tally in tallies})
    return PlayerRecord(
        systems=[_together([one for one in tallies if one.system == system]) for system in systems],
        dimensions=sorted(
            [tally for tally in tallies if tally.dimension], key=lambda tally: (-tally.games, tally.dimension)
        ),
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
