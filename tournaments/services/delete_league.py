"""Take a league away with all its seasons."""

from typing import Any

from django.db import transaction

from caledonia_site.common.permissions import require
from tournaments.models import League


@transaction.atomic
def delete_league(*, actor: Any, league: League) -> None:
    """The games stay: they belong to the club."""
    require(actor, "tournaments.delete_league", league)
    league.delete()
