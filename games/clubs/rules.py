"""Who may do what in a club.

`docs/permissions.md` is made from these predicates, and the tests try every role on every action. Predicates take a
club, or an object of a club (membership, invitation, join request) that names it as `.club`.
"""

from typing import Any

import rules

from games.clubs.enums import ClubVisibility, Role
from games.players.rules import is_signed_in, is_site_staff
from games.players.viewers import Viewer


def role_of(user: Viewer, obj: Any) -> Role | None:
    role: Role | None = getattr(obj, "club", obj).role_of(user)
    return role


def has_role(least: Role) -> Any:
    """A predicate: a member with that role or a higher one."""

    @rules.predicate(name=f"has_role:{least}")
    def predicate(user: Viewer, obj: Any) -> bool:
        role = role_of(user, obj)
        return role is not None and role.is_at_least(least)

    return predicate


is_member = has_role(Role.MEMBER)
is_scorekeeper = has_role(Role.SCOREKEEPER)
is_organiser = has_role(Role.ORGANISER)
is_owner = has_role(Role.OWNER)


@rules.predicate
def is_private(user: Viewer, obj: Any) -> bool:
    return bool(getattr(obj, "club", obj).visibility == ClubVisibility.PRIVATE)


@rules.predicate
def concerns_lower_role(user: Viewer, obj: Any) -> bool:
    """Organisers deal with scorekeepers and members; with their equals and above, only owners do."""
    return not Role(obj.role).is_at_least(Role.ORGANISER)


@rules.predicate
def concerns_guest(user: Viewer, membership: Any) -> bool:
    return bool(membership.player.is_guest)


staff_or_owner = is_owner | is_site_staff
staff_or_organiser = is_organiser | is_site_staff
over_lower_role = staff_or_owner | (is_organiser & concerns_lower_role)

rules.add_perm("clubs.create_club", is_signed_in)
rules.add_perm("clubs.see_club", ~is_private | is_member | is_site_staff)
rules.add_perm("clubs.request_to_join", is_signed_in & ~is_private & ~is_member)
rules.add_perm("clubs.leave_club", is_member)

rules.add_perm("clubs.add_guest", is_scorekeeper | is_site_staff)
rules.add_perm("clubs.edit_guest", staff_or_organiser & concerns_guest)
rules.add_perm("clubs.invite_to_claim", staff_or_organiser & concerns_guest)
rules.add_perm("clubs.merge_guests", staff_or_organiser)
rules.add_perm("clubs.edit_aliases", staff_or_organiser)

rules.add_perm("clubs.manage_members", staff_or_organiser)
rules.add_perm("clubs.invite", staff_or_organiser)
rules.add_perm("clubs.handle_invitation", over_lower_role)
rules.add_perm("clubs.answer_join_request", staff_or_organiser)
rules.add_perm("clubs.remove_member", over_lower_role)
rules.add_perm("clubs.change_role", over_lower_role)

rules.add_perm("clubs.plan_meeting", staff_or_organiser)
rules.add_perm("clubs.answer_meeting", is_member)
# Who is at which place at which hour is for the club alone, however public its page is.
rules.add_perm("clubs.see_answers", is_member | is_site_staff)

rules.add_perm("clubs.edit_club", staff_or_owner)
rules.add_perm("clubs.hand_over_club", is_owner)
rules.add_perm("clubs.delete_club", staff_or_owner)
