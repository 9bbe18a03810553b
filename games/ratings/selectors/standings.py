"""Where a player stands."""

from collections.abc import Iterator
from datetime import date
from typing import Any

from django.db.models import Q

from games.players.models import Player
from games.ratings.models import Pool, Standing


def standing_of(*, pool: Pool, player: Player) -> Standing | None:
    return Standing.objects.filter(pool=pool, player=player).first()


def place_of(*, standing: Standing, minimum_games: int = 0, active_since: date | None = None) -> int:
    """One more than how many others, of those the leaderboard shows, are ahead."""
    # Those few who were merged are looked up once; asking it of each player would take ten times as long.
    merged = Player.with_merged.filter(merged_into__isnull=False).order_by().values("pk")
    others = Standing.objects.filter(
        Q(floor__gt=standing.floor), ~Q(player__in=merged), pool=standing.pool_id, games__gte=minimum_games
    )
    if active_since:
        others = others.filter(last_played_on__gte=active_since)
    return others.count() + 1


def personal_ratings(player: Player) -> Iterator[dict[str, Any]]:
    """A person's own standings, for their archive."""
    for standing in Standing.objects.filter(player=player).select_related("pool").order_by("pool__key"):
        yield {
            "system": standing.pool.system,
            "scope": standing.pool.scope,
            "rating": standing.rating,
            "deviation": standing.deviation,
            "games": standing.games,
            "last_played_on": standing.last_played_on,
        }
