"""Take someone out of a club."""

from typing import Any

from django.db import transaction
from django.utils import timezone

from caledonia_site.common.permissions import require
from games.clubs.models import Invitation, Membership
from games.clubs.services.forget_answers import forget_answers
from games.clubs.services.forget_guests import forget_unused_guests
from games.clubs.services.locking import keep_an_owner, lock_club, membership_in


@transaction.atomic
def remove_member(*, actor: Any, membership: Membership) -> None:
    """A guest's open links die with the membership; a guest whom nothing else needs is forgotten."""
    club = lock_club(membership.club)
    membership = membership_in(club, membership)
    require(actor, "clubs.remove_member", membership)
    keep_an_owner(membership)
    player = membership.player
    membership.delete()
    links = Invitation.objects.filter(club=club, for_player=player, revoked_at=None)
    links.update(revoked_at=timezone.now())
    club.player_aliases.filter(player=player).delete()
    forget_answers(club=club, player=player)
    forget_unused_guests([player])
