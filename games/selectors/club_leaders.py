"""Who leads in a club: a plain count of wins, until ratings tell more."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.db.models import Count, Q
from django.utils import timezone

from games.clubs.models import Club
from games.enums import GameState
from games.models import Seat
from games.players.models import Player
from games.players.models.player import ShownPlayer

LEADERS = 5
ONE_YEAR = timedelta(days=365)


@dataclass(frozen=True, slots=True)
class Leader:
    shown: ShownPlayer
    games: int
    wins: int


def club_leaders(*, club: Club, viewer: Any) -> list[Leader]:
    """The members with most wins in the club's counted games of the last year, fewer games first when level.

    Games alone have no winner. A shared first place is a win for each who shares it.
    """
    rows = list(
        Seat.objects.filter(
            game__club=club,
            game__state=GameState.CONFIRMED,
            game__seat_count__gt=1,
            game__played_on__gte=timezone.localdate() - ONE_YEAR,
            player__memberships__club=club,
        )
        .order_by()
        .values("player")
        .annotate(games=Count("pk"), wins=Count("pk", filter=Q(rank=1)))
        .filter(wins__gt=0)
        .order_by("-wins", "games", "player")[:LEADERS]
    )
    players = Player.with_merged.shown_to(viewer).in_bulk([row["player"] for row in rows])
    return [Leader(players[row["player"]].shown, row["games"], row["wins"]) for row in rows]
