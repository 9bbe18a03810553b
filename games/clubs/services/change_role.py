"""Give a member another role."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.errors import UserError
from caledonia_site.common.permissions import require
from games.clubs.enums import Role
from games.clubs.models import Membership
from games.clubs.services.locking import keep_an_owner, lock_club, membership_in


class GuestRoleError(UserError):
    code = "guest_role"
    message = _("A guest has no account and cannot take a role.")


@transaction.atomic
def change_role(*, actor: Any, membership: Membership, role: Role) -> Membership:
    """The actor needs the right over both the old and the new role."""
    club = lock_club(membership.club)
    membership = membership_in(club, membership)
    require(actor, "clubs.change_role", membership)
    require(actor, "clubs.change_role", Membership(club=club, role=role))
    if membership.player.is_guest and role != Role.MEMBER:
        raise GuestRoleError
    if role != Role.OWNER:
        keep_an_owner(membership)
    membership.role = role
    membership.save(update_fields=["role"])
    return membership
