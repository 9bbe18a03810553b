"""Change what a league says about itself."""

from typing import Any

from django.db import transaction

from caledonia_site.common.permissions import require
from games.players.names import tidy
from tournaments.models import League
from tournaments.services.naming import names_shown_since


@transaction.atomic
def change_league(
    *, actor: Any, league: League, name: str, description: str, shows_names: bool = False
) -> League:
    """The game system stays: the results of past seasons belong to it. `shows_names`: its pages name the players to
    everybody.
    """
    require(actor, "tournaments.change_league", league)
    league.name, league.description = tidy(name), description.strip()
    league.names_shown_since = names_shown_since(league.names_shown_since, shows_names=shows_names)
    league.save(update_fields=["name", "description", "names_shown_since"])
    return league
