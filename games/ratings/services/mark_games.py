"""Note that pools must look at games again."""

from collections.abc import Iterable
from datetime import date

from django.db import transaction

from caledonia_site.common.jobs.marking import mark_dirty
from games.models import Game
from games.ratings.models import ChangedGame
from games.ratings.scopes import pool_keys_of
from games.ratings.services.ratings_topic import RatingsTopic

ROWS_AT_A_TIME = 1_000


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
