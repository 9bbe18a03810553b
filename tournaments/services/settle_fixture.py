"""Which of the results of a game of the schedule counts."""

from typing import Any

from django.db import transaction

from caledonia_site.common.permissions import require
from games.models import Game
from tournaments.enums import SeasonEventKind
from tournaments.models import Fixture
from tournaments.services.events.errors import NoConflictError
from tournaments.services.locking import lock_living_season
from tournaments.services.marking import mark_games_changed
from tournaments.services.noting import note
from tournaments.services.other_results import choose_result


@transaction.atomic
def settle_fixture(*, actor: Any, fixture: Fixture, game: Game) -> Fixture:
    """The chosen game counts from now on, everywhere; all others are taken out. Nothing is deleted.

    Raises NoConflictError, NotOfThisTableError, SeasonClosedError.
    """
    season = lock_living_season(fixture.season)
    require(actor, "tournaments.change_season", season)
    locked = Fixture.objects.select_for_update().get(pk=fixture.pk)
    waiting = [one.game for one in locked.other_results.waiting().in_order().select_related("game")]
    if locked.game is None or not waiting:
        if locked.game_id == game.pk:
            # Both organisers chose, and chose alike.
            return locked
        raise NoConflictError
    locked.game = choose_result(actor=actor, chosen=game, among=[locked.game, *waiting], of=locked)
    locked.save(update_fields=["game"])
    note(season, SeasonEventKind.SETTLED, actor=actor, game=locked.game, detail={"round": locked.round})
    mark_games_changed(season, since=locked.game.played_on)
    return locked
