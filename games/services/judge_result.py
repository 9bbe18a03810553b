"""A seated player's word on a result: confirm it, dispute it line by line, or take a dispute back."""

from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.errors import UserError
from games.enums import GameState, VerdictKind, VerdictMeans
from games.models import Game, Seat, Verdict
from games.services.announcing import refresh_state
from games.services.devices import device_in
from games.services.edit_secrets import Proof
from games.services.errors import GameIsVoidError, VersionConflictError
from games.services.seat_claims import hold_seat
from games.services.voices import voice_for
from games.services.words import add_word, close_words, open_disputes, write_word


class NothingDisputedError(UserError):
    code = "nothing_disputed"
    message = _("You have no open dispute in this game.")


@transaction.atomic
def confirm_result(*, actor: Any, seat: Seat, version: int, proof: Proof | None = None) -> Verdict:
    """The player agrees with the version they saw, and takes back what they disputed before.

    Raises VersionConflictError if it has been corrected since, GameIsVoidError, SeatTakenError where another phone
    answers for the seat, and what `voice_for` raises.
    """
    return _judge(actor, seat, version, VerdictKind.CONFIRMED, [], proof or Proof())


@transaction.atomic
def dispute_result(
    *, actor: Any, seat: Seat, version: int, objections: Mapping[str, str], proof: Proof | None = None
) -> Verdict:
    """The player objects: a comment by line key ("" for the result as a whole). It stays, whatever versions come after,
    until they take it back or an organiser settles it. Raises what `confirm_result` raises.
    """
    listed = [{"line": line, "comment": comment[:300]} for line, comment in objections.items()]
    return _judge(actor, seat, version, VerdictKind.DISPUTED, listed, proof or Proof())


@transaction.atomic
def withdraw_dispute(*, actor: Any, game: Game, proof: Proof | None = None) -> Game:
    """Whoever disputed takes it back, by account or on the phone they did it with, also if they sit there no longer.

    Raises NothingDisputedError.
    """
    game = Game.objects.select_for_update().get(pk=game.pk)
    device = device_in(game, proof.device if proof else "")
    own = [word for word in open_disputes(game) if speaks_again(actor=actor, device=device, word=word)]
    if not own:
        raise NothingDisputedError
    close_words(own)
    last = own[-1]
    account = actor if actor.is_authenticated else None
    write_word(
        game,
        index=last.index,
        player=last.player,
        name=last.name,
        kind=VerdictKind.WITHDRAWN,
        means=VerdictMeans.ACCOUNT if account else last.means,
        account=account,
        device=device,
    )
    refresh_state(game)
    return game


def speaks_again(*, actor: Any, device: str, word: Verdict) -> bool:
    """Whether it was them who said it; `device` is as the game knows it."""
    account = actor.pk if actor.is_authenticated else None
    by_account = word.account_id == account or (word.player and word.player.account_id == account)
    by_phone = bool(device) and word.device == device and word.means != VerdictMeans.ACCOUNT
    return bool(account and by_account) or by_phone


def _judge(
    actor: Any, seat: Seat, version: int, kind: VerdictKind, objections: list[dict[str, str]], proof: Proof
) -> Verdict:
    game = Game.objects.select_for_update().get(pk=seat.game_id)
    voice = voice_for(actor=actor, game=game, index=seat.index, proof=proof)
    if game.state == GameState.VOID:
        raise GameIsVoidError
    if game.version != version:
        raise VersionConflictError
    if voice.means != VerdictMeans.ACCOUNT:
        hold_seat(voice)
    word = add_word(game, voice, kind, objections)
    refresh_state(game)
    return word
