"""A seated player's word on a result: confirm it, or object line by line."""

from collections.abc import Mapping

from django.db import transaction

from games.enums import GameState, VerdictKind
from games.models import Game, Seat, Verdict
from games.players.models import User
from games.services.announcing import refresh_state
from games.services.errors import GameIsVoidError, NotAPlayersSeatError, VersionConflictError


@transaction.atomic
def confirm_result(*, seat: Seat, version: int, account: User | None) -> Verdict:
    """The player agrees with the version they saw. Raises VersionConflictError if it has been corrected since."""
    return _judge(seat, version, VerdictKind.CONFIRMED, [], account)


@transaction.atomic
def dispute_result(
    *, seat: Seat, version: int, objections: Mapping[str, str], account: User | None
) -> Verdict:
    """The player objects: a comment by line key ("" for the result as a whole)."""
    listed = [{"line": line, "comment": comment[:300]} for line, comment in objections.items()]
    return _judge(seat, version, VerdictKind.DISPUTED, listed, account)


def confirm_own_seat(game: Game, account: User | None) -> None:
    """Whoever enters or corrects a game agrees with it."""
    if account is None:
        return
    for seat in game.seats.filter(player__account=account, is_bot=False):
        _store(seat, game.version, VerdictKind.CONFIRMED, [], account)


def _judge(
    seat: Seat, version: int, kind: VerdictKind, objections: list[dict[str, str]], account: User | None
) -> Verdict:
    game = Game.objects.select_for_update().get(pk=seat.game_id)
    if seat.is_bot:
        raise NotAPlayersSeatError
    if game.state == GameState.VOID:
        raise GameIsVoidError
    if game.version != version:
        raise VersionConflictError
    verdict = _store(seat, version, kind, objections, account)
    if kind == VerdictKind.DISPUTED and game.settled:
        # What an organiser settled stays settled; the objection is kept for them to see.
        return verdict
    refresh_state(game)
    return verdict


def _store(
    seat: Seat, version: int, kind: VerdictKind, objections: list[dict[str, str]], account: User | None
) -> Verdict:
    return Verdict.objects.update_or_create(
        seat=seat,
        version=version,
        defaults={"kind": kind, "objections": objections, "account": account},
    )[0]
