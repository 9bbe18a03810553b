"""How strong players are believed to be: by their ratings in the club, where there are any."""

import math
import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from games.clubs.models import Club
from games.players.models import Player
from games.ratings.engine.reference import CENTRE, POINTS_PER_LOGIT
from games.ratings.models import PlayerRating, Pool


@dataclass(frozen=True, slots=True)
class Strengths:
    """Means on the logit scale by the player's public id; who has no rating is taken as average."""

    means: Mapping[str, float]

    @property
    def are_known(self) -> bool:
        return bool(self.means)

    def weights(self) -> Callable[[tuple[str, ...]], Sequence[float]] | None:
        """For forecasts: strengths whose share of the table's is the chance to win; None: all alike."""
        if not self.means:
            return None
        return lambda players: [math.exp(self.means.get(player, 0.0)) for player in players]


def ratings_in(*, system: str, club: Club, players: QuerySet[Player]) -> QuerySet[PlayerRating]:
    """From the club's own pool of ratings for this game; who has none is missing."""
    pool = Pool.objects.filter(system=system, scope=f"club:{club.public_id}").first()
    if pool is None:
        return PlayerRating.objects.none()
    return PlayerRating.objects.filter(pool=pool, player__in=players.order_by().values("pk"))


def strengths_in(*, system: str, club: Club, players: QuerySet[Player]) -> Strengths:
    rated = ratings_in(system=system, club=club, players=players).values_list("player__public_id", "rating")
    return Strengths({key: (rating - CENTRE) / POINTS_PER_LOGIT for key, rating in rated})


def strongest_first(keys: Iterable[str], *, strengths: Strengths, lot_seed: int) -> list[str]:
    """By rating; without one, or between equals, by the competition's lot."""
    # Not a secret: the lot number stands on the competition's page, so that everybody can check the draw.
    drawn = random.Random(lot_seed)  # noqa: S311
    ordered = sorted(keys)
    drawn.shuffle(ordered)
    return sorted(ordered, key=lambda key: -strengths.means.get(key, 0.0))
