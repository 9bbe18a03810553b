"""Save a game into a club and say who sat where: members, new guests, or only names."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.errors import NotAllowedError, UserError
from caledonia_site.common.permissions import require
from games.clubs.models import Club
from games.clubs.services.add_guest_player import add_guest_player
from games.models import Game, Seat
from games.players.models import Player
from games.services.devices import device_in
from games.services.edit_secrets import Proof
from games.services.errors import VersionConflictError
from games.services.results import Person
from games.services.rights import may_save, require_right_to_record
from games.services.save_into_club import save_into_club
from games.services.voices import OtherSeatError, held_by, holding, name_in


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
    actor: Any,
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
    own = actor.player_or_none
    for seat in seats:
        if own and not _is_taken(seat) and sitters.get(seat.index, Sitter()).player == own:
            _refuse_seat_of_another(seat, device, held)
    people = [_person(actor, club, seat, sitters.get(seat.index, Sitter())) for seat in seats]
    require_right_to_record(actor, club, people)
    return save_into_club(game=game, club=club, people=people, account=actor, device=device)


def _is_taken(seat: Seat) -> bool:
    return seat.is_bot or seat.player is not None


def _refuse_seat_of_another(seat: Seat, device: str, held: Seat | None) -> None:
    if held and held.pk != seat.pk:
        raise OtherSeatError(other=name_in(held))
    holder = holding(seat)
    if holder and holder.device != device:
        raise SeatOfAnotherError(name=name_in(seat))


def _person(actor: Any, club: Club, seat: Seat, sitter: Sitter) -> Person:
    if _is_taken(seat):
        return Person(player=seat.player, name=seat.name)
    if sitter.new_guest:
        return Person(player=add_guest_player(actor=actor, club=club, name=seat.name).player)
    return Person(player=sitter.player, name=seat.name)
