"""What tests of leagues share."""

import pytest

from tests.factories.clubs import ClubFactory
from tests.factories.leagues import LeagueFactory, organiser_of


@pytest.fixture
def club(db):
    return ClubFactory(name="Leith Traders", slug="leith-traders")


@pytest.fixture
def league(club):
    return LeagueFactory(club=club, name="Thursday League")


@pytest.fixture
def organiser(club):
    return organiser_of(club)
