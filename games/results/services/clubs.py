"""Save a game that was entered without a club into one and say who sat where: members, new guests, or only names."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.errors import NotAllowedError, UserError
from caledonia_site.common.permissions import require
from games.clubs.models import Club
from games.clubs.services.guests import add_guest_player
from games.players.actors import Actor, signed_in
from games.players.models import Player, User
from games.results.enums import GameState, VerdictKind, VerdictMeans, VersionCause
from games.results.models import Game, Seat
from games.results.services.errors import (
    GameHasClubError,
    GameIsVoidError,
    ResultOnlyError,
    VersionConflictError,
)
from games.results.services.proofs import Proof, device_in, person_in
from games.results.services.results import (
    Person,
    add_version,
    circumstances_from,
    content_of,
    facts_of,
    is_called_the_same,
    score_sheet,
    write_result,
)
from games.results.services.rights import (
    OtherSeatError,
    held_by,
    holding,
    may_save,
    name_in,
    require_right_to_record,
)
from games.results.services.status import refresh_state
from games.results.services.verdict_log import close_verdicts, confirm_own_seat


class NotInTheClubError(UserError):
    code = "not_in_the_club"
    message = _("One of the chosen players is not in this club.")
    status = 400


class SeatOfAnotherError(UserError):
    code = "seat_of_another"
    message = _("Another phone answers for %(name)s, so you can’t take this seat.")
    status = 403


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who a name on the sheet is: a member, a guest to be added under the name, or nothing but the name."""

    player: Player | None = None
    new_guest: bool = False


@transaction.atomic
def adopt_game(
    *,
    actor: Actor,
    game: Game,
    expected_version: int,
    club: Club,
    sitters: Mapping[int, Sitter],
    proof: Proof | None = None,
) -> Game:
    """`sitters` by seat index; seats that have a player already, and bots, keep what they have. Whoever saves it sits
    down in no seat that another phone holds, and if theirs holds one, in no other.

    Raises NotAllowedError; VersionConflictError if the game was corrected since; SeatOfAnotherError, OtherSeatError;
    and what adding guests and `save_into_club` raise.
    """
    game = Game.objects.select_for_update().get(pk=game.pk)
    seats = list(game.seats.select_related("player").prefetch_related("claims").order_by("index"))
    device = device_in(game, proof.device if proof else "")
    held = held_by(device, game, seats) if device else None
    if not may_save(actor, game, proof, held=held):
        raise NotAllowedError
    require(actor, "games.record_in_club", club)
    if game.version != expected_version:
        raise VersionConflictError
    chosen = {sitter.player.pk for sitter in sitters.values() if sitter.player}
    if club.memberships.filter(player__in=chosen).count() != len(chosen):
        raise NotInTheClubError
    account = signed_in(actor)
    own = account.player_or_none
    for seat in seats:
        if own and not _is_taken(seat) and sitters.get(seat.index, Sitter()).player == own:
            _refuse_seat_of_another(seat, device, held)
    people = [_person(actor, club, seat, sitters.get(seat.index, Sitter())) for seat in seats]
    require_right_to_record(actor, club, people)
    return save_into_club(game=game, club=club, people=people, account=account, device=device)


def _is_taken(seat: Seat) -> bool:
    return seat.is_bot or seat.player is not None


def _refuse_seat_of_another(seat: Seat, device: str, held: Seat | None) -> None:
    if held and held.pk != seat.pk:
        raise OtherSeatError(other=name_in(held))
    holder = holding(seat)
    if holder and holder.device != device:
        raise SeatOfAnotherError(name=name_in(seat))


def _person(actor: Actor, club: Club, seat: Seat, sitter: Sitter) -> Person:
    if _is_taken(seat):
        return Person(player=seat.player, name=seat.name)
    if sitter.new_guest:
        return Person(player=add_guest_player(actor=actor, club=club, name=seat.name).player)
    return Person(player=sitter.player, name=seat.name)


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
        confirmed = game.verdicts.filter(index=seat.index, content=game.content, kind=VerdictKind.CONFIRMED)
        close_verdicts(confirmed.filter(closed_at=None).exclude(account=player.account_id))
        return
    seated = Seat(player=player, name=player.name)
    seat.claims.filter(person=person_in(seat)).update(person=person_in(seated))
    game.verdicts.filter(index=seat.index, player=None, name=seat.name).update(player=player)
