"""A sheet entered for a game of the schedule comes in."""

from typing import Any

from django.db import transaction

from caledonia_site.common.permissions import require
from games.models import Game
from tournaments.enums import ResultStanding, SeasonEventKind
from tournaments.models import Fixture
from tournaments.services.link_game import check_game, link_game
from tournaments.services.locking import lock_living_season
from tournaments.services.noting import note
from tournaments.services.other_results import keep_beside


@transaction.atomic
def report_fixture(*, actor: Any, fixture: Fixture, game: Game) -> Fixture:
    """In the transaction that records the game. Where there is a result, this one is kept beside it and counts
    nowhere, so that one game of the schedule is never two games of the club. The first counts on; if they differ, an
    organiser can choose the other (`settle_fixture`).

    Raises what `link_game` raises: then the game stays a game of the club and nothing more.
    """
    season = lock_living_season(fixture.season)
    require(actor, "tournaments.enter_result", fixture)
    locked = Fixture.objects.select_for_update().get(pk=fixture.pk)
    if locked.other_results.filter(game=game).exists():
        return locked
    if locked.game is None or locked.game_id == game.pk or locked.is_open:
        return link_game(actor=actor, fixture=fixture, game=game)
    check_game(locked, game)
    waiting = [one.game for one in locked.other_results.waiting().select_related("game")]
    other = keep_beside(game, [locked.game, *waiting], of=locked)
    is_same = other.standing == ResultStanding.SAME
    kind = SeasonEventKind.SAME_RESULT if is_same else SeasonEventKind.CONFLICT
    note(season, kind, actor=actor, game=game, detail={"round": locked.round})
    return locked
