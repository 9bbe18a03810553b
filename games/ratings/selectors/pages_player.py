"""What a player's rating page needs besides the history."""

from collections.abc import Iterable, Mapping

from django.db.models import F

from games.players.models import Player
from games.ratings.engine import chance_ahead, player_prior
from games.ratings.models import Pool, Standing


def standings_of(*, pool: Pool | None, public_ids: Iterable[str]) -> dict[str, Standing]:
    """Of those of the players who are rated in the pool, by public id."""
    if pool is None:
        return {}
    rated = Standing.objects.filter(pool=pool, player__public_id__in=[*public_ids])
    return {standing.public_id: standing for standing in rated.annotate(public_id=F("player__public_id"))}


def expected_against(
    *, pool: Pool | None, player: Player, standings: Mapping[str, Standing]
) -> dict[str, float]:
    """By the public id of each opponent among the standings: how often the player should end ahead of them today."""
    if pool is None:
        return {}
    mine = standings.get(player.public_id)
    own = mine.belief if mine else player_prior(pool.used_parameters)
    return {
        public_id: chance_ahead(own, standing.belief)
        for public_id, standing in standings.items()
        if public_id != player.public_id
    }
