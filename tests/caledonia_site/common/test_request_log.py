"""What stands in the log of each request, and what never does."""

import logging

import pytest
from django.test import Client

from caledonia_site.common.redaction import without_secrets
from tests.factories.clubs import InvitationFactory
from tests.factories.people import PlayerFactory

SIGNATURE = "PudC5Z7k2nCVRUpdfAd1XvFHa1YOiQGUZHGaXBvo0PY"


@pytest.mark.parametrize(
    ("path", "logged"),
    [
        ("/games/", "/games/"),
        ("/games/?search=Una+Kerr&key=hush", "/games/?…"),
        (f"/clubs/invitations/abc.{SIGNATURE}/", "/clubs/invitations/…/"),
        (f"/games/x/mine/abc:1x:{SIGNATURE}/", "/games/x/mine/…/"),
        (f"/games/x/mine/abc%3A1x%3a{SIGNATURE}", "/games/x/mine/…"),
        (
            "/static/css/a-long-name-of-a-style-sheet.0123456789ab.css",
            "/static/css/a-long-name-of-a-style-sheet.0123456789ab.css",
        ),
        ("/tournaments/place/bcdfghjkmn/", "/tournaments/place/…/"),
        ("/tournaments/bcdfghjkmn-cup/door/npqrstvwxy/", "/tournaments/bcdfghjkmn-cup/door/…/"),
        ("/score/drafts/1b4e28ba-2fa1-11d2-883f-0016d3cca427", "/score/drafts/…"),
        (
            "/clubs/edinburgh-university-board-games-society/",
            "/clubs/edinburgh-university-board-games-society/",
        ),
    ],
)
def test_signed_parts_and_queries_are_left_out(path, logged):
    assert without_secrets(path) == logged


@pytest.mark.django_db
def test_no_secret_reaches_the_log(caplog):
    account = PlayerFactory(account__email="una@example.org").account
    account.set_password("a long pass phrase")
    account.save()
    link = InvitationFactory().get_absolute_url()
    client = Client()
    with caplog.at_level(logging.DEBUG):
        client.get(link, {"key": "feed-key-secret"}, headers={"authorization": "Bearer token-secret"})
        client.post("/account/login/", {"login": "una@example.org", "password": "a long pass phrase"})
        client.get("/api/v1/games/", headers={"authorization": "Bearer token-secret"})
    text = caplog.text + "".join(str(record.__dict__) for record in caplog.records)
    assert "request_started" in text
    for secret in ("feed-key-secret", "token-secret", "pass phrase", link.strip("/").split("/")[-1]):
        assert secret not in text
