"""Remember another spelling of a player, for imports."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.errors import UserError
from caledonia_site.common.permissions import require
from games.clubs.models import Membership, PlayerAlias
from games.clubs.services.locking import lock_club, membership_in
from games.players.names import normalised, tidy


class EmptySpellingError(UserError):
    code = "empty_spelling"
    message = _("Please enter a spelling.")
    status = 400


class AliasTakenError(UserError):
    code = "alias_taken"
    message = _("This spelling belongs to a player of the club already.")


@transaction.atomic
def add_alias(*, actor: Any, membership: Membership, spelling: str) -> PlayerAlias:
    club = lock_club(membership.club)
    membership = membership_in(club, membership)
    require(actor, "clubs.edit_aliases", club)
    spelling = tidy(spelling)
    if not spelling:
        raise EmptySpellingError
    if PlayerAlias.objects.filter(club=club, spelling_key=normalised(spelling)).exists():
        raise AliasTakenError
    return PlayerAlias.objects.create(club=club, player=membership.player, spelling=spelling)
