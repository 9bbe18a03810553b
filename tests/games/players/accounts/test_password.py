"""A forgotten password, a changed one, and none at all."""

import pytest
import time_machine
from django.test import Client

from games.players.models import User
from tests.games.players.accounts.conftest import (
    PASSWORD,
    last_code,
    last_mail,
    prove_it_is_me,
    sign_in,
    text_of,
)

pytestmark = pytest.mark.django_db

ASK = "/account/password/reset/"
CONFIRM = "/account/password/reset/confirm/"
CHOOSE = "/account/password/reset/complete/"
NEW = "thistle-and-thorn"


class TestForgotten:
    def test_from_the_code_to_the_new_password(self, client, ann):
        assert client.post(ASK, {"email": "Ann@example.org"})["Location"] == CONFIRM
        assert last_mail().subject == "[Caledonia] Choose a new password"
        assert client.post(CONFIRM, {"code": last_code()})["Location"] == CHOOSE
        assert client.post(CHOOSE, {"password1": NEW})["Location"] == "/"
        assert client.get("/account/").status_code == 200
        assert last_mail().subject == "[Caledonia] You have a new password"
        assert sign_in(Client(), password=PASSWORD).status_code == 200
        assert sign_in(Client(), password=NEW).status_code == 302

    def test_an_unknown_address_gets_the_same_page_and_a_mail(self, client):
        assert client.post(ASK, {"email": "nobody@example.org"})["Location"] == CONFIRM
        assert client.get(CONFIRM).status_code == 200
        assert last_mail().to == ["nobody@example.org"]
        assert last_mail().subject == "[Caledonia] There is no account with this address"
        assert "/account/signup/" in last_mail().body
        assert "not right" in text_of(client.post(CONFIRM, {"code": "123-456-789"}))

    def test_a_used_code_is_worth_nothing(self, client, ann):
        client.post(ASK, {"email": ann.email})
        code = last_code()
        client.post(CONFIRM, {"code": code})
        client.post(CHOOSE, {"password1": NEW})
        client.post("/account/logout/")
        assert client.post(CONFIRM, {"code": code})["Location"] == "/account/login/"
        assert client.get(CHOOSE)["Location"] == ASK

    def test_an_old_code_is_worth_nothing(self, client, ann):
        with time_machine.travel("2026-11-15 10:00Z", tick=False) as clock:
            client.post(ASK, {"email": ann.email})
            clock.shift(15 * 60 + 1)
            assert client.post(CONFIRM, {"code": last_code()})["Location"] == "/account/login/"

    def test_three_wrong_codes_end_it(self, client, ann):
        client.post(ASK, {"email": ann.email})
        right = last_code()
        for wrong in ("000-000-000", "000-000-001", "000-000-002"):
            response = client.post(CONFIRM, {"code": wrong})
        assert response["Location"] == "/account/login/"
        assert client.post(CONFIRM, {"code": right})["Location"] == "/account/login/"

    def test_nobody_chooses_a_password_without_a_code(self, client, ann):
        assert client.post(CHOOSE, {"password1": NEW})["Location"] == ASK
        client.post(ASK, {"email": ann.email})
        assert client.post(CHOOSE, {"password1": NEW})["Location"] == CONFIRM
        ann.refresh_from_db()
        assert ann.check_password(PASSWORD)

    def test_a_code_belongs_to_the_browser_that_asked(self, client, ann):
        client.post(ASK, {"email": ann.email})
        assert Client().post(CONFIRM, {"code": last_code()})["Location"] == "/account/login/"

    def test_a_weak_new_password_is_refused(self, client, ann):
        client.post(ASK, {"email": ann.email})
        client.post(CONFIRM, {"code": last_code()})
        assert client.post(CHOOSE, {"password1": "ann@example.org"}).context["form"].errors["password1"]

    def test_other_devices_are_signed_out(self, client, ann, ann_client):
        client.post(ASK, {"email": ann.email})
        client.post(CONFIRM, {"code": last_code()})
        client.post(CHOOSE, {"password1": NEW})
        assert ann_client.get("/account/").status_code == 302


class TestChanged:
    def change(self, client, old=PASSWORD, new=NEW):
        return client.post("/account/password/change/", {"oldpassword": old, "password1": new})

    def test_it_needs_the_old_one(self, ann_client, ann):
        assert "This is not your current password." in text_of(self.change(ann_client, old="guess"))
        ann.refresh_from_db()
        assert ann.check_password(PASSWORD)

    def test_this_device_stays_and_the_others_go(self, ann_client, ann):
        other = Client()
        sign_in(other)
        assert self.change(ann_client)["Location"] == "/account/"
        assert ann_client.get("/account/").status_code == 200
        assert other.get("/account/").status_code == 302
        assert last_mail().subject == "[Caledonia] Your password was changed"

    def test_guessing_the_old_one_ends(self, ann_client):
        for _ in range(5):
            self.change(ann_client, old="guess")
        assert self.change(ann_client).status_code == 429


def test_an_account_without_a_password_can_set_one(client):
    account = User.objects.create_user("guest@example.org")
    client.force_login(account)
    assert client.get("/account/password/change/")["Location"] == "/account/password/set/"
    assert client.post("/account/password/set/", {"password1": NEW})["Location"] == "/account/"
    account.refresh_from_db()
    assert account.check_password(NEW)


class TestIsItYou:
    """Whatever concerns the safety of the account asks for the password again."""

    def test_a_wrong_password_is_refused(self, ann_client):
        response = ann_client.post("/account/reauthenticate/", {"password": "guess"})
        assert "This is not your password." in text_of(response)

    def test_it_lasts_five_minutes(self, ann):
        with time_machine.travel("2026-11-15 10:00Z", tick=False) as clock:
            client = Client()
            sign_in(client)
            assert client.get("/account/delete/")["Location"].startswith("/account/reauthenticate/?next=")
            prove_it_is_me(client)
            assert client.get("/account/delete/").status_code == 200
            clock.shift(5 * 60 + 1)
            assert client.get("/account/delete/").status_code == 302

    def test_the_way_back_stays_on_the_site(self, ann_client):
        data = {"password": PASSWORD, "next": "https://evil.example/"}
        assert ann_client.post("/account/reauthenticate/", data)["Location"] == "/"

    def test_guessing_ends(self, ann_client):
        for _ in range(10):
            ann_client.post("/account/reauthenticate/", {"password": "guess"})
        assert ann_client.post("/account/reauthenticate/", {"password": PASSWORD}).status_code == 429
