"""Give a member another role, take somebody out, or leave on one's own."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.errors import UserError
from caledonia_site.common.permissions import require
from games.clubs.enums import Role
from games.clubs.models import Club, Invitation, Membership
from games.clubs.services.guests import forget_unused_guests
from games.clubs.services.locks import keep_an_owner, lock_club, membership_in
from games.clubs.services.meetings import forget_answers
from games.players.actors import Actor, signed_in


class GuestRoleError(UserError):
    code = "guest_role"
    message = _("A guest has no account and cannot take a role.")


@transaction.atomic
def change_role(*, actor: Actor, membership: Membership, role: Role) -> Membership:
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


@transaction.atomic
def leave_club(*, actor: Actor, club: Club) -> None:
    club = lock_club(club)
    require(actor, "clubs.leave_club", club)
    membership = Membership.objects.select_related("player").get(club=club, player__account=signed_in(actor))
    keep_an_owner(membership)
    membership.delete()
    forget_answers(club=club, player=membership.player)


@transaction.atomic
def remove_member(*, actor: Actor, membership: Membership) -> None:
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
