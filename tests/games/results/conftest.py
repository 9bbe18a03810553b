import pytest

from games.clubs.enums import Role
from games.results.services.results import Person
from games.results.web import sections
from tests.factories.clubs import ClubFactory, MembershipFactory, member_of
from tests.factories.games import recorded_game
from tests.factories.people import PlayerFactory


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
def organiser(club):
    return member_of(club, Role.ORGANISER, name="Una Hay")


@pytest.fixture
def game(club, ailsa, rory):
    """Recorded by Ailsa, who beat Rory 84 : 64."""
    return recorded_game(Person(player=ailsa), Person(player=rory), club=club, recorder=ailsa.account)


@pytest.fixture
def without_sections(monkeypatch):
    """The pages by themselves: what other areas add to them is counted in the tests of those areas."""
    for page in sections.SectionedPage:
        monkeypatch.setitem(sections._builders, page, {})
