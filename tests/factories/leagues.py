"""Leagues, seasons and their games for tests."""

from dataclasses import replace
from datetime import date
from typing import Any

import factory
from factory.django import DjangoModelFactory

from caledonia_site.common.jobs.runner import process_marks
from games.clubs.enums import Role
from games.results.models import Game
from games.results.services.results import Circumstances, Person
from tests.factories.clubs import ClubFactory, member_of, members_of
from tests.factories.games import clans_seat, clans_sheet, recorded_game
from tournaments.leagues.configuration import Configuration
from tournaments.leagues.enums import Enrolment, SeasonKind
from tournaments.leagues.models import League, Season
from tournaments.leagues.services.groups import deal_groups
from tournaments.leagues.services.seasons import SeasonDetails, plan_season, start_season

FIRST_DAY = date(2026, 3, 1)
LAST_DAY = date(2026, 5, 31)


class LeagueFactory(DjangoModelFactory):
    class Meta:
        model = League

    club = factory.SubFactory(ClubFactory)
    name = factory.Sequence(lambda number: f"League {number}")
    system = "clans_of_caledonia"


def details(**changes: Any) -> SeasonDetails:
    """An open season of everybody from March to May."""
    given = {
        "name": "Season 1",
        "kind": SeasonKind.OPEN,
        "starts_on": FIRST_DAY,
        "ends_on": LAST_DAY,
        "enrolment": Enrolment.EVERYBODY,
        "configuration": Configuration(),
    }
    return SeasonDetails(**(given | changes))


def organiser_of(club: Any) -> Any:
    return member_of(club, Role.ORGANISER)


def open_season(*, players: int = 0, league: Any = None, actor: Any = None, **changes: Any) -> Season:
    """A running open season; so many members besides its organiser."""
    league = league or LeagueFactory()
    members_of(league.club, players)
    actor = actor or organiser_of(league.club)
    return plan_season(actor=actor, league=league, details=details(**changes))


def group_season(
    *, players: int = 5, size: int = 5, seats: int = 4, league: Any = None, actor: Any = None, **changes: Any
) -> Season:
    """A running season with groups; the organiser plays in none."""
    league = league or LeagueFactory()
    actor = actor or organiser_of(league.club)
    members = members_of(league.club, players)
    wanted = replace(Configuration(), group_size=size, seats=seats, promoted=1, relegated=1)
    given = {"kind": SeasonKind.GROUPS, "configuration": wanted, "enrolment": Enrolment.SIGN_UP} | changes
    season = plan_season(actor=actor, league=league, details=details(**given))
    for player in members:
        season.participants.get_or_create(player=player)
    deal_groups(actor=actor, season=season)
    season = start_season(actor=actor, season=season)
    season.league = league
    return season


def played(season: Season, *people: Any, on: date = date(2026, 4, 1), **fields: Any) -> Game:
    """A counted game of the season's club in which the first named wins, and so on down."""
    given = [one if isinstance(one, Person) else Person(player=one) for one in people]
    seats = [
        clans_seat(clan=clan, glory=60 - 10 * place)
        for place, clan in zip(
            range(len(given)), ("campbell", "stewart", "robertson", "buchanan"), strict=False
        )
    ]
    arguments = {"club": season.league.club, "circumstances": Circumstances(played_on=on)} | fields
    return recorded_game(*given, sheet=clans_sheet(*seats), warnings_confirmed=True, **arguments)


def refresh(season: Season) -> None:
    process_marks(topic="standings", key=season.public_id)


def members(season: Season, count: int) -> list[Any]:
    """New members of the season's club (who are on its list, where everybody is)."""
    return members_of(season.league.club, count)
