"""Come into a season or put somebody on its list, also into groups that are playing, and leave it with or without games
still to play.
"""

from collections.abc import Iterable

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from caledonia_site.common.errors import NotAllowedError
from caledonia_site.common.jobs.marks import mark_dirty
from caledonia_site.common.permissions import may, require
from games.clubs.models import Membership
from games.players.actors import Actor
from games.players.models import Player
from tournaments.leagues.enums import Decision, Enrolment, OpenGames, SeasonAuditKind, SeasonState
from tournaments.leagues.models import Fixture, FixtureSeat, Group, Participant, Season
from tournaments.leagues.selectors.seasons import games_left_behind, spots_for_newcomers
from tournaments.leagues.services.changes import lock_season
from tournaments.leagues.services.errors import (
    AlreadyTakesPartError,
    AlreadyWithdrawnError,
    GroupFullError,
    GroupHasPlayedError,
    NotInClubError,
    OpenGamesUndecidedError,
    SeasonNotRunningError,
    TooLateToJoinError,
)
from tournaments.leagues.services.groups import schedule_group
from tournaments.shared.audit import record_audit
from tournaments.shared.names import require_names_read
from tournaments.shared.topics import STANDINGS


@transaction.atomic
def join_season(*, actor: Actor, season: Season, player: Player, names_shown: bool = False) -> Participant:
    """Members join by themselves; organisers put anybody of the club on the list, guests too.

    Who withdrew from an open season comes back with their games. `names_shown`: who joins by themselves was told that
    everybody reads the players' names. Raises NotInClubError, AlreadyTakesPartError, NamesShownError,
    TooLateToJoinError (groups that play have a schedule), SeasonClosedError.
    """
    season = lock_season(season)
    joins_themselves = player.account_id is not None and player.account_id == getattr(actor, "pk", None)
    allowed = "tournaments.join_season" if joins_themselves else "tournaments.change_season"
    if not may(actor, allowed, season):
        raise NotAllowedError
    if not Membership.objects.filter(club=season.league.club_id, player=player).exists():
        raise NotInClubError
    if season.has_groups and season.is_running:
        raise TooLateToJoinError
    participant = Participant.objects.filter(season=season, player=player).first()
    if participant and not participant.is_withdrawn:
        raise AlreadyTakesPartError
    if joins_themselves:
        require_names_read(shows_names=season.shows_names, names_read=names_shown)
    if participant:
        participant.withdrawn_on = None
        participant.save(update_fields=["withdrawn_on"])
        record_audit(season, SeasonAuditKind.RETURNED, actor=actor, player=player)
    else:
        participant = Participant.objects.create(season=season, player=player)
        record_audit(season, SeasonAuditKind.JOINED, actor=actor, player=player)
    mark_dirty(topic=STANDINGS, key=season.public_id)
    return participant


@transaction.atomic
def add_late_player(*, actor: Actor, season: Season, player: Player, group: Group) -> Participant:
    """A group that has not played yet gets a new schedule; in one that has, the newcomer plays the games that
    somebody who withdrew left behind. Games played stay. Who withdrew themselves comes back into their own group.

    Raises NotInClubError, AlreadyTakesPartError, GroupHasPlayedError, GroupFullError, SeasonNotRunningError,
    SeasonClosedError.
    """
    season = lock_season(season)
    require(actor, "tournaments.change_season", season)
    if not (season.has_groups and season.is_running):
        raise SeasonNotRunningError
    if not Membership.objects.filter(club=season.league.club_id, player=player).exists():
        raise NotInClubError
    known = Participant.objects.filter(season=season, player=player).first()
    if known and not known.is_withdrawn:
        raise AlreadyTakesPartError
    participant = _come_back(actor, season, known) if known else _come_in(actor, season, player, group)
    mark_dirty(topic=STANDINGS, key=season.public_id)
    return participant


