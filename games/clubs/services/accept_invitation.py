"""Come in by an invitation."""

from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.errors import UserError
from games.clubs.models import Club, Invitation, Membership
from games.clubs.models.join_request import JoinRequest, JoinRequestState
from games.clubs.services.locking import lock_club
from games.clubs.services.open_invitation import check_open
from games.players.models import Player
from games.players.selectors.own_player import own_player


class AlreadyMemberError(UserError):
    code = "already_member"
    message = _("You are a member of this club already.")


@transaction.atomic
def accept_invitation(*, actor: Any, invitation: Invitation) -> Membership:
    """Join with the role of the invitation. A member who opens a link again uses nothing up."""
    player = own_player(actor)
    club = lock_club(invitation.club)
    invitation = Invitation.objects.select_related("for_player").get(pk=invitation.pk)
    if Membership.objects.filter(club=club, player=player).exists():
        raise AlreadyMemberError
    check_open(invitation)
    count_use(invitation)
    return let_in(club=club, player=player, role=invitation.role, answered_by=invitation.created_by)


def count_use(invitation: Invitation) -> None:
    invitation.uses += 1
    invitation.save(update_fields=["uses"])


def let_in(*, club: Club, player: Player, role: str, answered_by: Any) -> Membership:
    """Make the player a member and close what they had asked for."""
    JoinRequest.objects.filter(club=club, player=player, state=JoinRequestState.OPEN).update(
        state=JoinRequestState.ACCEPTED, answered_at=timezone.now(), answered_by=answered_by
    )
    return Membership.objects.create(club=club, player=player, role=role)
