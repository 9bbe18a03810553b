"""Phones that take a seat, ask for it, give it back, or have it freed."""

from typing import Any

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.errors import NotAllowedError, UserError
from games.players.actors import Actor, account_of
from games.players.models import User
from games.results.enums import ClaimState, VerdictKind, VerdictMeans
from games.results.models import Game, Seat, SeatClaim, Verdict
from games.results.services.proofs import Proof, device_in, person_in
from games.results.services.rights import (
    AccountAnswersError,
    Voice,
    holding,
    name_in,
    require_right_to_correct,
    voice_for,
)
from games.results.services.status import refresh_state
from games.results.services.verdict_log import write_verdict


class SeatTakenError(UserError):
    code = "seat_taken"
    message = _("Someone said at %(time)s on another phone that they are %(name)s.")


@transaction.atomic
def take_seat(*, actor: Actor, seat: Seat, proof: Proof) -> SeatClaim:
    """“That is me”: from now on this phone answers for the seat. Raises SeatTakenError, and what `voice_for` raises."""
    return hold_seat(_voice(actor, seat, proof))


@transaction.atomic
def ask_for_seat(*, actor: Actor, seat: Seat, proof: Proof) -> SeatClaim:
    """Another phone took the seat: its owner is asked. Raises what `voice_for` raises."""
    voice = _voice(actor, seat, proof)
    if holding(voice.seat) is None:
        return hold_seat(voice)
    return _claim(voice, ClaimState.ASKS)


@transaction.atomic
def keep_seat(*, seat: Seat, proof: Proof) -> None:
    """“No, that is me”: whoever asks is told so. Raises NotAllowedError unless this phone holds the seat."""
    _game, seat, _claim_held = _held(seat, proof)
    seat.claims.filter(state=ClaimState.ASKS).update(state=ClaimState.REFUSED)


@transaction.atomic
def give_back_seat(*, seat: Seat, proof: Proof) -> None:
    """“That is not me”: what this phone said of the game is taken back, and the first who asked has the seat.

    Raises NotAllowedError unless this phone holds the seat.
    """
    game, seat, held = _held(seat, proof)
    own = game.verdicts.filter(device=held.device, closed_at=None).exclude(kind=VerdictKind.WITHDRAWN)
    _take_back(game, seat, own, means=VerdictMeans.TABLE, device=held.device)
    held.delete()
    next_one = seat.claims.filter(state=ClaimState.ASKS, person=person_in(seat)).order_by("pk").first()
    if next_one:
        next_one.state = ClaimState.HOLDS
        next_one.save(update_fields=["state"])
    refresh_state(game, strictly=True)


@transaction.atomic
def change_seat(*, actor: Actor, held: Seat, seat: Seat, proof: Proof) -> SeatClaim:
    """“I am not them but them”: gives one seat back and takes the other, or asks for it if another phone has it.

    Raises what `give_back_seat` and `ask_for_seat` raise.
    """
    give_back_seat(seat=held, proof=proof)
    return ask_for_seat(actor=actor, seat=seat, proof=proof)


@transaction.atomic
def free_seat(*, actor: Actor, seat: Seat, proof: Proof) -> None:
    """Whoever may correct the game lets the seat be taken anew. What was confirmed for it no longer counts; what was
    disputed stays, or whoever entered a wrong result could silence the person who says so.
    """
    game = Game.objects.select_for_update().get(pk=seat.game_id)
    require_right_to_correct(actor, game, proof)
    seat = _fetched(game, seat.index)
    if seat.player and seat.player.account_id:
        raise AccountAnswersError(name=name_in(seat))
    held = holding(seat)
    if held is None:
        return
    own = game.verdicts.filter(device=held.device, closed_at=None, kind=VerdictKind.CONFIRMED)
    device = device_in(game, proof.device)
    _take_back(game, seat, own, means=VerdictMeans.FREED, device=device, account=account_of(actor))
    seat.claims.all().delete()
    refresh_state(game, strictly=True)


def hold_seat(voice: Voice) -> SeatClaim:
    """The seat is this phone's, if it is no other's. To be called where the game is locked."""
    held = holding(voice.seat)
    if held is None:
        return _claim(voice, ClaimState.HOLDS)
    if held.device != voice.device:
        at = time_format(timezone.localtime(held.taken_at), "TIME_FORMAT")
        raise SeatTakenError(name=name_in(voice.seat), time=at)
    return held


def _voice(actor: Actor, seat: Seat, proof: Proof) -> Voice:
    game = Game.objects.select_for_update().get(pk=seat.game_id)
    voice = voice_for(actor=actor, game=game, index=seat.index, proof=proof)
    if voice.means == VerdictMeans.ACCOUNT:
        # An account needs no phone of its own.
        raise NotAllowedError
    return voice


def _claim(voice: Voice, state: ClaimState) -> SeatClaim:
    values = {"person": person_in(voice.seat), "state": state, "shown_by_id": voice.shown_by}
    claim, _created = SeatClaim.objects.update_or_create(
        seat=voice.seat, device=voice.device, defaults=values | {"taken_at": timezone.now()}
    )
    return claim


def _held(seat: Seat, proof: Proof) -> tuple[Game, Seat, SeatClaim]:
    game = Game.objects.select_for_update().get(pk=seat.game_id)
    seat = _fetched(game, seat.index)
    held = holding(seat)
    if held is None or held.device != device_in(game, proof.device):
        raise NotAllowedError
    return game, seat, held


def _fetched(game: Game, index: int) -> Seat:
    seats: Any = game.seats.select_related("player").prefetch_related("claims")
    seat: Seat = seats.get(index=index)
    return seat


def _take_back(
    game: Game,
    seat: Seat,
    verdicts: QuerySet[Verdict],
    *,
    means: VerdictMeans,
    device: str,
    account: User | None = None,
) -> None:
    # Whoever is signed in speaks for themselves, on whichever phone.
    by_phone = verdicts.exclude(means=VerdictMeans.ACCOUNT).exclude(
        means=VerdictMeans.ENTRY, account__isnull=False
    )
    if by_phone.update(closed_at=timezone.now()) or means == VerdictMeans.FREED:
        write_verdict(
            game,
            index=seat.index,
            player=seat.player,
            name=name_in(seat),
            kind=VerdictKind.WITHDRAWN,
            means=means,
            account=account,
            device=device,
        )
