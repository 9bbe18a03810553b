"""Authenticator app, recovery codes and the guarded ways to them; passkeys are proved in a browser."""

import re

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from django.test import Client

from games.players.accounts.two_step import TwoStepAdapter
from tests.games.players.accounts.conftest import (
    PASSWORD,
    app_code,
    last_code,
    last_mail,
    open_account,
    prove_it_is_me,
    sign_in,
    text_of,
)

pytestmark = pytest.mark.django_db

SECOND_STEP = "/account/two-step/authenticate/"
SET_UP = "/account/two-step/totp/activate/"


@pytest.fixture
def clock():
    with time_machine.travel("2026-11-15 10:00Z", tick=False) as clock:
        yield clock


def set_up_app(client):
    prove_it_is_me(client)
    page = client.get(SET_UP)
    secret = page.context["form"].secret
    assert "data:image/svg+xml" in text_of(page)
    response = client.post(SET_UP, {"code": app_code(secret)})
    assert response["Location"] == "/account/two-step/recovery-codes/"
    return secret


@pytest.fixture
def ann_secret(clock, ann):
    client = Client()
    sign_in(client)
    return set_up_app(client)


def unused_codes():
    return Authenticator.objects.get(type="recovery_codes").wrap().get_unused_codes()


class TestSettingUp:
    def test_it_asks_who_you_are(self, ann_client):
        assert ann_client.get(SET_UP)["Location"].startswith("/account/reauthenticate/")

    def test_a_wrong_code_sets_nothing_up(self, clock, ann):
        client = Client()
        sign_in(client)
        prove_it_is_me(client)
        client.get(SET_UP)
        assert "This code is not right." in text_of(client.post(SET_UP, {"code": "000000"}))
        assert not Authenticator.objects.exists()

    def test_recovery_codes_come_with_it(self, ann_secret):
        assert len(unused_codes()) == 10

    @pytest.mark.django_db(transaction=True)
    def test_the_owner_is_told_once_it_is_committed(self, clock, ann):
        client = Client()
        sign_in(client)
        set_up_app(client)
        assert last_mail().subject == "[Caledonia] Two-step sign-in is on"
        client.post("/account/two-step/recovery-codes/generate/")
        assert last_mail().subject == "[Caledonia] New recovery codes"

    def test_a_copy_of_the_database_opens_nothing(self, ann_secret):
        app = Authenticator.objects.get(type="totp")
        assert ann_secret not in str(app.data)
        assert TwoStepAdapter().decrypt(app.data["secret"]) == ann_secret

    def test_secrets_survive_a_new_secret_key(self, ann_secret, settings):
        settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "the-next-key", [settings.SECRET_KEY]
        kept = Authenticator.objects.get(type="totp").data["secret"]
        assert TwoStepAdapter().decrypt(kept) == ann_secret


class TestSigningIn:
    def test_the_password_alone_does_not_suffice(self, client, ann_secret):
        assert sign_in(client)["Location"] == SECOND_STEP
        assert client.get("/account/").status_code == 302

    def test_password_and_code(self, client, clock, ann_secret):
        clock.shift(60)
        sign_in(client)
        assert client.post(SECOND_STEP, {"code": app_code(ann_secret)})["Location"] == "/"
        assert client.get("/account/").status_code == 200

    def test_the_same_code_does_not_work_twice(self, client, clock, ann_secret):
        clock.shift(60)
        code = app_code(ann_secret)
        sign_in(client)
        assert client.post(SECOND_STEP, {"code": code}).status_code == 302
        thief = Client()
        sign_in(thief)
        assert "This code is not right." in text_of(thief.post(SECOND_STEP, {"code": code}))
        assert thief.get("/account/").status_code == 302

    def test_an_old_code_does_not_work(self, client, clock, ann_secret):
        clock.shift(60)
        code = app_code(ann_secret)
        clock.shift(31)
        sign_in(client)
        assert "not right" in text_of(client.post(SECOND_STEP, {"code": code}))

    def test_guessing_codes_ends_after_five(self, client, clock, ann_secret):
        clock.shift(60)
        sign_in(client)
        for number in range(5):
            client.post(SECOND_STEP, {"code": f"00000{number}"})
        assert "Too many wrong attempts" in text_of(client.post(SECOND_STEP, {"code": app_code(ann_secret)}))

    def test_a_password_reset_does_not_go_around_it(self, client, clock, ann_secret):
        client.post("/account/password/reset/", {"email": "ann@example.org"})
        client.post("/account/password/reset/confirm/", {"code": last_code()})
        response = client.post("/account/password/reset/complete/", {"password1": "thistle-and-thorn"})
        assert response["Location"] == SECOND_STEP
        assert client.get("/account/").status_code == 302

    def test_it_must_be_finished_within_a_quarter_of_an_hour(self, client, clock, ann_secret):
        sign_in(client)
        clock.shift(15 * 60 + 1)
        assert client.post(SECOND_STEP, {"code": app_code(ann_secret)})["Location"] == "/account/login/"

    def test_nobody_starts_with_the_second_step(self, client, ann_secret):
        assert client.post(SECOND_STEP, {"code": app_code(ann_secret)})["Location"] == "/account/login/"


