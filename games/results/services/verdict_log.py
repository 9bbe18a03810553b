"""The log of words on a result: adding them, and closing those that no longer hold."""

from collections.abc import Iterable
from typing import Any

from django.utils import timezone

from games.players.models import User
from games.results.enums import VerdictKind, VerdictMeans
from games.results.models import Game, Verdict
from games.results.selectors.history import is_given_by
from games.results.services.rights import Voice, holding, name_in


def add_verdict(
    game: Game, voice: Voice, kind: VerdictKind, objections: Iterable[dict[str, str]] = ()
) -> Verdict:
    """A new word of somebody at the table; what the same person disputed before is answered by it."""
    own = [verdict for verdict in open_disputes(game) if _is_own(verdict, voice)]
    close_verdicts(own)
    return write_verdict(
        game,
        index=voice.seat.index,
        player=voice.seat.player,
        name=name_in(voice.seat),
        kind=kind,
        objections=list(objections),
        means=voice.means,
        account=voice.account,
        device=voice.device,
        shown_by_id=voice.shown_by,
    )


def write_verdict(game: Game, **fields: Any) -> Verdict:
    """On the game as it is now."""
    return Verdict.objects.create(game=game, version=game.version, content=game.content, **fields)


def open_disputes(game: Game) -> list[Verdict]:
    disputes = game.verdicts.filter(kind=VerdictKind.DISPUTED, closed_at=None)
    return list(disputes.select_related("player").order_by("pk"))


def close_verdicts(verdicts: Iterable[Verdict]) -> None:
    Verdict.objects.filter(pk__in=[verdict.pk for verdict in verdicts]).update(closed_at=timezone.now())


def confirm_own_seat(
    game: Game, account: User | None, device: str, *, means: VerdictMeans = VerdictMeans.ENTRY
) -> None:
    """Whoever enters, corrects or saves a game agrees with it, if they sit there. `device` is as the game knows it."""
    for seat in game.seats.filter(is_bot=False).select_related("player").prefetch_related("claims"):
        owner = seat.player.account_id if seat.player else None
        held = None if owner else holding(seat)
        by_account = account is not None and owner == account.pk
        by_phone = account is None and held is not None and bool(device) and held.device == device
        if by_account or by_phone:
            voice = Voice(seat=seat, means=means, account=account, device=device, shown_by=None)
            add_verdict(game, voice, VerdictKind.CONFIRMED)


def _is_own(verdict: Verdict, voice: Voice) -> bool:
    """On a seat without an account the phone is the person: whoever gets the seat later, because it was freed for
    instance, does not take back what another phone said.
    """
    owner = voice.seat.player.account_id if voice.seat.player else None
    if voice.account and owner == voice.account.pk:
        # However they spoke before: by a link, perhaps, when they had no account yet.
        return verdict.account_id == owner or is_given_by(verdict, voice.seat)
    if verdict.device:
        return verdict.device == voice.device and verdict.means != VerdictMeans.ACCOUNT
    # Said before phones were told apart.
    return verdict.account_id is None and is_given_by(verdict, voice.seat)
