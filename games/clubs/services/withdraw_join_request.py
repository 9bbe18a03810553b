"""Take back a request to join."""

from typing import Any

from django.db import transaction
from django.utils import timezone

from games.clubs.models import Club, JoinRequest
from games.clubs.models.join_request import JoinRequestState
from games.clubs.services.answer_join_request import JoinRequestClosedError
from games.clubs.services.locking import lock_club
from games.players.selectors.own_player import own_player


@transaction.atomic
def withdraw_join_request(*, actor: Any, club: Club) -> None:
    club = lock_club(club)
    asked = JoinRequest.objects.filter(club=club, player=own_player(actor), state=JoinRequestState.OPEN)
    if not asked.update(state=JoinRequestState.WITHDRAWN, answered_at=timezone.now()):
        raise JoinRequestClosedError
