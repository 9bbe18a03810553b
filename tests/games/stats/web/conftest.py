import pytest

from games.results.services.results import Person
from games.stats.services.segments import mark_all_games
from tests.factories.clubs import ClubFactory, MembershipFactory
from tests.factories.people import PlayerFactory
from tests.games.stats.helpers import copy_of, fit_all, played, refresh_statistics, two


@pytest.fixture
def club(db):
    return ClubFactory(name="Leith Traders", slug="leith-traders")


@pytest.fixture
def ailsa(club):
    return MembershipFactory(club=club, player=PlayerFactory(name="Ailsa Muir")).player


@pytest.fixture
def rory(club):
    return MembershipFactory(club=club, player=PlayerFactory(name="Rory Kerr")).player


@pytest.fixture
def games(club, ailsa, rory):
    """Six games: Ailsa with Campbell always before Rory with Stewart, once with a third clan at the table."""
    people = [Person(player=ailsa), Person(player=rory)]
    first = two(people=people, club=club)
    found = [first, *(copy_of(first, day=first.played_on) for _ in range(4))]
    third = {"clan": "macdonald", "contracts": 3, "settlements": 5}
    found.append(
        played(
            {"clan": "campbell", "turn_order": 2},
            {"clan": "stewart", "contracts": 4, "settlements": 6, "turn_order": 1},
            third | {"turn_order": 3},
            people=[*people, Person(name="Una")],
            club=club,
        )
    )
    mark_all_games()
    refresh_statistics()
    return found


@pytest.fixture
def fitted(club, ailsa, rory):
    """Forty games in which the clans go round, enough for worths."""
    clans = ("campbell", "stewart", "macdonald")
    people = [Person(player=ailsa), Person(player=rory)]
    found = [two(clans[number], clans[(number + 1) % 3], people=people, club=club) for number in range(3)]
    for number in range(3, 40):
        copy_of(found[number % 3], day=found[0].played_on)
    mark_all_games()
    refresh_statistics()
    fit_all()
