"""One change of a club's members at a time."""

from django.utils.translation import gettext_lazy as _

from caledonia_site.common.errors import UserError
from games.clubs.enums import Role
from games.clubs.models import Club, Membership


class ClubGoneError(UserError):
    code = "club_gone"
    message = _("This club does not exist any more.")
    status = 404


class MembershipGoneError(UserError):
    code = "membership_gone"
    message = _("This player is not in the club any more.")


class LastOwnerError(UserError):
    code = "last_owner"
    message = _("A club needs an owner: hand it over to someone else first.")


def lock_club(club: Club) -> Club:
    """The club as it is now, and ours until the transaction ends.

    Every service that changes members or roles begins here, so that two owners leaving at the same moment
    take turns and the second one finds itself the last. Rows that merely point to the club are not blocked.
    """
    locked = Club.objects.select_for_update(no_key=True).filter(pk=club.pk).first()
    if locked is None:
        raise ClubGoneError
    return locked


def membership_in(club: Club, membership: Membership) -> Membership:
    """The membership as it is now, after the club was locked."""
    current = Membership.objects.select_related("player").filter(club=club, pk=membership.pk).first()
    if current is None:
        raise MembershipGoneError
    current.club = club
    return current


def keep_an_owner(membership: Membership) -> None:
    """Refuse what would take the club its last owner."""
    if membership.role == Role.OWNER:
        others = Membership.objects.filter(club=membership.club, role=Role.OWNER).exclude(pk=membership.pk)
        if not others.exists():
            raise LastOwnerError
