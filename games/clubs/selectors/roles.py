"""Which roles somebody may give."""

from typing import Any

from caledonia_site.common.permissions import may
from games.clubs.enums import Role
from games.clubs.models import Club, Invitation, Membership


def roles_to_give(user: Any, club: Club) -> list[Role]:
    return [role for role in Role if may(user, "clubs.change_role", Membership(club=club, role=role))]


def roles_to_invite(user: Any, club: Club) -> list[Role]:
    """From the humblest up; nobody becomes an owner by invitation."""
    roles = [role for role in reversed(Role) if role != Role.OWNER]
    return [role for role in roles if may(user, "clubs.handle_invitation", Invitation(club=club, role=role))]
