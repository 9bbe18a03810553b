"""Plan a season, or the one that follows with its promotions and relegations, change, start, close and reopen it. What
is set about it is checked the same way when it is planned and when it is changed.
"""

from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Prefetch
from django.utils import timezone

from caledonia_site.common.formatting import format_date
from caledonia_site.common.jobs.marks import mark_dirty
from caledonia_site.common.permissions import require
from games.players.actors import Actor, account_of
from games.players.names import tidy
from tournaments.leagues.configuration import Configuration, check_configuration
from tournaments.leagues.enums import Enrolment, SeasonAuditKind, SeasonKind, SeasonState
from tournaments.leagues.models import Fixture, Group, League, Participant, Season
from tournaments.leagues.services.changes import lock_season, mark_games_changed
from tournaments.leagues.services.errors import (
    ConfigurationError,
    GroupSizeError,
    NobodyPlacedError,
    NotClosedError,
    SeasonNotPlannedError,
    SeasonNotRunningError,
    SeasonsOverlapError,
    SeasonTooLongError,
)
from tournaments.leagues.services.groups import follow_season, schedule_group
from tournaments.leagues.services.participants import enrol, enrol_club
from tournaments.leagues.services.standings import compute_tables, store_tables
from tournaments.pairing.pyramid import Move
from tournaments.pairing.schedules import GROUP_SIZES
from tournaments.shared.audit import record_audit
from tournaments.shared.errors import EndsBeforeStartError, FieldError
from tournaments.shared.topics import STANDINGS

LONGEST = timedelta(days=3 * 366)


@dataclass(frozen=True, kw_only=True)
class SeasonDetails:
    name: str
    kind: SeasonKind
    starts_on: date
    ends_on: date
    configuration: Configuration
    enrolment: Enrolment = Enrolment.EVERYBODY


@dataclass(frozen=True)
class NextSeason:
    season: Season
    moves: dict[int, Move]


@transaction.atomic
def plan_season(*, actor: Actor, league: League, details: SeasonDetails) -> Season:
    """An open season runs at once; one with groups waits until its groups are made up.

    Raises what `check_details` raises.
    """
    require(actor, "tournaments.plan_season", league)
    League.objects.select_for_update(no_key=True).get(pk=league.pk)
    check_details(league, details)
    season = Season(league=league)
    put_details(season, details)
    season.state = SeasonState.RUNNING if details.kind == SeasonKind.OPEN else SeasonState.PLANNED
    season.save()
    if details.enrolment == Enrolment.EVERYBODY:
        enrol_club(season)
    record_audit(season, SeasonAuditKind.CREATED, actor=actor)
    mark_games_changed(season)
    return season


@transaction.atomic
def plan_next_season(*, actor: Actor, season: Season, details: SeasonDetails) -> NextSeason:
    """Of an open season a new one with the same list; of a season with groups the pyramid that follows from the
    final standings: so many up and down for each group, who withdrew is out, who is new comes in at the bottom.

    The organiser can still move players before it starts. Raises NotClosedError and what `plan_season` raises.
    """
    if not season.is_closed:
        raise NotClosedError
    planned = plan_season(actor=actor, league=season.league, details=details)
    enrol(planned, season.participants.active().values_list("player_id", flat=True))
    # Who withdrew comes back when they say so, even where everybody of the club is on the list.
    gone = season.participants.exclude(withdrawn_on=None).values("player")
    planned.participants.filter(player__in=gone).delete()
    if details.kind == SeasonKind.OPEN or not season.has_groups:
        return NextSeason(planned, {})
    return NextSeason(planned, follow_season(actor=actor, season=planned, before=season))


@transaction.atomic
def change_season(*, actor: Actor, season: Season, details: SeasonDetails) -> Season:
    """The kind stays, and once groups are playing also their shape: the schedule was made from it.

    The audit keeps which settings changed, with their old and new values. Raises SeasonClosedError and what
    `check_details` raises.
    """
    League.objects.select_for_update(no_key=True).get(pk=season.league_id)
    season = lock_season(season)
    require(actor, "tournaments.change_season", season)
    details = replace(details, kind=SeasonKind(season.kind))
    if season.has_groups and season.is_running:
        before = season.configuration
        shape = {name: getattr(before, name) for name in ("seats", "group_size")}
        details = replace(details, configuration=replace(details.configuration, **shape))
    check_details(season.league, details, season=season)
    earlier = _settings_of(season)
    put_details(season, details)
    season.save()
    if details.enrolment == Enrolment.EVERYBODY and not (season.has_groups and season.is_running):
        enrol_club(season)
    later = _settings_of(season)
    changed = {name: [earlier[name], later[name]] for name in later if earlier.get(name) != later[name]}
    if changed:
        record_audit(season, SeasonAuditKind.CHANGED, actor=actor, detail={"changed": changed})
    mark_games_changed(season)
    return season


