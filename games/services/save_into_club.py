"""Save a game that was entered without a club into one."""

from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from games.clubs.models import Club
from games.enums import GameState, VerdictKind, VerdictMeans, VersionCause
from games.models import Game, Seat
from games.players.models import Player, User
from games.services.announcing import refresh_state
from games.services.contents import content_of, is_called_the_same
from games.services.errors import GameHasClubError, GameIsVoidError, ResultOnlyError
from games.services.personal_links import person_in
from games.services.results import (
    Person,
    add_version,
    circumstances_from,
    facts_of,
    score_sheet,
    write_result,
)
from games.services.words import close_words, confirm_own_seat


@transaction.atomic
def save_into_club(
    *, game: Game, club: Club, people: Sequence[Person], account: User, device: str = ""
) -> Game:
    """The game belongs to the club from now on, its seats to the players given; a new version says so. `device` is as
    the game knows it.

    As long as everybody is called what they were called before, what was confirmed stays. A guest of the name that was
    typed is the same person; somebody with an account confirms by it.
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
    seats = list(game.seats.order_by("index"))
    game.version += 1
    if not all(is_called_the_same(seat, person) for seat, person in zip(seats, people, strict=True)):
        game.content = content_of(game, scored.raw, facts)
    game.submitted_at = timezone.now()
    if game.recorded_by_id is None:
        game.recorded_by = account
    write_result(game, scored, circumstances, people)
    for seat, person in zip(seats, people, strict=True):
        if person.player and seat.player_id is None and is_called_the_same(seat, person):
            _hand_over(game, seat, person.player)
    add_version(game, scored, facts, cause=VersionCause.MOVED, author=account, device=device)
    confirm_own_seat(game, account, device, means=VerdictMeans.ACCOUNT)
    refresh_state(game, corrected=True, strictly=True)
    return game


def _hand_over(game: Game, seat: Seat, player: Player) -> None:
    """What was said, and held, for the name in that seat (as it was) is for the player of that name now."""
    if player.account_id:
        said = game.verdicts.filter(index=seat.index, content=game.content, kind=VerdictKind.CONFIRMED)
        close_words(said.filter(closed_at=None).exclude(account=player.account_id))
        return
    seated = Seat(player=player, name=player.name)
    seat.claims.filter(person=person_in(seat)).update(person=person_in(seated))
    game.verdicts.filter(index=seat.index, player=None, name=seat.name).update(player=player)
