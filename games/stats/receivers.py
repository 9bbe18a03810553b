"""What follows for statistics from changes elsewhere; marks are written in the transaction of the change."""

from collections.abc import Sequence
from typing import Any

from django.db.models.signals import post_delete, post_save, pre_delete
from django.dispatch import receiver

from caledonia_site.common.jobs.marks import mark_dirty
from games.clubs.models import Club
from games.players.merges import merge_undone, players_merged
from games.players.models import Player
from games.ratings.models import Pool
from games.ratings.scopes import EVERYONE
from games.results.models import Game
from games.results.signals import game_changed, games_recorded
from games.stats.index import segment_number
from games.stats.services.segments import TableRatingsTopic, mark_games, mark_segments

# Larger pools are looked at now and then (tasks.py): reading all their ratings after each game would be too much.
SMALL_POOL = 5_000


@receiver(game_changed)
def refresh_changed_game(sender: Any, *, game: Game, **_: Any) -> None:
    mark_segments([segment_number(game.pk)])


@receiver(games_recorded)
def refresh_recorded_games(sender: Any, *, games: Sequence[Game], **_: Any) -> None:
    mark_segments({segment_number(game.pk) for game in games if game.counts})


@receiver([players_merged, merge_undone])
def refresh_games_of_both(sender: Any, *, source: Player, target: Player, **_: Any) -> None:
    """Two players became one, or one became two again."""
    mark_games(Game.objects.filter(seats__player__in=[source, target]))


@receiver(pre_delete, sender=Club)
def refresh_games_that_lose_their_club(sender: Any, *, instance: Club, **_: Any) -> None:
    mark_games(Game.objects.filter(club=instance))


@receiver(post_delete, sender=Game)
def refresh_after_deleted_game(sender: Any, *, instance: Game, **_: Any) -> None:
    """Demo games go by the thousand; whoever takes them out marks every segment once."""
    if instance.counts and not instance.is_demo:
        mark_segments([segment_number(instance.pk)])


@receiver([post_save, post_delete], sender=Pool)
def refresh_strength_of_tables(sender: Any, *, instance: Pool, **_: Any) -> None:
    """Ratings were published."""
    if instance.scope == EVERYONE and instance.games <= SMALL_POOL:
        mark_dirty(topic=TableRatingsTopic.name, key=instance.system)
