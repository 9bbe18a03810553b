"""Is the door still open?"""

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.errors import UserError
from games.clubs.models import Invitation


class InvitationUnknownError(UserError):
    code = "invitation_unknown"
    message = _("This invitation does not exist. Was the link copied whole?")
    status = 404


class InvitationRevokedError(UserError):
    code = "invitation_revoked"
    message = _("This invitation has been revoked. Ask the club for a new one.")
    status = 410


class InvitationExpiredError(UserError):
    code = "invitation_expired"
    message = _("This invitation has expired. Ask the club for a new one.")
    status = 410


class InvitationUsedUpError(UserError):
    code = "invitation_used"
    message = _("This invitation has been used already. Ask the club for a new one.")
    status = 410


class PlayerClaimedError(UserError):
    code = "player_claimed"
    message = _("Somebody has taken over this player already. If it was not you, ask the club.")
    status = 410


def check_open(invitation: Invitation) -> None:
    """Raise the reason why nobody can come in by this invitation any more, if there is one."""
    if (
        invitation.revoked_at is not None
        or not Invitation.objects.by_hosts().filter(pk=invitation.pk).exists()
    ):
        raise InvitationRevokedError
    guest = invitation.for_player
    if guest is not None and not (guest.is_guest and guest.merged_into_id is None):
        raise PlayerClaimedError
    if invitation.uses >= invitation.max_uses:
        raise InvitationUsedUpError
    if invitation.expires_at <= timezone.now():
        raise InvitationExpiredError
