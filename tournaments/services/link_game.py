"""Make a recorded game the result of a game of the schedule."""

from typing import Any

from django.db import transaction
from django.db.models import Q

from caledonia_site.common.permissions import require
from games.enums import GameState
from games.models import Game
from tournaments.enums import SeasonEventKind
from tournaments.models import Fixture
from tournaments.services.errors import (
    FixtureTakenError,
    GameElsewhereError,
    OtherClubError,
    OtherPlayersError,
    OtherSystemError,
    OutsideSeasonError,
    VoidGameError,
)
from tournaments.services.locking import lock_living_season
from tournaments.services.marking import mark_games_changed
from tournaments.services.noting import note
from tournaments.services.other_results import set_aside


@transaction.atomic
def link_game(*, actor: Any, fixture: Fixture, game: Game) -> Fixture:
    """Linking the same game again changes nothing. A game after the deadline counts and is marked as late, until
    an organiser decides otherwise.

    Raises GameElsewhereError, FixtureTakenError, OtherClubError, OtherSystemError, OtherPlayersError,
    OutsideSeasonError, VoidGameError, SeasonClosedError.
    """
    season = lock_living_season(fixture.season)
    require(actor, "tournaments.enter_result", fixture)
    locked = Fixture.objects.select_for_update().get(pk=fixture.pk)
    if locked.game_id == game.pk:
        return locked
    if not locked.is_open:
        raise FixtureTakenError
    check_game(locked, game)
    locked.game = game
    locked.save(update_fields=["game"])
    note(season, SeasonEventKind.LINKED, actor=actor, game=game, detail={"round": locked.round})
    mark_games_changed(season, since=game.played_on)
    return locked


@transaction.atomic
def unlink_game(*, actor: Any, fixture: Fixture) -> Fixture:
    """The game stays a game of the club; the schedule waits for another one. Where there were several results each
    can still be chosen.
    """
    season = lock_living_season(fixture.season)
    require(actor, "tournaments.change_season", season)
    locked = Fixture.objects.select_for_update().get(pk=fixture.pk)
    if locked.game is not None:
        note(season, SeasonEventKind.UNLINKED, actor=actor, game=locked.game, detail={"round": locked.round})
        before, locked.game = locked.game, None
        locked.save(update_fields=["game"])
        set_aside(before, of=locked)
        mark_games_changed(season)
    return locked


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
    if seated != set(fixture.seats.values_list("entry__player_id", flat=True)):
        raise OtherPlayersError
