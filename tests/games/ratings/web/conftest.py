import pytest

from games.players.models import PageVisibility
from games.results.web import sections
from tests.factories.clubs import ClubFactory, MembershipFactory
from tests.factories.people import PlayerFactory
from tests.games.ratings.tables import play, rate


@pytest.fixture(autouse=True)
def ratings_alone(monkeypatch):
    """What other areas add to the same pages is theirs to test."""
    for page, builders in sections._builders.items():
        monkeypatch.setitem(sections._builders, page, {"ratings": builders["ratings"]})


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
def morag(club):
    """Nobody but those who keep the club's records knows her name."""
    player = PlayerFactory(name="Morag Innes", visibility=PageVisibility.HIDDEN)
    return MembershipFactory(club=club, player=player).player


@pytest.fixture
def games(club, ailsa, rory, morag):
    """Six games of the club, always in the same order: Ailsa, Morag, Rory."""
    played = play(ailsa, morag, rory, games=6, club=club, clans=("campbell", "stewart", "macdonald"))
    rate()
    return played
