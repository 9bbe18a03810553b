"""Make somebody else the owner in one's own place."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.errors import UserError
from caledonia_site.common.permissions import require
from games.clubs.enums import Role
from games.clubs.models import Membership
from games.clubs.services.change_role import GuestRoleError
from games.clubs.services.locking import lock_club, membership_in


class AlreadyOwnerError(UserError):
    code = "already_owner"
    message = _("This member owns the club already.")


@transaction.atomic
def hand_over_club(*, actor: Any, membership: Membership) -> Membership:
    """The member becomes an owner, the actor an organiser: never a moment without an owner."""
    club = lock_club(membership.club)
    membership = membership_in(club, membership)
    require(actor, "clubs.hand_over_club", club)
    if membership.player.is_guest:
        raise GuestRoleError
    if membership.role == Role.OWNER:
        raise AlreadyOwnerError
    membership.role = Role.OWNER
    membership.save(update_fields=["role"])
    Membership.objects.filter(club=club, player__account=actor).update(role=Role.ORGANISER)
    return membership
