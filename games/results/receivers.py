"""What follows in this app from changes elsewhere."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from django.db.models import Model
from django.db.models.signals import post_delete, post_save
from django.dispatch import receiver

from caledonia_site.common.jobs.marks import mark_dirty
from games.clubs.models import Club, Membership
from games.clubs.signals import guests_added
from games.players.merges import merge_undone, players_merged
from games.players.models import Player, User
from games.players.signals import PersonalDataSection, account_deleted, collect_personal_data
from games.results.models import Game
from games.results.selectors.players import personal_games
from games.results.services.figures import ClubTalliesTopic, SiteFiguresTopic
from games.results.services.maintenance import forget_person
from games.results.signals import game_changed, games_recorded


@receiver([post_save, post_delete], sender=Membership)
def recount_players(sender: type[Model], *, created: bool | None = None, **_: Any) -> None:
    """One came or went; one that merely changed counts as before."""
    if created is not False:
        mark_dirty(topic=SiteFiguresTopic.name)


@receiver([post_save, post_delete], sender=Club)
def recount_clubs(sender: type[Model], **_: Any) -> None:
    """It came or went, or may have become public or ceased to be, with its members and games."""
    mark_dirty(topic=SiteFiguresTopic.name)


@receiver(guests_added)
def recount_new_guests(sender: Any, **_: Any) -> None:
    mark_dirty(topic=SiteFiguresTopic.name)


@receiver([players_merged, merge_undone])
def recount_merged_players(sender: Any, **_: Any) -> None:
    """Two became one, or one became two again."""
    mark_dirty(topic=SiteFiguresTopic.name)


@receiver(game_changed)
def recount_games(sender: Any, *, counted_before: bool, counts_now: bool, **_: Any) -> None:
    """Also one that counted already: it may have come into a club."""
    if counted_before or counts_now:
        mark_dirty(topic=SiteFiguresTopic.name)


@receiver(game_changed)
def tally_the_club(sender: Any, *, game: Game, since: date, **_: Any) -> None:
    if game.club_id is not None:
        mark_dirty(topic=ClubTalliesTopic.name, key=str(game.club_id), since=since)


@receiver(games_recorded)
def recount_and_tally_recorded(sender: Any, *, games: Sequence[Game], **_: Any) -> None:
    counted = [game for game in games if game.counts]
    if counted:
        mark_dirty(topic=SiteFiguresTopic.name)
    first_days: dict[int, date] = {}
    for game in counted:
        if game.club_id is not None:
            first_days[game.club_id] = min(first_days.get(game.club_id, game.played_on), game.played_on)
    for club_id, since in sorted(first_days.items()):
        mark_dirty(topic=ClubTalliesTopic.name, key=str(club_id), since=since)


@receiver([players_merged, merge_undone])
def tally_clubs_of_merged_players(sender: Any, *, source: Player, target: Player, **_: Any) -> None:
    games = Game.objects.filter(seats__player__in=[source, target], club__isnull=False)
    for club in games.order_by("club").values_list("club", flat=True).distinct():
        mark_dirty(topic=ClubTalliesTopic.name, key=str(club))


@receiver(collect_personal_data)
def games_of_a_person(sender: Any, *, account: User, player: Any, **_: Any) -> list[PersonalDataSection]:
    return personal_games(account=account, player=player)


@receiver(account_deleted)
def keep_games_without_the_person(sender: Any, *, player: Any, former_ids: list[str], **_: Any) -> None:
    if player is not None:
        forget_person(player=player, former_ids=former_ids)
