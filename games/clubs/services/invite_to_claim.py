"""Give a guest the link by which they take over their player."""

from typing import Any

from django.db import transaction

from caledonia_site.common.permissions import require
from games.clubs.models import Invitation, Membership
from games.clubs.services.locking import lock_club, membership_in


@transaction.atomic
def invite_to_claim(*, actor: Any, membership: Membership) -> Invitation:
    """One open link for each guest: asking again gives the same one."""
    club = lock_club(membership.club)
    membership = membership_in(club, membership)
    require(actor, "clubs.invite_to_claim", membership)
    links = Invitation.objects.usable().filter(club=club, for_player=membership.player)
    return links.first() or Invitation.objects.create(
        club=club, for_player=membership.player, created_by=actor
    )
