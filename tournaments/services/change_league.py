"""Change what a league says about itself."""

from typing import Any

from django.db import transaction

from caledonia_site.common.permissions import require
from games.players.names import tidy
from tournaments.models import League


@transaction.atomic
def change_league(*, actor: Any, league: League, name: str, description: str) -> League:
    """The game system stays: the results of past seasons belong to it."""
    require(actor, "tournaments.change_league", league)
    league.name, league.description = tidy(name), description.strip()
    league.save(update_fields=["name", "description"])
    return league
