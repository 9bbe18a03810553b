"""What one game changed, in each pool that rated it."""

from dataclasses import dataclass
from typing import Any

from games.models import Game
from games.ratings.models import Block, Pool
from games.ratings.models.blobs import raw_rows
from games.ratings.scopes import pool_keys_of
from games.ratings.selectors.pools import labelled
from games.ratings.selectors.rated_seats import BlockReader, RatedSeat


@dataclass(frozen=True, slots=True)
class GameChange:
    pool: Pool
    label: str
    seats: list[RatedSeat]


def changes_by_game(*, game: Game, viewer: Any) -> list[GameChange]:
    """Pools the viewer may see, in the order of the scopes; none while the game is not rated.

    Whether the viewer may see the game is for the caller to know.
    """
    keys = pool_keys_of(game)
    pools = sorted(Pool.objects.filter(key__in=keys), key=lambda pool: keys.index(pool.key))
    listed = labelled(pools=pools, viewer=viewer)
    blocks = Block.objects.filter(
        pool__in=[one.pool for one in listed], first_on__lte=game.played_on, last_on__gte=game.played_on
    )
    seats: dict[int, list[RatedSeat]] = {}
    for pool, entries, outcomes in raw_rows(blocks.values_list("pool", "entries", "outcomes")):
        if found := BlockReader(entries, outcomes).seats(game.pk):
            seats[pool] = found
    return [GameChange(one.pool, one.label, seats[one.pool.pk]) for one in listed if one.pool.pk in seats]
