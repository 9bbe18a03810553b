"""How strong players are believed to be: by their ratings, where there are any."""

import math
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from games.ratings.engine.reference import CENTRE, POINTS_PER_LOGIT
from games.ratings.models import PlayerRating, Pool
from tournaments.leagues.models import Season


@dataclass(frozen=True, slots=True)
class Strengths:
    """Means on the logit scale by the player's public id; who has no rating is taken as average."""

    means: dict[str, float]

    @property
    def are_known(self) -> bool:
        return bool(self.means)

    def weights(self) -> Callable[[tuple[str, ...]], Sequence[float]] | None:
        """For forecasts: strengths whose share of the table's is the chance to win; None: all alike."""
        if not self.means:
            return None
        return lambda players: [math.exp(self.means.get(player, 0.0)) for player in players]


def strengths_in(season: Season) -> Strengths:
    """From the club's own pool of ratings for this game."""
    pool = Pool.objects.filter(
        system=season.league.system, scope=f"club:{season.league.club.public_id}"
    ).first()
    if pool is None:
        return Strengths({})
    rated = PlayerRating.objects.filter(pool=pool, player__season_entries__season=season)
    return Strengths(
        {
            key: (rating - CENTRE) / POINTS_PER_LOGIT
            for key, rating in rated.values_list("player__public_id", "rating")
        }
    )


def strongest_first(season: Season, keys: Iterable[str]) -> list[str]:
    """By rating; without one, or between equals, by the season's lot."""
    known = strengths_in(season).means
    # Not a secret: the lot number stands on the season's page, so that everybody can check the draw.
    drawn = random.Random(season.lot_seed)  # noqa: S311
    ordered = sorted(keys)
    drawn.shuffle(ordered)
    return sorted(ordered, key=lambda key: -known.get(key, 0.0))
