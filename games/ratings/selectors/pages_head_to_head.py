"""Two players at the same tables of a pool."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Count, F, Q

from games.models import Game
from games.players.models import Player
from games.ratings.engine import chance_ahead, player_prior
from games.ratings.models import Pool, Standing
from games.ratings.scopes import PoolKey
from games.ratings.selectors.pool_games import pool_games
from games.selectors.game_list import found_by
from games.selectors.player_record import counted_seats

RECENT_GAMES = 10


@dataclass(frozen=True, slots=True)
class PairRecord:
    """How often the first was placed ahead of and behind the second."""

    games: int
    ahead: int
    behind: int

    @property
    def level(self) -> int:
        return self.games - self.ahead - self.behind

    @property
    def share(self) -> float:
        """A shared place is half a win for both."""
        return (self.ahead + self.level / 2) / self.games


@dataclass(frozen=True, slots=True)
class PairExpectation:
    """`chance` that the first ends ahead today; None while neither is rated in the pool."""

    first: Standing | None
    second: Standing | None
    chance: float | None


def record_between(*, key: PoolKey, first: Player, second: Player, viewer: Any) -> PairRecord | None:
    """Over the pool's games that the viewer finds; None if there are none."""
    record = PairRecord(
        **counted_seats(player=first, viewer=viewer)
        .filter(game__in=pool_games(key).values("pk"), game__seats__player=second)
        .aggregate(
            games=Count("pk"),
            ahead=Count("pk", filter=Q(rank__lt=F("game__seats__rank"))),
            behind=Count("pk", filter=Q(rank__gt=F("game__seats__rank"))),
        )
    )
    return record if record.games else None


def games_between(*, key: PoolKey, first: Player, second: Player, viewer: Any) -> list[Game]:
    """The latest ones of the pool."""
    games = (
        pool_games(key)
        .filter(found_by(viewer), seats__player=first)
        .filter(seats__player=second)
        .order_by("-played_on", "-id")
    )
    return list(games.select_related("club")[:RECENT_GAMES])


def expectation_between(*, pool: Pool | None, first: Player, second: Player) -> PairExpectation:
    if pool is None:
        return PairExpectation(None, None, None)
    found = {
        standing.player_id: standing
        for standing in Standing.objects.filter(pool=pool, player__in=[first, second])
    }
    one, other = found.get(first.pk), found.get(second.pk)
    prior = player_prior(pool.used_parameters)
    chance = chance_ahead(one.belief if one else prior, other.belief if other else prior) if found else None
    return PairExpectation(one, other, chance)