class TestRecoveryCodes:
    def test_one_lets_you_in_once(self, client, ann_secret):
        code = unused_codes()[0]
        sign_in(client)
        assert client.post(SECOND_STEP, {"code": code})["Location"] == "/"
        assert len(unused_codes()) == 9
        again = Client()
        sign_in(again)
        assert "not right" in text_of(again.post(SECOND_STEP, {"code": code}))

    def test_they_are_shown_and_downloaded_only_to_their_owner(self, clock, client, ann, ann_secret):
        code = unused_codes()[0]
        sign_in(client)
        client.post(SECOND_STEP, {"code": code})
        assert client.get("/account/two-step/recovery-codes/")["Location"].startswith(
            "/account/reauthenticate/"
        )
        assert client.get("/account/two-step/recovery-codes/download/").status_code == 302
        prove_it_is_me(client)
        shown = re.findall(
            r"<li><code>(\d+)</code>", text_of(client.get("/account/two-step/recovery-codes/"))
        )
        assert shown == unused_codes()
        download = client.get("/account/two-step/recovery-codes/download/")
        assert download["Content-Disposition"] == 'attachment; filename="recovery-codes.txt"'
        assert text_of(download).split("\n\n")[1].split() == shown
        assert "no-store" in download["Cache-Control"]

    def test_new_ones_replace_the_old(self, clock, client, ann_secret):
        old = unused_codes()
        sign_in(client)
        client.post(SECOND_STEP, {"code": old[0]})
        prove_it_is_me(client)
        client.post("/account/two-step/recovery-codes/generate/")
        assert set(unused_codes()).isdisjoint(old)

    def test_none_without_a_second_step(self, ann_client):
        prove_it_is_me(ann_client)
        page = ann_client.post("/account/two-step/recovery-codes/generate/")
        assert "Set up an authenticator app or a passkey first." in text_of(page)
        assert ann_client.get("/account/two-step/recovery-codes/").status_code == 404


def test_turning_it_off(client, clock, ann_secret):
    clock.shift(60)
    sign_in(client)
    client.post(SECOND_STEP, {"code": app_code(ann_secret)})
    assert client.post("/account/two-step/totp/deactivate/").status_code == 302
    assert Authenticator.objects.exists()
    prove_it_is_me(client)
    client.post("/account/two-step/totp/deactivate/")
    assert not Authenticator.objects.exists()
    assert last_mail().subject == "[Caledonia] The authenticator app was turned off"
    assert sign_in(Client(), password=PASSWORD)["Location"] == "/"


FORGED = [
    "",
    "{}",
    "[]",
    "7",
    "nonsense",
    '{"id": "x", "response": {"userHandle": "MQ"}}',
    '{"id": "eA", "rawId": "eA", "type": "public-key", "response": {}}',
    '{"id": "eA", "rawId": "eA", "type": "public-key", "response": {"clientDataJSON": "e30",'
    ' "userHandle": "MQ", "authenticatorData": "AA", "signature": "AA", "attestationObject": "oA"}}',
]


@pytest.mark.parametrize("credential", FORGED)
class TestForgedPasskeys:
    def test_they_open_nothing(self, client, ann, credential):
        client.get("/account/two-step/webauthn/login/", headers={"accept": "application/json"})
        response = client.post("/account/two-step/webauthn/login/", {"credential": credential})
        assert response["Location"] == "/account/login/"
        assert client.get("/account/").status_code == 302

    def test_they_are_not_added(self, ann_client, credential):
        prove_it_is_me(ann_client)
        ann_client.get("/account/two-step/webauthn/add/")
        page = ann_client.post(
            "/account/two-step/webauthn/add/", {"credential": credential, "passwordless": "True"}
        )
        assert page.status_code == 200
        assert not Authenticator.objects.exists()


def test_other_peoples_keys_are_out_of_reach(ann_client):
    prove_it_is_me(ann_client)
    other = open_account("bob@example.org", "Bob")
    key = Authenticator.objects.create(user=other, type="webauthn", data={"name": "Bob's phone"})
    for action in ("remove", "edit"):
        assert ann_client.post(f"/account/two-step/webauthn/keys/{key.pk}/{action}/").status_code == 404
    assert Authenticator.objects.filter(pk=key.pk).exists()
