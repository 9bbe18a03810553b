"""Set up a league of a club."""

from dataclasses import dataclass
from typing import Any

from django.db import transaction

from caledonia_site.common.permissions import require
from games.clubs.models import Club
from games.players.names import tidy
from scoring import registry
from tournaments.models import League
from tournaments.services.errors import UnknownSystemError
from tournaments.services.naming import names_shown_since


@dataclass(frozen=True, kw_only=True)
class LeagueDetails:
    name: str
    system: str
    description: str = ""
    shows_names: bool = False


@transaction.atomic
def create_league(*, actor: Any, club: Club, details: LeagueDetails) -> League:
    """Raises UnknownSystemError."""
    require(actor, "tournaments.create_league", club)
    if details.system not in {ruleset.description.key for ruleset in registry.systems()}:
        raise UnknownSystemError
    return League.objects.create(
        club=club,
        name=tidy(details.name),
        system=details.system,
        description=details.description.strip(),
        names_shown_since=names_shown_since(None, shows_names=details.shows_names),
    )
