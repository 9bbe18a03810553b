"""What follows for ratings from changes elsewhere; each marks in the transaction of the change."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from django.db.models import QuerySet
from django.db.models.signals import pre_delete, pre_save
from django.dispatch import receiver
from django.utils.translation import gettext

from games.clubs.enums import ClubVisibility
from games.clubs.models import Club
from games.players.merges import merge_undone, players_merged
from games.players.models import Player
from games.players.signals import PersonalDataSection, collect_personal_data
from games.ratings.scopes import pool_keys_of
from games.ratings.selectors.players import personal_ratings
from games.ratings.services.topic import mark_games
from games.results.enums import GameState
from games.results.models import Game
from games.results.signals import game_changed, games_recorded


@receiver(game_changed)
def rate_again(sender: Any, *, game: Game, since: date, **_: Any) -> None:
    mark_games([game], since=since)


@receiver(games_recorded)
def rate_recorded_games(sender: Any, *, games: Sequence[Game], **_: Any) -> None:
    """New games of one system and club belong to the same pools: asking once is enough."""
    groups: dict[tuple[str, int | None], list[Game]] = {}
    for game in games:
        if game.counts:
            groups.setdefault((game.system, game.club_id), []).append(game)
    for group in groups.values():
        mark_games(group, pool_keys=pool_keys_of(group[0]))


@receiver([players_merged, merge_undone])
def rate_other_player(sender: Any, *, source: Player, target: Player, **_: Any) -> None:
    """The seats of one are the other's now."""
    seated = Game.objects.filter(seats__player__in=[source, target]).distinct()
    mark_games(_counted(seated))


@receiver(pre_save, sender=Club)
def rate_for_everyone(sender: Any, *, instance: Club, **_: Any) -> None:
    """A private club's games count for its own pool only."""
    if instance.pk is None:
        return
    before = Club.objects.filter(pk=instance.pk).values_list("visibility", flat=True).first()
    was_private, is_private = (
        visibility == ClubVisibility.PRIVATE for visibility in (before, instance.visibility)
    )
    if before is not None and was_private != is_private:
        mark_games(_counted(instance.games.all()))


@receiver(pre_delete, sender=Club)
def rate_without_the_club(sender: Any, *, instance: Club, **_: Any) -> None:
    """Its games stay, as games of no club."""
    mark_games(_counted(instance.games.all()))


@receiver(pre_delete, sender=Game)
def rate_without_the_game(sender: Any, *, instance: Game, **_: Any) -> None:
    """Demo games come and go by the thousand; who removes them has every pool made anew."""
    if instance.counts and not instance.is_demo:
        mark_games([instance])


@receiver(collect_personal_data)
def ratings_of_a_person(sender: Any, *, player: Player | None, **_: Any) -> list[PersonalDataSection]:
    return [PersonalDataSection("ratings", gettext("Ratings"), personal_ratings(player))] if player else []


def _counted(games: QuerySet[Game]) -> Any:
    return games.filter(state=GameState.CONFIRMED).select_related("club").iterator(chunk_size=1_000)
