"""Which of the results of a game of the schedule counts."""

from typing import Any

from django.db import transaction

from caledonia_site.common.permissions import require
from games.models import Game
from tournaments.enums import SeasonEventKind
from tournaments.models import Fixture
from tournaments.selectors.other_results import is_undecided
from tournaments.services.errors import FixtureTakenError
from tournaments.services.locking import lock_living_season
from tournaments.services.marking import mark_games_changed
from tournaments.services.noting import note
from tournaments.services.other_results import choose_result


@transaction.atomic
def settle_fixture(*, actor: Any, fixture: Fixture, game: Game, instead_of: str = "") -> Fixture:
    """The chosen game counts from now on, everywhere; all others are taken out. Nothing is deleted, and a wrong choice
    is mended by another one, `instead_of` the first (its public id).

    Raises NoConflictError, NotOfThisTableError, AlreadyChosenError, FixtureTakenError (it was decided without a game),
    SeasonClosedError.
    """
    season = lock_living_season(fixture.season)
    require(actor, "tournaments.change_season", season)
    locked = Fixture.objects.select_for_update().get(pk=fixture.pk)
    if locked.decision:
        raise FixtureTakenError
    if locked.game_id == game.pk and not locked.is_open and not is_undecided(locked):
        # Both organisers chose, and chose alike.
        return locked
    days = [one.played_on for one in (locked.game, game) if one]
    locked.game = choose_result(actor=actor, chosen=game, instead_of=instead_of, of=locked)
    locked.save(update_fields=["game"])
    note(season, SeasonEventKind.SETTLED, actor=actor, game=locked.game, detail={"round": locked.round})
    mark_games_changed(season, since=min(days))
    return locked
