"""The words on a result: a seated player confirms it, disputes it line by line or takes a dispute back; an organiser
settles it, takes the game out or brings it back, and says when games of the club count.
"""

from collections.abc import Mapping

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.errors import UserError
from caledonia_site.common.permissions import require
from games.clubs.models import Club
from games.players.actors import Actor, account_of
from games.players.models import User
from games.results.enums import ConfirmationRule, GameAuditKind, GameState, VerdictKind, VerdictMeans
from games.results.models import ClubConfirmation, Game, Seat, Verdict
from games.results.services.errors import GameIsVoidError, VersionConflictError
from games.results.services.proofs import Proof, device_in
from games.results.services.rights import voice_for
from games.results.services.seats import hold_seat
from games.results.services.status import refresh_state
from games.results.services.verdict_log import add_verdict, close_verdicts, open_disputes, write_verdict
from games.results.signals import game_coming_back


class NothingDisputedError(UserError):
    code = "nothing_disputed"
    message = _("You have no open dispute in this game.")


@transaction.atomic
def confirm_result(*, actor: Actor, seat: Seat, version: int, proof: Proof | None = None) -> Verdict:
    """The player agrees with the version they saw, and takes back what they disputed before.

    Raises VersionConflictError if it has been corrected since, GameIsVoidError, SeatTakenError where another phone
    answers for the seat, and what `voice_for` raises.
    """
    return _judge(actor, seat, version, VerdictKind.CONFIRMED, [], proof or Proof())


def _judge(
    actor: Actor, seat: Seat, version: int, kind: VerdictKind, objections: list[dict[str, str]], proof: Proof
) -> Verdict:
    game = Game.objects.select_for_update().get(pk=seat.game_id)
    voice = voice_for(actor=actor, game=game, index=seat.index, proof=proof)
    if game.state == GameState.VOID:
        raise GameIsVoidError
    if game.version != version:
        raise VersionConflictError
    if voice.means != VerdictMeans.ACCOUNT:
        hold_seat(voice)
    verdict = add_verdict(game, voice, kind, objections)
    refresh_state(game)
    return verdict


@transaction.atomic
def dispute_result(
    *, actor: Actor, seat: Seat, version: int, objections: Mapping[str, str], proof: Proof | None = None
) -> Verdict:
    """The player objects: a comment by line key ("" for the result as a whole). It stays, whatever versions come after,
    until they take it back or an organiser settles it. Raises what `confirm_result` raises.
    """
    listed = [{"line": line, "comment": comment[:300]} for line, comment in objections.items()]
    return _judge(actor, seat, version, VerdictKind.DISPUTED, listed, proof or Proof())


@transaction.atomic
def withdraw_dispute(*, actor: Actor, game: Game, proof: Proof | None = None) -> Game:
    """Whoever disputed takes it back, by account or on the phone they did it with, also if they sit there no longer.

    Raises NothingDisputedError.
    """
    game = Game.objects.select_for_update().get(pk=game.pk)
    device = device_in(game, proof.device if proof else "")
    own = [
        verdict
        for verdict in open_disputes(game)
        if speaks_again(actor=actor, device=device, verdict=verdict)
    ]
    if not own:
        raise NothingDisputedError
    close_verdicts(own)
    last = own[-1]
    account = actor if actor.is_authenticated else None
    write_verdict(
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


def speaks_again(*, actor: Actor, device: str, verdict: Verdict) -> bool:
    """Whether it was them who said it; `device` is as the game knows it."""
    account = actor.pk if actor.is_authenticated else None
    by_account = verdict.account_id == account or (verdict.player and verdict.player.account_id == account)
    by_phone = bool(device) and verdict.device == device and verdict.means != VerdictMeans.ACCOUNT
    return bool(account and by_account) or by_phone


@transaction.atomic
def settle_game(*, actor: Actor, game: Game, version: int) -> Game:
    """The version stands as it is, whatever has or has not been confirmed, and what was disputed is settled; a
    correction of the result opens it again.
    """
    game = Game.objects.select_for_update().get(pk=game.pk)
    require(actor, "games.settle_game", game)
    if game.state == GameState.VOID:
        raise GameIsVoidError
    if game.version != version:
        raise VersionConflictError
    disputes = open_disputes(game)
    if not game.settled or disputes:
        close_verdicts(disputes)
        game.settled = True
        game.save(update_fields=["settled"])
        refresh_state(game)
        game.audit_records.create(kind=GameAuditKind.SETTLED, account=account_of(actor))
    return game


@transaction.atomic
def void_game(*, actor: Actor, game: Game) -> Game:
    """The game no longer counts and is marked as void; nothing is deleted. Voiding twice is voiding once."""
    game = Game.objects.select_for_update().get(pk=game.pk)
    require(actor, "games.void_game", game)
    take_out(game, account_of(actor))
    return game


def take_out(game: Game, account: User | None) -> None:
    """Of a game that is locked: it counts nowhere, and nothing is deleted. Twice is once.

    Without asking for the right to: for `void_game`, which has asked, and for a second result of a table or of a game
    of the schedule (`keep_beside`). Whoever may enter the result there has no right to take out games, and it is not
    them who take it out.
    """
    if game.state != GameState.VOID:
        refresh_state(game, voided=True)
        game.audit_records.create(kind=GameAuditKind.VOIDED, account=account)


@transaction.atomic
def restore_game(*, actor: Actor, game: Game) -> Game:
    """The state it would have without having been voided. Raises what receivers of `game_coming_back` raise."""
    game = Game.objects.select_for_update().get(pk=game.pk)
    require(actor, "games.void_game", game)
    if game.state == GameState.VOID:
        game_coming_back.send(sender=Game, game=game)
        refresh_state(game, voided=False)
        game.audit_records.create(kind=GameAuditKind.RESTORED, account=account_of(actor))
    return game


@transaction.atomic
def change_confirmation(
    *, actor: Actor, club: Club, rule: ConfirmationRule, silence_days: int, links_count: bool = True
) -> ClubConfirmation:
    """Games that wait are looked at anew; what counts already keeps counting under a stricter rule."""
    require(actor, "games.change_confirmation", club)
    club_rule, _ = ClubConfirmation.objects.update_or_create(
        club=club, defaults={"rule": rule, "silence_days": silence_days, "links_count": links_count}
    )
    waiting = Game.objects.select_for_update().filter(club=club, state=GameState.SUBMITTED)
    for game in waiting.order_by("pk"):
        refresh_state(game)
    return club_rule
