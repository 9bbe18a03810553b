"""How often, how much, how long: where the limits are, and what is said when one is reached."""

from datetime import timedelta
from itertools import cycle

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from caledonia_site.common import rate_limits
from caledonia_site.common.api.throttling import FixedWindowRate, PreviewRate
from games.results.services.proofs import PERSONAL_LINK_LIFE, table_token, token_for
from games.results.services.proofs import TABLE_CODE_LIFE as TABLE_LIFE
from games.sheets.views import preview
from tests.factories.clubs import ClubFactory, InvitationFactory
from tests.factories.games import recorded_game
from tests.factories.people import PlayerFactory

pytestmark = pytest.mark.django_db

FRENCH = {"accept-language": "fr"}
MOMENT = "2026-11-15 10:00:30Z"


@pytest.fixture
def client():
    return Client(headers=FRENCH)


@pytest.fixture(autouse=True)
def at_one_moment():
    """No minute begins while a test counts."""
    with time_machine.travel(MOMENT, tick=False):
        yield


class TestHowOften:
    def test_signing_in(self, client):
        for _ in range(30):
            client.post("/account/login/", {})
        refused = client.post("/account/login/", {"login": "ann@example.org", "password": "guess"})
        assert (refused.status_code, refused["Retry-After"]) == (429, "60")
        assert 'lang="fr"' in refused.content.decode()

    def test_the_score_while_people_type(self, client, monkeypatch):
        monkeypatch.setattr(preview, "MOST_PER_MINUTE", 2)
        path = "/score/clans_of_caledonia/preview"
        told = [client.post(path, {"sheet": {}}, content_type="application/json") for _ in range(3)]
        assert [one.status_code for one in told] == [200, 200, 429]
        assert told[2]["Retry-After"] == "60"
        assert told[2].json()["code"] == "too_often"
        assert told[2].json()["detail"].startswith("C’était trop souvent.")

    @pytest.mark.parametrize(
        ("limits", "method", "path"),
        [
            (FixedWindowRate, "get", "/api/v1/figures/"),
            (PreviewRate, "post", "/api/v1/rulesets/glen_more_2/preview/"),
        ],
    )
    def test_the_api(self, client, monkeypatch, limits, method, path):
        monkeypatch.setattr(limits, "most_of_a_visitor", 2)
        told = [getattr(client, method)(path, {}, content_type="application/json") for _ in range(3)]
        assert [one.status_code == 429 for one in told] == [False, False, True]
        assert told[2]["Retry-After"] == "30"
        assert "30 secondes" in told[2].json()["detail"]

    def test_secret_links_that_are_none(self, client):
        game = recorded_game()
        paths = (
            "/clubs/invitations/abc.def/",
            "/clubs/events/mail/1.def/",
            "/leagues/reminders/1.def/",
            "/tournaments/place/zzzzzzzzzz/",
            "/tournaments/mail/1.def/",
            f"/games/{game.public_id}/mine/abc:def/",
            f"/games/{game.public_id}/table/abc:def/",
        )
        for _, path in zip(range(rate_limits.MOST_WRONG_LINKS), cycle(paths), strict=False):
            assert client.get(path).status_code == 404
        right = InvitationFactory().get_absolute_url()
        for path in (*paths, right):
            refused = client.get(path)
            assert (refused.status_code, refused["Retry-After"]) == (429, "60")
            assert 'lang="fr"' in refused.content.decode()
        assert client.get("/clubs/").status_code == 200
        with time_machine.travel(timezone.now() + timedelta(minutes=1)):
            assert client.get(right).status_code == 200

    def test_right_links_count_for_nothing(self, client, monkeypatch):
        monkeypatch.setattr(rate_limits, "MOST_WRONG_LINKS", 2)
        path = InvitationFactory().get_absolute_url()
        assert [client.get(path).status_code for _ in range(4)] == [200] * 4


class TestHowMuch:
    def test_a_form_of_megabytes_is_no_form(self, client):
        assert client.post("/account/login/", {"login": "x" * 2_600_000}).status_code == 400

    def test_thousands_of_fields_are_no_form(self, client):
        assert (
            client.post("/account/login/", {f"f{number}": "1" for number in range(1_100)}).status_code == 400
        )

    def test_a_long_or_deep_request_of_a_program(self, client):
        path = "/api/v1/rulesets/glen_more_2/preview/"
        assert client.post(path, "9" * 200_001, content_type="application/json").status_code == 413
        assert client.post(path, "[" * 100_000, content_type="application/json").status_code == 400


class TestHowLong:
    def test_a_personal_link_ends_after_its_life(self, client):
        game = recorded_game(club=ClubFactory(visibility="private"))
        path = f"/games/{game.public_id}/mine/{token_for(game.seats.get(index=0), game)}/"
        assert client.get(path).status_code == 200
        with time_machine.travel(timezone.now() + PERSONAL_LINK_LIFE + timedelta(minutes=1)):
            assert client.get(path).status_code == 410
            assert client.post(path, {"version": 1}).status_code == 410

    def test_the_code_of_a_table_ends_sooner(self, client):
        game = recorded_game(club=ClubFactory(visibility="private"))
        path = f"/games/{game.public_id}/table/{table_token(game, shown_by=None)}/"
        assert client.get(path).status_code == 200
        with time_machine.travel(timezone.now() + TABLE_LIFE + timedelta(minutes=1)):
            assert client.get(path).status_code == 410
            assert client.post(f"{path}0/", {"do": "confirm", "version": 1}).status_code == 410

    def test_an_invitation_ends_too(self, client):
        path = InvitationFactory().get_absolute_url()
        client.force_login(PlayerFactory().account)
        with time_machine.travel(timezone.now() + timedelta(days=14, minutes=1)):
            assert client.get(path).status_code == 410
            assert client.post(path).status_code == 410
