"""Save a game into a club and say who sat where: members, new guests, or only names."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.errors import UserError
from caledonia_site.common.permissions import require
from games.clubs.models import Club
from games.clubs.services.add_guest_player import add_guest_player
from games.models import Game, Seat
from games.players.models import Player
from games.services.errors import VersionConflictError
from games.services.results import Person
from games.services.rights import require_right_to_record
from games.services.save_into_club import save_into_club


class NotInTheClubError(UserError):
    code = "not_in_the_club"
    message = _("One of the chosen players is not in this club.")
    status = 400


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who a name on the sheet is: a member, a guest to be added under the name, or nothing but the name."""

    player: Player | None = None
    new_guest: bool = False


@transaction.atomic
def adopt_game(
    *, actor: Any, game: Game, expected_version: int, club: Club, sitters: Mapping[int, Sitter]
) -> Game:
    """`sitters` by seat index; seats that have a player already, and bots, keep what they have.

    Raises VersionConflictError if the game was corrected since, and what adding guests and `save_into_club` raise.
    """
    game = Game.objects.select_for_update().get(pk=game.pk)
    require(actor, "games.save_into_club", game)
    require(actor, "games.record_in_club", club)
    if game.version != expected_version:
        raise VersionConflictError
    chosen = {sitter.player.pk for sitter in sitters.values() if sitter.player}
    if club.memberships.filter(player__in=chosen).count() != len(chosen):
        raise NotInTheClubError
    seats = game.seats.select_related("player").order_by("index")
    people = [_person(actor, club, seat, sitters.get(seat.index, Sitter())) for seat in seats]
    require_right_to_record(actor, club, people)
    return save_into_club(game=game, club=club, people=people, account=actor)


def _person(actor: Any, club: Club, seat: Seat, sitter: Sitter) -> Person:
    if seat.player or seat.is_bot:
        return Person(player=seat.player, name=seat.name)
    if sitter.new_guest:
        return Person(player=add_guest_player(actor=actor, club=club, name=seat.name).player)
    return Person(player=sitter.player, name=seat.name)
