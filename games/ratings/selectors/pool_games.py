"""The games a pool is made of."""

from django.db.models import QuerySet

from games.enums import GameState
from games.models import Game
from games.ratings.scopes import PoolKey, scope_named


def pool_games(key: PoolKey) -> QuerySet[Game]:
    """The counted games of a pool, rated or not."""
    games = Game.objects.filter(scope_named(key.prefix).games(key.ident))
    return games.filter(system=key.system, state=GameState.CONFIRMED)
