"""Personal tokens: what opens, what does not, and what is noted of their use."""

from datetime import timedelta

import pytest
import time_machine
from django.core.cache import cache
from django.utils import timezone
from rest_framework.test import APIClient

from games.tokens.enums import TokenScope
from games.tokens.models import PersonalToken
from games.tokens.services import MOST_TOKENS, TooManyTokensError, create_token, revoke_token
from tests.factories.people import PlayerFactory
from tests.games.results.api.conftest import client_of

pytestmark = pytest.mark.django_db
GAMES = "/api/v1/games/"


def with_secret(secret):
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    return client


@pytest.mark.parametrize("secret", ["", "cal_wrong", "not a token", "cal_\xff"])
def test_an_unknown_token_opens_nothing_not_even_what_is_public(db, secret):
    answer = with_secret(secret).get(GAMES)
    assert (answer.status_code, answer.data["code"]) == (401, "unknown_token")
    assert answer.headers["WWW-Authenticate"] == "Bearer"


def test_the_secret_is_not_stored(ailsa):
    token, secret = create_token(actor=ailsa.account, name="Phone", scope=TokenScope.READ)
    assert secret.startswith("cal_")
    stored = PersonalToken.objects.values().get(pk=token.pk)
    assert not any(secret in str(value) for value in stored.values())
    assert stored["hint"] == secret[-4:]


def test_an_expired_or_revoked_token_opens_nothing(ailsa):
    token, secret = create_token(actor=ailsa.account, name="Phone", scope=TokenScope.READ, days=1)
    assert with_secret(secret).get(GAMES).status_code == 200
    PersonalToken.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    answer = with_secret(secret).get(GAMES)
    assert (answer.status_code, answer.data["code"]) == (401, "token_expired")
    assert revoke_token(actor=ailsa.account, public_id=token.public_id)
    assert with_secret(secret).get(GAMES).data["code"] == "unknown_token"


def test_nobody_revokes_anothers(ailsa, rory):
    token, _secret = create_token(actor=ailsa.account, name="Phone", scope=TokenScope.READ)
    assert not revoke_token(actor=rory.account, public_id=token.public_id)
    assert PersonalToken.objects.filter(pk=token.pk).exists()


def test_a_closed_account_has_no_tokens(ailsa):
    client = client_of(ailsa.account)
    ailsa.account.is_active = False
    ailsa.account.save()
    assert client.get(GAMES).status_code == 401


def test_the_last_use_is_noted_once_a_minute(ailsa, django_assert_num_queries):
    client = client_of(ailsa.account)
    client.get("/api/v1/rulesets/")
    noted = PersonalToken.objects.get().last_used_at
    assert noted is not None
    with django_assert_num_queries(1):
        client.get("/api/v1/rulesets/")
    assert PersonalToken.objects.get().last_used_at == noted


def test_nobody_has_more_than_enough(ailsa):
    for number in range(MOST_TOKENS):
        create_token(actor=ailsa.account, name=str(number), scope=TokenScope.READ)
    with pytest.raises(TooManyTokensError):
        create_token(actor=ailsa.account, name="One more", scope=TokenScope.READ)


def test_a_reading_token_may_ask_for_a_score(ailsa):
    client = client_of(ailsa.account, scope=TokenScope.READ)
    answer = client.post("/api/v1/rulesets/glen_more_2/preview/", {"sheet": {}}, format="json")
    assert answer.status_code == 200


def test_limits_are_told_and_kept(db, monkeypatch):
    monkeypatch.setattr("caledonia_site.common.api.throttling.FixedWindowRate.most_of_a_visitor", 2)
    client = APIClient()
    answers = [client.get("/api/v1/rulesets/") for _ in range(3)]
    assert [answer.headers["RateLimit-Remaining"] for answer in answers] == ["1", "0", "0"]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[2].data["code"] == "throttled"
    assert 0 < int(answers[2].headers["Retry-After"]) <= 60
    someone = client_of(PlayerFactory().account)
    assert someone.get("/api/v1/rulesets/").headers["RateLimit-Limit"] == "600"


def test_a_minute_that_ends_while_somebody_waits_to_be_counted(db, monkeypatch):
    """Counted in the minute that ended, so told of that minute: not of a whole one to come."""
    with time_machine.travel("2026-11-16 10:00:59.9Z", tick=False) as clock:
        incr = cache.incr

        def wait_for_others(*args):
            clock.shift(0.2)
            return incr(*args)

        monkeypatch.setattr(cache, "incr", wait_for_others)
        assert APIClient().get("/api/v1/rulesets/").headers["RateLimit-Reset"] == "1"


def test_other_sites_may_read_but_not_write(db):
    client = APIClient()
    assert (
        client.get(GAMES, headers={"Origin": "https://elsewhere.example"}).headers[
            "Access-Control-Allow-Origin"
        ]
        == "*"
    )
    preflight = client.options(
        GAMES, headers={"Origin": "https://elsewhere.example", "Access-Control-Request-Method": "POST"}
    )
    assert (preflight.status_code, preflight.headers["Access-Control-Allow-Methods"]) == (
        204,
        "GET, HEAD, OPTIONS",
    )
    assert "Access-Control-Allow-Credentials" not in preflight.headers
    written = client.post(GAMES, {}, format="json", headers={"Origin": "https://elsewhere.example"})
    assert "Access-Control-Allow-Origin" not in written.headers
    assert "Access-Control-Allow-Origin" not in client.get("/").headers
