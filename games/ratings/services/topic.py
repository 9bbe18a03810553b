"""Ratings as a kind of derived data, one key for each pool, and noting that pools must look at games again."""

from collections.abc import Iterable, Iterator
from datetime import date
from typing import TYPE_CHECKING

from django.db import transaction

from caledonia_site.common.jobs.marks import mark_dirty
from caledonia_site.common.jobs.topics import Topic
from games.ratings.models import ChangedGame, Pool
from games.ratings.scopes import PoolKey, pool_keys_of, scope_text, scopes
from games.ratings.selectors.pools import pool_games
from games.results.models import Game
from scoring import registry

if TYPE_CHECKING:
    from games.ratings.services.replay import Publication

ROWS_AT_A_TIME = 1_000


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
        from games.ratings.services.replay import replay_pool

        return replay_pool(key=key, since=since)

    def publish(self, *, key: str, result: "Publication") -> None:
        from games.ratings.services.publish import publish_ratings

        publish_ratings(result)


@transaction.atomic
def mark_games(
    games: Iterable[Game], *, since: date | None = None, pool_keys: Iterable[str] | None = None
) -> None:
    """In the transaction of the change: these games came into their pools, changed in them or leave them.

    `since` is given when a game was played on an earlier date before. Without `pool_keys` every pool is told that a
    game may belong to; games with their clubs, please, or each costs a query.
    """
    first_days: dict[str, date] = {}
    notes: list[ChangedGame] = []
    for game in games:
        day = min(since or game.played_on, game.played_on)
        for key in pool_keys_of(game) if pool_keys is None else pool_keys:
            notes.append(ChangedGame(pool_key=key, game_number=game.pk))
            first_days[key] = min(first_days.get(key, day), day)
        if len(notes) >= ROWS_AT_A_TIME:
            ChangedGame.objects.bulk_create(notes)
            notes = []
    ChangedGame.objects.bulk_create(notes)
    for key, day in sorted(first_days.items()):
        mark_dirty(topic=RatingsTopic.name, key=key, since=day)


@transaction.atomic
def mark_every_pool() -> None:
    """After games were written in bulk, of which nobody was told: everything from nothing."""
    for key in RatingsTopic().all_keys():
        mark_dirty(topic=RatingsTopic.name, key=key)
