"""The page of one's tokens."""

import re

import pytest
from rest_framework.test import APIClient

from games.tokens.enums import TokenScope
from games.tokens.models import PersonalToken
from games.tokens.services import MOST_TOKENS, create_token
from tests.factories.clubs import ClubFactory

pytestmark = pytest.mark.django_db
PAGE = "/account/tokens/"


@pytest.fixture
def account(client, ailsa):
    client.force_login(ailsa.account)
    return ailsa.account


def test_make_use_and_revoke(client, account, club):
    chosen = {"name": "Spreadsheet", "scope": "write", "club": club.slug, "days": "30"}
    page = client.post(PAGE, chosen).content.decode()
    secret = re.search(r'value="(cal_[^"]+)"', page)[1]
    program = APIClient()
    program.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    assert program.get("/api/v1/games/").status_code == 200
    token = PersonalToken.objects.get()
    assert (token.account, token.scope, token.club) == (account, TokenScope.WRITE, club)
    assert token.expires_at is not None
    listed = client.get(PAGE).content.decode()
    assert "Spreadsheet" in listed
    assert "Leith Traders" in listed
    assert secret not in listed
    gone = client.post(f"{PAGE}{token.public_id}/revoke/", follow=True).content.decode()
    assert "Nobody gets in with it any more" in gone
    assert program.get("/api/v1/games/").status_code == 401
    again = client.post(f"{PAGE}{token.public_id}/revoke/", follow=True).content.decode()
    assert "revoked already" in again


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"name": ""}, "This field is required."),
        ({"scope": "everything"}, "Select a valid choice"),
        ({"club": "elsewhere"}, "Select a valid choice"),
        ({"days": "9"}, "Select a valid choice"),
    ],
)
def test_mistakes_are_told_at_the_field(client, account, changes, message):
    ClubFactory(slug="elsewhere")
    answer = client.post(PAGE, {"name": "Script", "scope": "read", "club": "", "days": ""} | changes)
    assert answer.status_code == 422
    assert message in answer.content.decode()
    assert not PersonalToken.objects.exists()


def test_the_limit_is_told(client, account):
    for number in range(MOST_TOKENS):
        create_token(actor=account, name=str(number), scope=TokenScope.READ)
    answer = client.post(PAGE, {"name": "One more", "scope": "read", "club": "", "days": ""})
    assert "Revoke one first" in answer.content.decode()


def test_visitors_sign_in_first(client, db):
    assert client.get(PAGE).url.startswith("/account/login/")
    assert client.post(f"{PAGE}zzzzzzzzzz/revoke/").url.startswith("/account/login/")


@pytest.mark.parametrize("number", [1, 3])
def test_the_same_queries_for_any_number(client, account, club, number, django_assert_num_queries):
    for _ in range(number):
        create_token(actor=account, name="Script", scope=TokenScope.READ, club=club)
    with django_assert_num_queries(4):  # session, account, clubs to choose from, tokens
        client.get(PAGE)


def test_the_api_is_described_for_people(client, db):
    page = client.get("/api/v1/docs/").content.decode()
    assert "POST /api/v1/games/" in page
    assert "Idempotency-Key" in page
