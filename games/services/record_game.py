"""Record a finished game."""

from collections.abc import Sequence
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone

from games.clubs.models import Club
from games.enums import VersionCause
from games.models import Draft, Game
from games.players.actors import Actor, account_of
from games.players.models import User
from games.services.announcing import refresh_state
from games.services.edit_secrets import hashed
from games.services.errors import EntryKeyTakenError
from games.services.judge_result import confirm_own_seat
from games.services.new_games import refuse_future
from games.services.results import Circumstances, Person, add_version, facts_of, score_sheet, write_result
from games.services.rights import require_right_to_record
from games.signals import game_news


def record_game(
    *,
    actor: Actor,
    system: str,
    sheet: object,
    circumstances: Circumstances,
    people: Sequence[Person],
    club: Club | None = None,
    entry_key: UUID | None = None,
    edit_secret: str = "",
    warnings_confirmed: bool = False,
) -> Game:
    """Score the sheet and store the game; the recorder's own seat counts as confirmed.

    The same `entry_key` twice gives the same game, also when both arrive at once. Raises SheetRejectedError,
    WarningsUnconfirmedError, SeatsMismatchError, PlayerTwiceError, PlayedInTheFutureError, EntryKeyTakenError,
    NotAllowedError, NotYourGameError.
    """
    require_right_to_record(actor, club, people)
    recorder = account_of(actor)
    if entry_key and (known := _recorded_before(entry_key, recorder, edit_secret)):
        return known
    refuse_future(circumstances)
    scored = score_sheet(system=system, sheet=sheet, people=people, warnings_confirmed=warnings_confirmed)
    game = Game(
        system=system,
        club=club,
        recorded_by=recorder,
        entry_key=entry_key,
        edit_secret=hashed(edit_secret) if edit_secret else "",
        submitted_at=timezone.now(),
    )
    try:
        with transaction.atomic():
            write_result(game, scored, circumstances, people)
            add_version(
                game, scored, facts_of(circumstances, people), cause=VersionCause.RECORDED, author=recorder
            )
            confirm_own_seat(game, recorder)
            if entry_key:
                Draft.objects.filter(entry_key=entry_key, owner=recorder).delete()
            game_news.send(sender=Game, game=game, news="submitted")
            refresh_state(game)
    except IntegrityError:
        if entry_key and (known := _recorded_before(entry_key, recorder, edit_secret)):
            return known
        raise
    return game


def _recorded_before(entry_key: UUID, recorder: User | None, edit_secret: str) -> Game | None:
    """The game of an earlier delivery; somebody else's key gives nothing away."""
    game = Game.objects.filter(entry_key=entry_key).first()
    if game is None:
        return None
    own = game.recorded_by_id == recorder.pk if recorder else game.edit_secret == hashed(edit_secret)
    if not own:
        raise EntryKeyTakenError
    return game
