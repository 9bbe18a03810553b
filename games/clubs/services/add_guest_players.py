"""Add many people at once whom the club plays with and who have no account."""

from collections.abc import Sequence
from typing import Any

from django.db import transaction

from caledonia_site.common.permissions import require
from games.clubs.enums import Role
from games.clubs.models import Club, Membership
from games.clubs.services.add_guest_player import GuestNameTakenError
from games.clubs.services.locking import lock_club
from games.clubs.signals import guests_added
from games.players.models import PageVisibility, Player
from games.players.names import normalised
from games.players.services.create_account_player import usable_player_name


def new_guest(club: Club, name: str) -> Player:
    """Not stored yet; as adding a single guest would make them."""
    return Player(name=usable_player_name(name), visibility=PageVisibility.CLUB, is_demo=club.is_demo)


@transaction.atomic
def add_guest_players(*, actor: Any, club: Club, players: Sequence[Player]) -> None:
    """Store players made by `new_guest`, as members of the club. All of them, or none when a name is taken."""
    club = lock_club(club)
    require(actor, "clubs.add_guest", club)
    keys = [normalised(player.name) for player in players]
    guests = Membership.objects.filter(club=club, player__account=None, player__merged_into=None)
    if len(set(keys)) < len(keys) or guests.filter(player__name_key__in=keys).exists():
        raise GuestNameTakenError
    Player.objects.bulk_create(players)
    Membership.objects.bulk_create(
        Membership(club=club, player=player, role=Role.MEMBER) for player in players
    )
    guests_added.send(sender=Club, club=club, players=players)