@transaction.atomic
def withdraw_participant(
    *, actor: Actor, participant: Participant, open_games: OpenGames | None = None
) -> Participant:
    """Played games stay and count for the others; the player stands at the end of the table without a place.

    With games of the schedule still to play somebody must say what becomes of them: raises
    OpenGamesUndecidedError otherwise. Only organisers decide that; a player without such games leaves alone.
    While a season is being prepared whoever withdraws simply comes off the list.
    """
    season = lock_season(participant.season)
    is_own = participant.player.account_id is not None and participant.player.account_id == getattr(
        actor, "pk", None
    )
    organises = may(actor, "tournaments.change_season", season)
    if not organises and not is_own:
        raise NotAllowedError
    participant = Participant.objects.select_for_update().get(pk=participant.pk)
    participant.season = season
    if participant.is_withdrawn:
        raise AlreadyWithdrawnError
    if season.is_planned:
        record_audit(season, SeasonAuditKind.WITHDREW, actor=actor, player=participant.player)
        participant.delete()
        return participant
    waiting = list(Fixture.objects.open().filter(seats__participant=participant))
    if waiting and not organises:
        raise NotAllowedError
    if waiting and open_games is None:
        name = participant.player.shown_for(actor).name
        raise OpenGamesUndecidedError(name=name, count=len(waiting))
    for fixture in waiting:
        _settle(fixture, participant, forfeits=open_games == OpenGames.FORFEIT)
    participant.withdrawn_on = timezone.localdate()
    participant.save(update_fields=["withdrawn_on"])
    record_audit(
        season,
        SeasonAuditKind.WITHDREW,
        actor=actor,
        player=participant.player,
        detail={"open_games": len(waiting), "settled": str(open_games or "")},
    )
    mark_dirty(topic=STANDINGS, key=season.public_id)
    return participant


def enrol_club(season: Season) -> None:
    members = Membership.objects.filter(club=season.league.club_id).values_list("player_id", flat=True)
    enrol(season, members)


def enrol(season: Season, player_ids: Iterable[int]) -> None:
    """Whoever is on the list already stays as they are, withdrawn or not."""
    Participant.objects.bulk_create(
        [Participant(season=season, player_id=player_id) for player_id in player_ids], ignore_conflicts=True
    )


def enrol_member(*, club_id: int, player: Player) -> list[Season]:
    """Put a new member on the lists that are open to everybody; gives the seasons concerned."""
    seasons = open_to_everybody(club_id=club_id)
    for season in seasons:
        enrol(season, [player.pk])
    return seasons


def open_to_everybody(*, club_id: int) -> list[Season]:
    """Seasons whose lists take every member of the club, also one who comes now."""
    return list(
        Season.objects.only("public_id")
        .filter(league__club=club_id, enrolment=Enrolment.EVERYBODY)
        .exclude(state=SeasonState.CLOSED)
        .exclude(state=SeasonState.RUNNING, kind="groups")
    )


def _come_in(actor: Actor, season: Season, player: Player, group: Group) -> Participant:
    place = next((place for place in spots_for_newcomers(season) if place.group == group), None)
    if place is None or place.way == "played":
        raise GroupHasPlayedError
    if not place.is_free:
        raise GroupFullError
    last = Participant.objects.filter(group=group).aggregate(last=Max("number"))["last"]
    participant = Participant.objects.create(
        season=season, player=player, group=group, number=(last or 0) + 1
    )
    if place.leaver is None:
        _schedule_anew(season, group)
    else:
        _take_over(season, place.leaver, participant)
    record_audit(season, SeasonAuditKind.JOINED, actor=actor, player=player, detail={"way": place.way})
    return participant


def _come_back(actor: Actor, season: Season, participant: Participant) -> Participant:
    _take_over(season, participant, participant)
    participant.withdrawn_on = None
    participant.save(update_fields=["withdrawn_on"])
    record_audit(season, SeasonAuditKind.RETURNED, actor=actor, player=participant.player)
    return participant


def _schedule_anew(season: Season, group: Group) -> None:
    Fixture.objects.filter(group=group).delete()
    participants = list(Participant.objects.active().filter(group=group).order_by("number", "pk"))
    first_day = min(max(season.starts_on, timezone.localdate()), season.ends_on)
    schedule_group(season, group, participants, first_day=first_day)


def _take_over(season: Season, leaver: Participant, participant: Participant) -> None:
    """A deadline that has passed meanwhile becomes the season's last day."""
    today = timezone.localdate()
    for fixture in games_left_behind(season).get(leaver.pk, []):
        fixture.decision, fixture.decided_on = "", None
        if fixture.deadline < today:
            fixture.deadline = season.ends_on
        fixture.save(update_fields=["decision", "decided_on", "deadline"])
        FixtureSeat.objects.filter(fixture=fixture, participant=leaver).update(participant=participant)
        FixtureSeat.objects.filter(fixture=fixture).update(reminded_at=None)


def _settle(fixture: Fixture, participant: Participant, *, forfeits: bool) -> None:
    fixture.decision = Decision.FORFEITED if forfeits else Decision.CANCELLED
    fixture.decided_on = timezone.localdate()
    fixture.save(update_fields=["decision", "decided_on"])
    FixtureSeat.objects.filter(fixture=fixture, participant=participant).update(forfeits=forfeits)
