import pytest

from games.clubs.models import Club, Membership
from games.players.models import Player, User
from games.results.services.results import Person


@pytest.fixture
def ailsa(db):
    account = User.objects.create_user("ailsa@example.org")
    return Player.objects.create(name="Ailsa", account=account)


@pytest.fixture
def rory(db):
    return Player.objects.create(name="Rory")


@pytest.fixture
def club(ailsa, rory):
    """Ailsa is a member, Rory a guest."""
    club = Club.objects.create(name="Leith Traders", slug="leith-traders")
    Membership.objects.create(club=club, player=ailsa)
    Membership.objects.create(club=club, player=rory)
    return club


@pytest.fixture
def pair(ailsa, rory):
    return [Person(player=ailsa), Person(player=rory)]
