"""Let someone in who asked, or not."""

from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.errors import UserError
from caledonia_site.common.permissions import require
from games.clubs.enums import Role
from games.clubs.models import JoinRequest
from games.clubs.models.join_request import JoinRequestState
from games.clubs.services.accept_invitation import let_in
from games.clubs.services.locking import lock_club


class JoinRequestClosedError(UserError):
    code = "join_request_closed"
    message = _("This request has been answered or withdrawn already.")


@transaction.atomic
def answer_join_request(*, actor: Any, join_request: JoinRequest, accept: bool) -> JoinRequest:
    club = lock_club(join_request.club)
    require(actor, "clubs.answer_join_request", club)
    join_request = JoinRequest.objects.select_related("player").get(pk=join_request.pk)
    if join_request.state != JoinRequestState.OPEN:
        raise JoinRequestClosedError
    if accept:
        let_in(club=club, player=join_request.player, role=Role.MEMBER, answered_by=actor)
        join_request.refresh_from_db()
        return join_request
    join_request.state = JoinRequestState.DECLINED
    join_request.answered_at = timezone.now()
    join_request.answered_by = actor
    join_request.save(update_fields=["state", "answered_at", "answered_by"])
    return join_request
