"""Games of the schedule: a result comes in or is taken off, one of several is chosen, an organiser decides a game that
was not played, or gives it more time.
"""

from collections.abc import Collection
from datetime import date

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from caledonia_site.common.jobs.marks import mark_dirty
from caledonia_site.common.permissions import require
from games.players.actors import Actor
from games.results.enums import GameState
from games.results.models import Game
from tournaments.leagues.enums import Decision, SeasonAuditKind
from tournaments.leagues.models import Fixture, FixtureSeat
from tournaments.leagues.services.changes import lock_season, mark_games_changed
from tournaments.leagues.services.errors import (
    AlreadyPlayedError,
    DeadlineOutsideSeasonError,
    FixtureTakenError,
    GameElsewhereError,
    NothingDecidedError,
    OutsideSeasonError,
)
from tournaments.shared.audit import record_audit
from tournaments.shared.enums import ResultStanding
from tournaments.shared.errors import (
    NobodyForfeitsError,
    OtherClubError,
    OtherPlayersError,
    OtherSystemError,
    VoidGameError,
)
from tournaments.shared.selectors.other_results import is_undecided
from tournaments.shared.services.other_results import choose_result, keep_beside, set_aside
from tournaments.shared.topics import STANDINGS


@transaction.atomic
def report_fixture(*, actor: Actor, fixture: Fixture, game: Game) -> Fixture:
    """In the transaction that records the game. Where there is a result, this one is kept beside it and counts
    nowhere, so that one game of the schedule is never two games of the club. The first counts on; if they differ, an
    organiser can choose the other (`settle_fixture`).

    Raises what `link_game` raises: then the game stays a game of the club and nothing more.
    """
    season = lock_season(fixture.season)
    require(actor, "tournaments.enter_result", fixture)
    locked = Fixture.objects.select_for_update().get(pk=fixture.pk)
    if locked.other_results.filter(game=game).exists():
        return locked
    if locked.game is None or locked.game_id == game.pk or locked.is_open:
        return link_game(actor=actor, fixture=fixture, game=game)
    check_game(locked, game)
    waiting = [other.game for other in locked.other_results.waiting().select_related("game")]
    other = keep_beside(game, [locked.game, *waiting], of=locked)
    is_same = other.standing == ResultStanding.SAME
    kind = SeasonAuditKind.SAME_RESULT if is_same else SeasonAuditKind.CONFLICT
    record_audit(season, kind, actor=actor, game=game, detail={"round": locked.round})
    return locked


@transaction.atomic
def link_game(*, actor: Actor, fixture: Fixture, game: Game) -> Fixture:
    """Linking the same game again changes nothing. A game after the deadline counts and is marked as late, until
    an organiser decides otherwise.

    Raises GameElsewhereError, FixtureTakenError, OtherClubError, OtherSystemError, OtherPlayersError,
    OutsideSeasonError, VoidGameError, SeasonClosedError.
    """
    season = lock_season(fixture.season)
    require(actor, "tournaments.enter_result", fixture)
    locked = Fixture.objects.select_for_update().get(pk=fixture.pk)
    if locked.game_id == game.pk:
        return locked
    if not locked.is_open:
        raise FixtureTakenError
    check_game(locked, game)
    locked.game = game
    locked.save(update_fields=["game"])
    record_audit(season, SeasonAuditKind.LINKED, actor=actor, game=game, detail={"round": locked.round})
    mark_games_changed(season, since=game.played_on)
    return locked


@transaction.atomic
def unlink_game(*, actor: Actor, fixture: Fixture) -> Fixture:
    """The game stays a game of the club; the schedule waits for another one. Where there were several results each
    can still be chosen.
    """
    season = lock_season(fixture.season)
    require(actor, "tournaments.change_season", season)
    locked = Fixture.objects.select_for_update().get(pk=fixture.pk)
    if locked.game is not None:
        record_audit(
            season, SeasonAuditKind.UNLINKED, actor=actor, game=locked.game, detail={"round": locked.round}
        )
        before, locked.game = locked.game, None
        locked.save(update_fields=["game"])
        set_aside(before, of=locked)
        mark_games_changed(season)
    return locked


