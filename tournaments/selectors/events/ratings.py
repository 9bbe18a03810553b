"""How strong the players of a tournament are believed to be."""

import hashlib
from collections.abc import Iterable

from games.ratings.models import Pool, Standing
from tournaments.models import Event, EventEntry


def ratings_in(event: Event) -> dict[int, int]:
    """By the player's row, from the club's own pool of ratings for this game; who has none is missing."""
    pool = Pool.objects.filter(system=event.system, scope=f"club:{event.club.public_id}").first()
    if pool is None:
        return {}
    rated = Standing.objects.filter(pool=pool, player__event_entries__event=event)
    return {player: round(rating) for player, rating in rated.values_list("player_id", "rating")}


def strongest_entries_first(event: Event, entries: Iterable[EventEntry]) -> list[EventEntry]:
    """By rating, who has none last; between equals the event's lot decides."""

    def lot(entry: EventEntry) -> str:
        return hashlib.sha256(f"{event.lot_seed}/seeds/{entry.public_id}".encode()).hexdigest()

    return sorted(entries, key=lambda one: (one.rating is None, -(one.rating or 0), lot(one)))
