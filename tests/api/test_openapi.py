"""The committed description of the API is the one the code gives, and the live site keeps to it."""

from pathlib import Path

import pytest
import schemathesis
from django.conf import settings
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, connection
from hypothesis import HealthCheck
from hypothesis import settings as limits
from schemathesis.specs.openapi.checks import ignored_auth, positive_data_acceptance

from caledonia_site.common.api.throttling import FixedWindowRate
from caledonia_site.pages.api_docs import openapi_yaml
from games.results.services.results import Person
from games.tokens.enums import TokenScope
from games.tokens.services import create_token
from tests.factories.clubs import ClubFactory, MembershipFactory
from tests.factories.games import recorded_game
from tests.factories.people import PlayerFactory

COMMITTED = Path(settings.PROJECT_DIR) / "docs" / "openapi.yaml"


def test_the_committed_file_is_up_to_date():
    assert COMMITTED.read_bytes() == openapi_yaml(), (
        "the API has changed: make openapi writes docs/openapi.yaml anew"
    )


# Forty requests to each operation with values at and beyond every bound go to the database that minds them more, some
# with whatever the description allows to the other.
is_particular = connection.vendor == "postgresql"
TRIED = {
    "phases": {
        # Methods that an operation does not have never come to the database; `tests/security` knows each of them.
        "coverage": {"enabled": is_particular, "unexpected-methods": []},
        "fuzzing": {"enabled": not is_particular},
    }
}
# Asking for the description touches no database.
schema = schemathesis.openapi.from_wsgi(
    "/api/v1/openapi.yaml", get_wsgi_application(), config=schemathesis.Config.from_dict(TRIED)
)


@pytest.fixture(scope="module")
def token(file_data):
    """Of someone who may write, on a site with a game of theirs."""
    with file_data():
        club = ClubFactory()
        player = MembershipFactory(club=club, player=PlayerFactory()).player
        recorded_game(Person(player=player), Person(name="Rory"), club=club, recorder=player.account)
        return create_token(actor=player.account, name="Fuzz", scope=TokenScope.WRITE)[1]


@pytest.fixture
def secret(token, db, monkeypatch):
    """The same, as often as the test likes."""
    monkeypatch.setattr(FixedWindowRate, "most_of_an_account", 1_000_000)
    # As Django's own test client does: the connection holds the test's transaction and must stay open.
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield token
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


@schema.parametrize()
@limits(max_examples=6, derandomize=True, deadline=None, suppress_health_check=list(HealthCheck))
def test_the_site_keeps_to_its_description(case, secret):
    case.call_and_validate(
        # What it asks for otherwise, compressed, it cannot read.
        headers={"Authorization": f"Bearer {secret}", "Accept-Encoding": "identity"},
        # The token is sent with every request: leaving it out is what `test_tokens` tries. And no schema can
        # say which sheets, ids and versions are right: those are refused with reason.
        excluded_checks=[ignored_auth, positive_data_acceptance],
    )
