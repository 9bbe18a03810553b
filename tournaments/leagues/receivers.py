"""What follows in leagues from changes elsewhere."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from django.db.models import Q, QuerySet
from django.db.models.signals import post_save
from django.dispatch import receiver
from django.utils.translation import gettext as _

from caledonia_site.common.jobs.marks import mark_dirty
from games.clubs.models import Club, Membership
from games.clubs.signals import guests_added
from games.players.merges import merge_undone, players_merged
from games.players.models import Player
from games.players.signals import PersonalDataSection, collect_personal_data
from games.results.models import Game
from games.results.signals import game_changed, games_recorded
from tournaments.leagues.enums import SeasonAuditKind, SeasonKind
from tournaments.leagues.models import (
    Fixture,
    Participant,
    ReminderOptOut,
    Season,
    SeasonAdjustment,
    SeasonAuditRecord,
)
from tournaments.leagues.services.participants import enrol, enrol_member, open_to_everybody
from tournaments.shared.audit import record_audit
from tournaments.shared.topics import STANDINGS


@receiver(game_changed)
def refresh_seasons_of_a_game(
    sender: Any, *, game: Game, counted_before: bool, counts_now: bool, since: date, **_: Any
) -> None:
    """Every season that looks at the game, or did before a correction moved it to another day.

    A result that counted already and is now another one, or none, stands in the audit: people saw it.
    """
    for season in _seasons_looking_at(game, since):
        if counted_before:
            detail = {"counts": counts_now, "version": game.version, "frozen": season.is_closed}
            record_audit(season, SeasonAuditKind.RESULT_CHANGED, game=game, detail=detail)
        if not season.is_closed:
            mark_dirty(topic=STANDINGS, key=season.public_id, since=since)


@receiver(games_recorded)
def refresh_seasons_of_recorded_games(sender: Any, *, games: Sequence[Game], **_: Any) -> None:
    """As for a single game; the schedule of a season knows none of them yet."""
    groups: dict[tuple[int, str], list[date]] = {}
    for game in games:
        if game.counts and game.club_id is not None:
            groups.setdefault((game.club_id, game.system), []).append(game.played_on)
    for (club_id, system), days in groups.items():
        first, last = min(days), max(days)
        seasons = Season.objects.filter(
            Q(starts_on__lte=last, ends_on__gte=first) | Q(state="running"),
            kind=SeasonKind.OPEN,
            league__club=club_id,
            league__system=system,
        ).exclude(state="closed")
        for key in seasons.values_list("public_id", flat=True):
            mark_dirty(topic=STANDINGS, key=key, since=first)


def _seasons_looking_at(game: Game, since: date) -> QuerySet[Season]:
    """Open seasons by club, game and day (the day before a correction, if it is the earlier one, counts too);
    those with groups by the schedule.
    """
    day_before_or_after = Q(starts_on__lte=game.played_on, ends_on__gte=game.played_on) | Q(
        starts_on__lte=since, ends_on__gte=since
    )
    # A game moved from a later day to an earlier one: running seasons are cheap to compute, so all of them look.
    running = Q(state="running")
    open_ones = Q(kind=SeasonKind.OPEN, league__club=game.club_id, league__system=game.system) & (
        day_before_or_after | running
    )
    fixture = Q(pk__in=Fixture.objects.filter(game=game).values("season"))
    return Season.objects.only("public_id", "state").filter(open_ones | fixture if game.club_id else fixture)


@receiver(post_save, sender=Membership)
def enrol_new_member(sender: Any, *, instance: Membership, created: bool, **_: Any) -> None:
    if created:
        for season in enrol_member(club_id=instance.club_id, player=instance.player):
            mark_dirty(topic=STANDINGS, key=season.public_id)


@receiver(guests_added)
def enrol_new_guests(sender: Any, *, club: Club, players: Sequence[Player], **_: Any) -> None:
    for season in open_to_everybody(club_id=club.pk):
        enrol(season, [player.pk for player in players])
        mark_dirty(topic=STANDINGS, key=season.public_id)


@receiver([players_merged, merge_undone])
def refresh_seasons_of_merged_players(sender: Any, *, source: Player, target: Player, **_: Any) -> None:
    seasons = Season.objects.running().filter(participants__player__in=[source, target]).distinct()
    for key in seasons.values_list("public_id", flat=True):
        mark_dirty(topic=STANDINGS, key=key)


@receiver(collect_personal_data)
def leagues_of_a_person(sender: Any, *, account: Any, player: Any, **__: Any) -> list[PersonalDataSection]:
    events = SeasonAuditRecord.objects.filter(account=account).select_related("season__league").order_by("pk")
    refused = ReminderOptOut.objects.filter(account=account)
    return [
        PersonalDataSection("leagues", _("Leagues you take part in"), _participations(player)),
        PersonalDataSection(
            "league_events",
            _("What you did in leagues"),
            [
                {
                    "league": event.season.league.name,
                    "season": event.season.name,
                    "event": event.kind,
                    "at": event.at,
                }
                for event in events
            ],
        ),
        PersonalDataSection(
            "league_adjustments",
            _("Bonus and penalty points in leagues you play in"),
            _adjustments(player),
        ),
        PersonalDataSection(
            "league_reminders",
            _("Reminders by e-mail that you turned off"),
            [{"since": row.since} for row in refused],
        ),
    ]


def _adjustments(player: Player | None) -> list[dict[str, Any]]:
    rows = SeasonAdjustment.objects.filter(player=player) if player else SeasonAdjustment.objects.none()
    return [
        {
            "league": row.season.league.name,
            "season": row.season.name,
            "points": row.decimal_points,
            "reason": row.reason,
            "on": row.on,
        }
        for row in rows.select_related("season__league")
    ]


def _participations(player: Player | None) -> list[dict[str, Any]]:
    if player is None:
        return []
    participants = (
        Participant.objects.filter(player=player).select_related("season__league__club").order_by("pk")
    )
    return [
        {
            "club": participant.season.league.club.name,
            "league": participant.season.league.name,
            "season": participant.season.name,
            "joined_at": participant.joined_at,
            "withdrawn_on": participant.withdrawn_on,
        }
        for participant in participants
    ]
