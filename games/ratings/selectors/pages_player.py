"""What a player's rating page needs besides the history."""

from collections.abc import Iterable
from typing import Any

from games.players.models import Player
from games.ratings.engine import chance_ahead, player_prior
from games.ratings.models import Pool, Standing
from games.ratings.scopes import PoolKey
from games.ratings.selectors.pool_games import pool_games
from games.selectors.player_record import counted_seats


def years_played(*, key: PoolKey, player: Player, viewer: Any) -> list[int]:
    """Those with games of the pool that the viewer finds, the latest first."""
    days = counted_seats(player=player, viewer=viewer).filter(game__in=pool_games(key).values("pk"))
    years = days.values_list("game__played_on__year", flat=True).distinct()
    return sorted(years, reverse=True)


def expected_against(*, pool: Pool | None, player: Player, opponents: Iterable[str]) -> dict[str, float]:
    """By the public id of each opponent rated in the pool: how often the player should end ahead of them today."""
    if pool is None:
        return {}
    rated = Standing.objects.filter(pool=pool, player__public_id__in=[*opponents, player.public_id])
    beliefs = {standing.player.public_id: standing.belief for standing in rated.select_related("player")}
    own = beliefs.pop(player.public_id, player_prior(pool.used_parameters))
    return {public_id: chance_ahead(own, belief) for public_id, belief in beliefs.items()}
