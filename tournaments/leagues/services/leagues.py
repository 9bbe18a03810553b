"""Set up a league of a club, change what it says about itself, or take it away with all its seasons."""

from dataclasses import dataclass

from django.db import transaction

from caledonia_site.common.permissions import require
from games.clubs.models import Club
from games.players.actors import Actor
from games.players.names import tidy
from scoring import registry
from tournaments.leagues.models import League
from tournaments.shared.errors import UnknownSystemError
from tournaments.shared.names import names_shown_since


@dataclass(frozen=True, kw_only=True)
class LeagueDetails:
    name: str
    system: str
    description: str = ""
    shows_names: bool = False


@transaction.atomic
def create_league(*, actor: Actor, club: Club, details: LeagueDetails) -> League:
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


@transaction.atomic
def change_league(
    *, actor: Actor, league: League, name: str, description: str, shows_names: bool = False
) -> League:
    """The game system stays: the results of past seasons belong to it. `shows_names`: its pages name the players to
    everybody.
    """
    require(actor, "tournaments.change_league", league)
    league.name, league.description = tidy(name), description.strip()
    league.names_shown_since = names_shown_since(league.names_shown_since, shows_names=shows_names)
    league.save(update_fields=["name", "description", "names_shown_since"])
    return league


@transaction.atomic
def delete_league(*, actor: Actor, league: League) -> None:
    """The games stay: they belong to the club."""
    require(actor, "tournaments.delete_league", league)
    league.delete()