@transaction.atomic
def settle_fixture(*, actor: Actor, fixture: Fixture, game: Game, instead_of: str = "") -> Fixture:
    """The chosen game counts from now on, everywhere; all others are taken out. Nothing is deleted, and a wrong choice
    is mended by another one, `instead_of` the first (its public id).

    Raises NoConflictError, NotOfThisTableError, AlreadyChosenError, FixtureTakenError (it was decided without a game),
    SeasonClosedError.
    """
    season = lock_season(fixture.season)
    require(actor, "tournaments.change_season", season)
    locked = Fixture.objects.select_for_update().get(pk=fixture.pk)
    if locked.decision:
        raise FixtureTakenError
    if locked.game_id == game.pk and not locked.is_open and not is_undecided(locked):
        # Both organisers chose, and chose alike.
        return locked
    days = [result.played_on for result in (locked.game, game) if result]
    locked.game = choose_result(actor=actor, chosen=game, instead_of=instead_of, of=locked)
    locked.save(update_fields=["game"])
    record_audit(
        season, SeasonAuditKind.SETTLED, actor=actor, game=locked.game, detail={"round": locked.round}
    )
    mark_games_changed(season, since=min(days))
    return locked


@transaction.atomic
def decide_fixture(
    *, actor: Actor, fixture: Fixture, decision: Decision, forfeiting: Collection[int] = ()
) -> Fixture:
    """Forfeited: those in the seats `forfeiting` lose, the others share the places before them. Called off: nobody
    gets anything. Raises AlreadyPlayedError, NobodyForfeitsError, SeasonClosedError.
    """
    season = lock_season(fixture.season)
    require(actor, "tournaments.change_season", season)
    fixture = Fixture.objects.select_for_update().get(pk=fixture.pk)
    if not fixture.is_open:
        raise AlreadyPlayedError
    if decision == Decision.FORFEITED and not forfeiting:
        raise NobodyForfeitsError
    fixture.game = None
    fixture.decision = decision
    fixture.decided_on = timezone.localdate()
    fixture.save(update_fields=["game", "decision", "decided_on"])
    losers = forfeiting if decision == Decision.FORFEITED else ()
    fixture.seats.filter(index__in=losers).update(forfeits=True)
    record_audit(
        season,
        SeasonAuditKind.DECIDED,
        actor=actor,
        detail={"decision": str(decision), "round": fixture.round, "forfeiting": len(losers)},
    )
    mark_dirty(topic=STANDINGS, key=season.public_id)
    return fixture


@transaction.atomic
def undo_decision(*, actor: Actor, fixture: Fixture) -> Fixture:
    """The game can be played after all."""
    season = lock_season(fixture.season)
    require(actor, "tournaments.change_season", season)
    fixture = Fixture.objects.select_for_update().get(pk=fixture.pk)
    if not fixture.decision:
        raise NothingDecidedError
    fixture.decision, fixture.decided_on = "", None
    fixture.save(update_fields=["decision", "decided_on"])
    fixture.seats.update(forfeits=False)
    record_audit(season, SeasonAuditKind.REOPENED_GAME, actor=actor, detail={"round": fixture.round})
    mark_dirty(topic=STANDINGS, key=season.public_id)
    return fixture


@transaction.atomic
def move_deadline(*, actor: Actor, fixture: Fixture, deadline: date) -> Fixture:
    """A later deadline is announced anew. Raises DeadlineOutsideSeasonError."""
    season = lock_season(fixture.season)
    require(actor, "tournaments.change_season", season)
    if not season.starts_on <= deadline <= season.ends_on:
        raise DeadlineOutsideSeasonError
    fixture = Fixture.objects.select_for_update().get(pk=fixture.pk)
    if deadline != fixture.deadline:
        detail = {
            "round": fixture.round,
            "before": fixture.deadline.isoformat(),
            "after": deadline.isoformat(),
        }
        if deadline > fixture.deadline:
            FixtureSeat.objects.filter(fixture=fixture).update(reminded_at=None)
        fixture.deadline = deadline
        fixture.save(update_fields=["deadline"])
        record_audit(season, SeasonAuditKind.DEADLINE, actor=actor, detail=detail)
    return fixture


def check_game(fixture: Fixture, game: Game) -> None:
    """Whether it can be a result of this game of the schedule."""
    league = fixture.season.league
    elsewhere = Fixture.objects.filter(Q(game=game) | Q(other_results__game=game)).exclude(pk=fixture.pk)
    if elsewhere.exists():
        raise GameElsewhereError
    if game.club_id != league.club_id:
        raise OtherClubError
    if game.system != league.system:
        raise OtherSystemError
    if game.state == GameState.VOID:
        raise VoidGameError
    if not fixture.season.starts_on <= game.played_on <= fixture.season.ends_on:
        raise OutsideSeasonError
    seated = set(game.seats.filter(is_bot=False).values_list("player_id", flat=True))
    if seated != set(fixture.seats.values_list("participant__player_id", flat=True)):
        raise OtherPlayersError
