"""Add someone the club plays with who has no account."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.errors import UserError
from caledonia_site.common.permissions import require
from games.clubs.enums import Role
from games.clubs.models import Club, Membership
from games.clubs.services.locking import lock_club
from games.players.models import PageVisibility, Player
from games.players.names import normalised
from games.players.services.create_account_player import usable_player_name


class GuestNameTakenError(UserError):
    code = "guest_name_taken"
    message = _("The club has a guest of this name already. Add an initial to tell them apart.")


@transaction.atomic
def add_guest_player(
    *, actor: Any, club: Club, name: str, visibility: str = PageVisibility.CLUB
) -> Membership:
    """Guests never agreed to be seen by everyone, so only the club sees them unless someone decides otherwise."""
    club = lock_club(club)
    require(actor, "clubs.add_guest", club)
    player = Player(name=free_guest_name(club, name), visibility=visibility, is_demo=club.is_demo)
    player.save()
    return Membership.objects.create(club=club, player=player, role=Role.MEMBER)


def free_guest_name(club: Club, name: str, *, besides: Player | None = None) -> str:
    """The name, tidied; two guests of a club never share one, or nobody could tell them apart in a list."""
    name = usable_player_name(name)
    guests = Player.objects.filter(memberships__club=club, account=None, name_key=normalised(name))
    if any(guest != besides for guest in guests):
        raise GuestNameTakenError
    return name
