"""The reader's own rating, so that nobody has to look it up."""

from typing import Any

from games.players.models import Player
from games.ratings.scopes import EVERYONE
from games.ratings.selectors.pools import pool_of
from games.ratings.selectors.standings import standing_of


def own_rating(viewer: Any, system: str) -> int | None:
    """None for strangers and for whoever has not been rated yet."""
    player = Player.objects.filter(account=viewer).first() if viewer.is_authenticated else None
    pool = pool_of(system=system, scope=EVERYONE) if player else None
    standing = standing_of(pool=pool, player=player) if pool and player else None
    return round(standing.rating) if standing else None
