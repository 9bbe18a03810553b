"""Record a finished game."""

from collections.abc import Sequence
from functools import partial
from uuid import UUID

from django.db import IntegrityError, transaction
from django.utils import timezone

from games.clubs.models import Club
from games.enums import VersionCause
from games.models import Game
from games.players.actors import Actor, account_of
from games.players.models import User
from games.services.announcing import refresh_state
from games.services.devices import device_in
from games.services.edit_secrets import hashed
from games.services.errors import EntryKeyTakenError
from games.services.new_games import refuse_future
from games.services.results import Circumstances, Person, add_version, facts_of, score_sheet, write_result
from games.services.rights import require_right_to_record
from games.services.same_game import refuse_another_game
from games.services.save_draft import end_draft
from games.services.words import confirm_own_seat
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
    device: str = "",
    warnings_confirmed: bool = False,
) -> Game:
    """Score the sheet and store the game; the recorder's own seat counts as confirmed.

    The same `entry_key` twice gives the same game, also when both arrive at once; with other content it is refused.
    Raises SheetRejectedError, WarningsUnconfirmedError, SeatsMismatchError, PlayerTwiceError, PlayedInTheFutureError,
    EntryKeyTakenError, KeyOfAnotherGameError, NotAllowedError, NotYourGameError.
    """
    require_right_to_record(actor, club, people)
    recorder = account_of(actor)
    refuse_another = partial(
        refuse_another_game, system=system, sheet=sheet, circumstances=circumstances, people=people, club=club
    )
    if entry_key and (known := _recorded_before(entry_key, recorder, edit_secret)):
        refuse_another(known)
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
    entered_on = device_in(game, device)
    try:
        with transaction.atomic():
            write_result(game, scored, circumstances, people)
            add_version(
                game,
                scored,
                facts_of(circumstances, people),
                cause=VersionCause.RECORDED,
                author=recorder,
                device=entered_on,
            )
            confirm_own_seat(game, recorder, entered_on)
            if entry_key and recorder:
                end_draft(owner=recorder, entry_key=entry_key)
            game_news.send(sender=Game, game=game, news="submitted")
            refresh_state(game)
    except IntegrityError:
        if entry_key and (known := _recorded_before(entry_key, recorder, edit_secret)):
            refuse_another(known)
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
