"""Ask to be let in."""

from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.errors import UserError
from caledonia_site.common.permissions import require
from games.clubs.models import Club, JoinRequest
from games.clubs.models.join_request import JoinRequestState
from games.clubs.services.locking import lock_club
from games.players.models import Player
from games.players.selectors.own_player import own_player

MOST_A_DAY = 10
MOST_AT_ONE_CLUB = 3
A_WHILE = timedelta(days=14)


class AlreadyAskedError(UserError):
    code = "already_asked"
    message = _("You have asked already. The club's organisers see your request.")


class AskedTooOftenError(UserError):
    code = "asked_too_often"
    message = _("You have asked to join too often lately. Please wait some days, or speak to the club.")
    status = 429


@transaction.atomic
def request_to_join(*, actor: Any, club: Club, message: str = "") -> JoinRequest:
    club = lock_club(club)
    require(actor, "clubs.request_to_join", club)
    player = own_player(actor)
    if JoinRequest.objects.filter(club=club, player=player, state=JoinRequestState.OPEN).exists():
        raise AlreadyAskedError
    _check_limits(club, player)
    return JoinRequest.objects.create(club=club, player=player, message=message.strip()[:300])


def _check_limits(club: Club, player: Player) -> None:
    """Answered and withdrawn requests count too, so that nobody can knock for ever at one door, or at all."""
    now = timezone.now()
    asked = JoinRequest.objects.filter(player=player)
    if (
        asked.filter(created_at__gt=now - timedelta(days=1)).count() >= MOST_A_DAY
        or asked.filter(club=club, created_at__gt=now - A_WHILE).count() >= MOST_AT_ONE_CLUB
    ):
        raise AskedTooOftenError
