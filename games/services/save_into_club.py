"""Save a game that was entered without a club into one."""

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from games.clubs.models import Club
from games.enums import GameState, VersionCause
from games.models import Game
from games.players.models import User
from games.services.announcing import refresh_state
from games.services.contents import content_of
from games.services.errors import GameHasClubError, GameIsVoidError, ResultOnlyError
from games.services.results import (
    Person,
    add_version,
    circumstances_from,
    facts_of,
    score_sheet,
    write_result,
)
from games.services.words import confirm_own_seat


@transaction.atomic
def save_into_club(
    *, game: Game, club: Club, people: Sequence[Person], account: User, device: str = ""
) -> Game:
    """The game belongs to the club from now on, its seats to the players given; a new version says so. `device` is as
    the game knows it.
    """
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
    facts = facts_of(circumstances, people)
    game.version += 1
    game.content = content_of(game, scored.raw, facts)
    game.submitted_at = timezone.now()
    if game.recorded_by_id is None:
        game.recorded_by = account
    write_result(game, scored, circumstances, people)
    add_version(game, scored, facts, cause=VersionCause.MOVED, author=account, device=device)
    confirm_own_seat(game, account, device)
    refresh_state(game, corrected=True, strictly=True)
    return game
