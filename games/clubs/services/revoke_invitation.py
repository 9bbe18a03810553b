"""Close a door again."""

from typing import Any

from django.db import transaction
from django.utils import timezone

from caledonia_site.common.permissions import require
from games.clubs.models import Invitation
from games.clubs.services.locking import lock_club


@transaction.atomic
def revoke_invitation(*, actor: Any, invitation: Invitation) -> None:
    """Revoking twice is no error; who came in before stays in."""
    invitation.club = lock_club(invitation.club)
    require(actor, "clubs.handle_invitation", invitation)
    Invitation.objects.filter(pk=invitation.pk, revoked_at=None).update(revoked_at=timezone.now())
