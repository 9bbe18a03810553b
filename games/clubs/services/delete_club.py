"""Dissolve a club."""

from typing import Any

from django.db import transaction

from caledonia_site.common.permissions import require
from games.clubs.models import Club
from games.clubs.services.forget_guests import forget_unused_guests
from games.clubs.services.locking import lock_club
from games.players.models import Player


@transaction.atomic
def delete_club(*, actor: Any, club: Club) -> None:
    """Members lose the club, never their players; guests whom nothing else needs go with it."""
    club = lock_club(club)
    require(actor, "clubs.delete_club", club)
    guests = list(Player.objects.filter(memberships__club=club, account=None))
    club.delete()
    forget_unused_guests(guests)
