"""Let somebody into groups that are playing."""

from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from caledonia_site.common.jobs.marking import mark_dirty
from caledonia_site.common.permissions import require
from games.clubs.models import Membership
from games.players.models import Player
from tournaments.enums import SeasonEventKind
from tournaments.models import Entry, Fixture, FixtureSeat, Group, Season
from tournaments.selectors.newcomers import games_left_behind, places_for_newcomers
from tournaments.services.errors import (
    AlreadyTakesPartError,
    GroupFullError,
    GroupHasPlayedError,
    NotInClubError,
    SeasonNotRunningError,
)
from tournaments.services.locking import lock_living_season
from tournaments.services.noting import note
from tournaments.services.scheduling import schedule_group
from tournaments.topics import STANDINGS


@transaction.atomic
def add_late_player(*, actor: Any, season: Season, player: Player, group: Group) -> Entry:
    """A group that has not played yet gets a new schedule; in one that has, the newcomer plays the games that
    somebody who withdrew left behind. Games played stay. Who withdrew themselves comes back into their own group.

    Raises NotInClubError, AlreadyTakesPartError, GroupHasPlayedError, GroupFullError, SeasonNotRunningError,
    SeasonClosedError.
    """
    season = lock_living_season(season)
    require(actor, "tournaments.change_season", season)
    if not (season.has_groups and season.is_running):
        raise SeasonNotRunningError
    if not Membership.objects.filter(club=season.league.club_id, player=player).exists():
        raise NotInClubError
    known = Entry.objects.filter(season=season, player=player).first()
    if known and not known.is_withdrawn:
        raise AlreadyTakesPartError
    entry = _come_back(actor, season, known) if known else _come_in(actor, season, player, group)
    mark_dirty(topic=STANDINGS, key=season.public_id)
    return entry


def _come_in(actor: Any, season: Season, player: Player, group: Group) -> Entry:
    place = next((one for one in places_for_newcomers(season) if one.group == group), None)
    if place is None or place.way == "played":
        raise GroupHasPlayedError
    if not place.is_free:
        raise GroupFullError
    last = Entry.objects.filter(group=group).aggregate(last=Max("number"))["last"]
    entry = Entry.objects.create(season=season, player=player, group=group, number=(last or 0) + 1)
    if place.leaver is None:
        _schedule_anew(season, group)
    else:
        _take_over(season, place.leaver, entry)
    note(season, SeasonEventKind.JOINED, actor=actor, player=player, detail={"way": place.way})
    return entry


def _come_back(actor: Any, season: Season, entry: Entry) -> Entry:
    _take_over(season, entry, entry)
    entry.withdrawn_on = None
    entry.save(update_fields=["withdrawn_on"])
    note(season, SeasonEventKind.RETURNED, actor=actor, player=entry.player)
    return entry


def _schedule_anew(season: Season, group: Group) -> None:
    Fixture.objects.filter(group=group).delete()
    entries = list(Entry.objects.active().filter(group=group).order_by("number", "pk"))
    first_day = min(max(season.starts_on, timezone.localdate()), season.ends_on)
    schedule_group(season, group, entries, first_day=first_day)


def _take_over(season: Season, leaver: Entry, entry: Entry) -> None:
    """A deadline that has passed meanwhile becomes the season's last day."""
    today = timezone.localdate()
    for fixture in games_left_behind(season).get(leaver.pk, []):
        fixture.decision, fixture.decided_on = "", None
        if fixture.deadline < today:
            fixture.deadline = season.ends_on
        fixture.save(update_fields=["decision", "decided_on", "deadline"])
        FixtureSeat.objects.filter(fixture=fixture, entry=leaver).update(entry=entry)
        FixtureSeat.objects.filter(fixture=fixture).update(reminded_at=None)
