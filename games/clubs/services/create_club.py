"""Found a club."""

from typing import Any

from django.db import transaction

from caledonia_site.common.permissions import require
from games.clubs.enums import Role
from games.clubs.models import Club, Membership
from games.clubs.services.club_details import ClubDetails, store_details
from games.players.selectors.own_player import own_player


@transaction.atomic
def create_club(*, actor: Any, details: ClubDetails) -> Club:
    """Whoever founds a club is its first owner."""
    require(actor, "clubs.create_club")
    player = own_player(actor)
    club = Club()
    store_details(club, details)
    Membership.objects.create(club=club, player=player, role=Role.OWNER)
    return club
