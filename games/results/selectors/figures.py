"""Who leads in a club, as a plain count of wins, and how much the site holds in public clubs."""

from collections.abc import Container
from dataclasses import dataclass
from datetime import date

from django.db.models import Sum
from django.utils import timezone

from games.clubs.models import Club
from games.players.models.player import ShownPlayer
from games.players.selectors.players import shown_players
from games.players.viewers import Viewer
from games.results.models import ClubTally, SiteFigure

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


def club_leaders(*, club: Club, members: Container[int], viewer: Viewer) -> list[Leader]:
    """The members with most wins in the club's counted games of twelve months, fewer games first when level."""
    tallies = ClubTally.objects.filter(club=club, month__gte=first_month()).order_by()
    # Ranked here: to leave out who is no member, and the others but for the first, the database asks for more words
    # than it has rows to sort.
    rows = [
        (-wins, games, player)
        for player, games, wins in tallies.values("player").values_list("player", Sum("games"), Sum("wins"))
        if wins and player in members
    ]
    first = sorted(rows)[:LEADERS]
    players = shown_players([player for _, _, player in first], viewer=viewer)
    return [Leader(players[player].shown, games, -wins) for wins, games, player in first]


def current_site_figures() -> dict[str, int]:
    """Every figure by key, as last counted; 0 for one that was never counted."""
    counted = dict(SiteFigure.objects.values_list("key", "value"))
    return {key: counted.get(key, 0) for key in SiteFigure.Key.values}
