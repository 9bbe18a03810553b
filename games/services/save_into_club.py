"""Save a game that was entered without a club into one."""

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from games.clubs.models import Club
from games.enums import GameState, VersionCause
from games.models import Game
from games.players.models import User
from games.services.announcing import refresh_state
from games.services.errors import GameHasClubError, GameIsVoidError, ResultOnlyError
from games.services.judge_result import confirm_own_seat
from games.services.results import (
    Person,
    add_version,
    circumstances_from,
    facts_of,
    score_sheet,
    write_result,
)


@transaction.atomic
def save_into_club(*, game: Game, club: Club, people: Sequence[Person], account: User) -> Game:
    """The game belongs to the club from now on, its seats to the players given; a new version says so."""
    game = Game.objects.select_for_update().get(pk=game.pk)
    if game.state == GameState.VOID:
        raise GameIsVoidError
    if game.club_id is not None:
        raise GameHasClubError
    if game.totals_only:
        raise ResultOnlyError
    current = game.versions.get(number=game.version)
    circumstances = circumstances_from(current.facts)
    scored = score_sheet(system=game.system, sheet=current.sheet, people=people, warnings_confirmed=True)
    game.club = club
    game.version += 1
    game.submitted_at = timezone.now()
    if game.recorded_by_id is None:
        game.recorded_by = account
    write_result(game, scored, circumstances, people)
    add_version(game, scored, facts_of(circumstances, people), cause=VersionCause.MOVED, author=account)
    confirm_own_seat(game, account)
    refresh_state(game, content_changed=True)
    return game
