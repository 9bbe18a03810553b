"""Who leads in a club: a plain count of wins."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Sum
from django.utils import timezone

from games.clubs.models import Club, Membership
from games.models import ClubTally
from games.players.models import Player
from games.players.models.player import ShownPlayer

LEADERS = 5


@dataclass(frozen=True, slots=True)
class Leader:
    shown: ShownPlayer
    games: int
    wins: int


def first_month() -> date:
    """The first day of the twelve months that end with this one."""
    today = timezone.localdate()
    year, month = divmod(today.year * 12 + today.month - 1 - 11, 12)
    return date(year, month + 1, 1)


def club_leaders(*, club: Club, viewer: Any) -> list[Leader]:
    """The members with most wins in the club's counted games of twelve months, fewer games first when level."""
    # A subquery: joining the memberships would take half as long again.
    members = Membership.objects.filter(club=club).values("player")
    rows = list(
        ClubTally.objects.filter(club=club, month__gte=first_month(), player__in=members)
        .values("player")
        .annotate(all_games=Sum("games"), all_wins=Sum("wins"))
        .filter(all_wins__gt=0)
        .order_by("-all_wins", "all_games", "player")[:LEADERS]
    )
    players = Player.with_merged.shown_to(viewer).in_bulk([row["player"] for row in rows])
    return [Leader(players[row["player"]].shown, row["all_games"], row["all_wins"]) for row in rows]
