"""Ask to be let in."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.errors import UserError
from caledonia_site.common.permissions import require
from games.clubs.models import Club, JoinRequest
from games.clubs.models.join_request import JoinRequestState
from games.clubs.services.locking import lock_club
from games.players.selectors.own_player import own_player


class AlreadyAskedError(UserError):
    code = "already_asked"
    message = _("You have asked already. The club's organisers see your request.")


@transaction.atomic
def request_to_join(*, actor: Any, club: Club, message: str = "") -> JoinRequest:
    club = lock_club(club)
    require(actor, "clubs.request_to_join", club)
    player = own_player(actor)
    if JoinRequest.objects.filter(club=club, player=player, state=JoinRequestState.OPEN).exists():
        raise AlreadyAskedError
    return JoinRequest.objects.create(club=club, player=player, message=message.strip()[:300])
