"""Ratings as a kind of derived data: a piece per pool."""

from collections.abc import Iterator
from datetime import date
from typing import TYPE_CHECKING

from caledonia_site.common.jobs.topics import Topic
from games.ratings.models import Pool
from games.ratings.scopes import PoolKey, scope_text, scopes
from games.ratings.selectors.pool_games import pool_games
from scoring import registry

if TYPE_CHECKING:
    from games.ratings.services.publication import Publication


class RatingsTopic(Topic["Publication"]):
    """Replaying needs numpy, which a process that only shows pages never imports; hence the late imports."""

    name = "ratings"
    independent = True

    def all_keys(self) -> Iterator[str]:
        """Pools that have games, and those that had some once."""
        known = set(Pool.objects.values_list("key", flat=True))
        for scope in scopes():
            for ident in scope.idents():
                for ruleset in registry.systems():
                    key = PoolKey(ruleset.description.key, scope_text(scope, ident))
                    if str(key) in known or pool_games(key).exists():
                        known.discard(str(key))
                        yield str(key)
        yield from sorted(known)

    def compute(self, *, key: str, since: date | None) -> "Publication":
        from games.ratings.services.replay_pool import replay_pool

        return replay_pool(key=key, since=since)

    def publish(self, *, key: str, result: "Publication") -> None:
        from games.ratings.services.publish_ratings import publish_ratings

        publish_ratings(result)
