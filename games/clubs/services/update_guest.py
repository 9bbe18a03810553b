"""Correct a guest's name, or who sees it."""

from typing import Any

from django.db import transaction

from caledonia_site.common.permissions import require
from games.clubs.models import Membership
from games.clubs.services.add_guest_player import free_guest_name
from games.clubs.services.locking import lock_club, membership_in
from games.players.models import Player


@transaction.atomic
def update_guest(*, actor: Any, membership: Membership, name: str, visibility: str) -> Player:
    club = lock_club(membership.club)
    membership = membership_in(club, membership)
    require(actor, "clubs.edit_guest", membership)
    player = membership.player
    player.name = free_guest_name(club, name, besides=player)
    player.visibility = visibility
    player.save(update_fields=["name", "name_key", "visibility"])
    return player
