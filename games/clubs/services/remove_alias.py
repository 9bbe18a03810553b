"""Forget a spelling of a player."""

from typing import Any

from django.db import transaction

from caledonia_site.common.permissions import require
from games.clubs.models import Club, PlayerAlias
from games.clubs.services.locking import lock_club


@transaction.atomic
def remove_alias(*, actor: Any, club: Club, alias: PlayerAlias) -> None:
    """Only spellings of the club itself; those that hold everywhere are the site staff's."""
    club = lock_club(club)
    require(actor, "clubs.edit_aliases", club)
    PlayerAlias.objects.filter(club=club, pk=alias.pk).delete()
