"""Leave a club on one's own."""

from typing import Any

from django.db import transaction

from caledonia_site.common.permissions import require
from games.clubs.models import Club, Membership
from games.clubs.services.forget_answers import forget_answers
from games.clubs.services.locking import keep_an_owner, lock_club


@transaction.atomic
def leave_club(*, actor: Any, club: Club) -> None:
    club = lock_club(club)
    require(actor, "clubs.leave_club", club)
    membership = Membership.objects.select_related("player").get(club=club, player__account=actor)
    keep_an_owner(membership)
    membership.delete()
    forget_answers(club=club, player=membership.player)