@transaction.atomic
def start_season(*, actor: Actor, season: Season) -> Season:
    """Whoever is in no group does not play and comes off the list.

    Raises SeasonNotPlannedError, NobodyPlacedError, GroupSizeError.
    """
    season = lock_season(season)
    require(actor, "tournaments.change_season", season)
    if not season.is_planned:
        raise SeasonNotPlannedError
    participants = Prefetch("participants", queryset=Participant.objects.order_by("number", "pk"))
    groups = list(
        Group.objects.filter(division__season=season)
        .select_related("division")
        .prefetch_related(participants)
    )
    if not groups:
        raise NobodyPlacedError
    sizes = GROUP_SIZES[season.configuration.seats]
    for group in groups:
        if len(group.participants.all()) not in sizes:
            raise GroupSizeError(
                group=f"{group.division} · {group}",
                size=len(group.participants.all()),
                seats=season.configuration.seats,
                minimum=sizes[0],
                maximum=sizes[-1],
            )
    season.participants.filter(group=None).delete()
    for group in groups:
        schedule_group(season, group, list(group.participants.all()), first_day=season.starts_on)
    season.state = SeasonState.RUNNING
    season.save(update_fields=["state"])
    record_audit(season, SeasonAuditKind.STARTED, actor=actor)
    mark_dirty(topic=STANDINGS, key=season.public_id)
    return season


@transaction.atomic
def close_season(*, actor: Actor, season: Season) -> Season:
    """Freeze the standings as they are now. What was not played stays unplayed; later corrections of its games
    are noted in the audit and change nothing. Raises SeasonClosedError, SeasonNotRunningError.
    """
    season = lock_season(season)
    require(actor, "tournaments.close_season", season)
    if not season.is_running:
        raise SeasonNotRunningError
    # The jobs may lag behind; what is frozen must be exact.
    store_tables(season, compute_tables(season))
    season.state = SeasonState.CLOSED
    season.closed_at = timezone.now()
    season.closed_by = account_of(actor)
    season.save(update_fields=["state", "closed_at", "closed_by"])
    unplayed = Fixture.objects.open().filter(season=season).count()
    record_audit(season, SeasonAuditKind.CLOSED, actor=actor, detail={"unplayed": unplayed})
    return season


@transaction.atomic
def reopen_season(*, actor: Actor, season: Season) -> Season:
    """Only owners; the audit keeps that it happened. The standings follow the games again."""
    season = lock_season(season, open_only=False)
    require(actor, "tournaments.reopen_season", season)
    season.state = SeasonState.RUNNING
    season.closed_at, season.closed_by = None, None
    season.save(update_fields=["state", "closed_at", "closed_by"])
    record_audit(season, SeasonAuditKind.REOPENED, actor=actor)
    mark_dirty(topic=STANDINGS, key=season.public_id)
    return season


@transaction.atomic
def mark_running_seasons() -> int:
    """Movements are since a week ago, and that day moves on."""
    keys = list(Season.objects.running().values_list("public_id", flat=True))
    for key in keys:
        mark_dirty(topic=STANDINGS, key=key)
    return len(keys)


def check_details(league: League, details: SeasonDetails, *, season: Season | None = None) -> None:
    """Raises EndsBeforeStartError, SeasonTooLongError, SeasonsOverlapError, ConfigurationError.

    The league's row is locked by the caller, so that two organisers cannot plan overlapping seasons at once.
    """
    days = details.starts_on, details.ends_on
    if error := wrong_days(*days, league=league, season=season):
        raise error
    if violations := check_configuration(details.configuration, system=league.system):
        raise ConfigurationError(violations)


def wrong_days(
    first: date, last: date, *, league: League | None, season: Season | None = None
) -> FieldError | None:
    """What is wrong with the days of a season; `league` is None while it is being set up, `season` is itself."""
    if last < first:
        return EndsBeforeStartError()
    if last - first > LONGEST:
        return SeasonTooLongError()
    if league is None:
        return None
    others = league.seasons.filter(starts_on__lte=last, ends_on__gte=first)
    if season is not None:
        others = others.exclude(pk=season.pk)
    other = others.first()
    if other is None:
        return None
    return SeasonsOverlapError(
        season=other.name, first=format_date(other.starts_on), last=format_date(other.ends_on)
    )


def put_details(season: Season, details: SeasonDetails) -> None:
    season.name = tidy(details.name)
    season.kind = details.kind
    season.starts_on, season.ends_on = details.starts_on, details.ends_on
    season.enrolment = details.enrolment
    season.settings = details.configuration.as_stored()


def _settings_of(season: Season) -> dict[str, Any]:
    settings = dict(season.settings)
    rules = settings.pop("rules", {})
    return {
        "name": season.name,
        "starts_on": season.starts_on.isoformat(),
        "ends_on": season.ends_on.isoformat(),
        "enrolment": str(season.enrolment),
        **settings,
        **rules,
    }
