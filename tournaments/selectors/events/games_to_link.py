"""Recorded games that could be the result of a table."""

from datetime import timedelta
from typing import Any

from games.enums import GameState
from games.models import Game
from games.selectors.game_list import with_seats
from tournaments.models import EventTable

MOST_FOUND = 20
# As a report allows: it is another day already somewhere, and the last round may end after midnight.
GRACE = timedelta(days=1)


def games_to_link(table: EventTable, viewer: Any) -> list[Game]:
    """Games of the club with exactly these people on these days that no table has yet, the newest first."""
    event = table.event
    players = list(table.seats.values_list("entry__player_id", flat=True))
    games = Game.objects.filter(
        club=event.club_id,
        system=event.system,
        played_on__range=(event.starts_on - GRACE, event.ends_on + GRACE),
        event_table=None,
        other_result=None,
    ).exclude(state=GameState.VOID)
    for player in players:
        games = games.filter(seats__player=player)
    found = with_seats(games.order_by("-played_on", "-pk"), viewer)[:MOST_FOUND]
    wanted = set(players)
    return [
        game for game in found if {seat.player_id for seat in game.seats.all() if not seat.is_bot} == wanted
    ]
