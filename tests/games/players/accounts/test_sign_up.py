"""Opening an account: name, address, code from the e-mail."""

import re

import pytest
import time_machine
from allauth.account.models import EmailAddress
from allauth.account.signals import email_confirmed
from allauth.core import context
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.core import mail
from django.test import Client

from games.players.accounts.forms import SignUpForm
from games.players.models import Player, User
from tests.games.players.accounts.conftest import (
    PASSWORD,
    last_code,
    last_mail,
    open_account,
    sign_in,
    text_of,
)

CONFIRM = "/account/confirm-email/"
FORM = {"name": "Ann of Skye", "email": "Ann@Example.org", "password1": PASSWORD}

pytestmark = pytest.mark.django_db


def sign_up(client, **changes):
    return client.post("/account/signup/", FORM | changes)


def test_from_the_form_to_the_first_page(client):
    response = sign_up(client)
    assert response["Location"] == CONFIRM
    assert not client.get("/account/").context, "nobody is signed in before the address is confirmed"
    assert last_mail().to == ["ann@example.org"]
    assert last_mail().subject == "[Caledonia] Confirm your e-mail address"
    page = client.get(CONFIRM)
    assert "ann@example.org" in text_of(page)
    response = client.post(CONFIRM, {"code": last_code()})
    assert response["Location"] == "/"
    assert "Ann of Skye" in text_of(client.get("/account/"))
    assert EmailAddress.objects.get().verified
    assert Player.objects.get().account.email == "ann@example.org"


def test_nobody_reads_a_name_before_its_address_is_confirmed(client):
    sign_up(client)
    names = "/api/v1/players/?search=skye"
    assert Client().get(names).json()["results"] == []
    assert Client().get(Player.objects.get().get_absolute_url()).status_code == 404
    client.post(CONFIRM, {"code": last_code()})
    [player] = Client().get(names).json()["results"]
    assert player["name"] == "Ann of Skye"


def test_a_later_confirmation_shows_nobody_who_has_hidden(client):
    sign_up(client)
    client.post(CONFIRM, {"code": last_code()})
    Player.objects.update(visibility="hidden")
    address = EmailAddress.objects.get()
    email_confirmed.send(sender=EmailAddress, request=None, email_address=address)
    assert Player.objects.get().visibility == "hidden"


def test_the_code_may_be_typed_with_or_without_its_dashes(client):
    sign_up(client)
    assert client.post(CONFIRM, {"code": f" {last_code().replace('-', '')} "})["Location"] == "/"


def test_the_account_keeps_what_the_browser_said(client):
    client.cookies["timezone"] = "America/Sao_Paulo"
    client.cookies["theme"] = "dark"
    client.post("/account/signup/", FORM, headers={"accept-language": "pt-BR"})
    account = User.objects.get()
    assert (account.language, account.time_zone, account.theme) == ("pt-br", "America/Sao_Paulo", "dark")


def test_a_forged_time_zone_is_not_kept(client):
    client.cookies["timezone"] = "../../etc/passwd"
    sign_up(client)
    assert User.objects.get().time_zone == ""


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"name": "   "}, "name"),
        ({"name": "\u200b\u200b"}, "name"),
        ({"name": "x" * 81}, "name"),
        ({"name": "ann@example.org"}, "name"),
        ({"email": "nonsense"}, "email"),
        ({"email": ""}, "email"),
        ({"password1": "short"}, "password1"),
        ({"password1": "password123"}, "password1"),
        ({"password1": "12345678901234"}, "password1"),
    ],
)
def test_wrong_input_is_told_at_its_field_and_makes_nothing(client, changes, field):
    response = sign_up(client, **changes)
    assert response.status_code == 200
    assert list(response.context["form"].errors) == [field]
    assert not User.objects.exists()
    assert not Player.objects.exists()
    assert mail.outbox == []


def test_account_and_player_come_together_or_not_at_all(client, monkeypatch):
    client.raise_request_exception = False
    monkeypatch.setattr(Player._meta.get_field("name"), "pre_save", lambda *args: None)
    assert sign_up(client).status_code == 500
    assert not User.objects.exists()
    assert not EmailAddress.objects.exists()


class TestTakenAddress:
    """Nobody learns from the site whether an address has an account."""

    def test_the_answer_is_the_same_and_the_owner_is_told_by_mail(self, client):
        fresh = sign_up(client, email="new@example.org")
        fresh_page = client.get(CONFIRM)
        client.logout()
        open_account()
        taken = sign_up(client)
        taken_page = client.get(CONFIRM)
        assert (fresh.status_code, fresh["Location"]) == (taken.status_code, taken["Location"])
        assert comparable(fresh_page, "new@example.org") == comparable(taken_page, "ann@example.org")
        assert last_mail().subject == "[Caledonia] You have an account already"
        assert "/account/password/reset/" in last_mail().body
        assert Player.objects.count() == 2

    def test_no_code_confirms_it(self, client):
        open_account()
        sign_up(client)
        assert "not right" in text_of(client.post(CONFIRM, {"code": "123-456-789"}))
        assert client.get("/account/").status_code == 302

    def test_two_people_at_the_same_moment(self, rf):
        """The second form was checked before the first one was saved."""
        request = rf.post("/account/signup/", FORM)
        request.session = SessionStore()
        request.user = AnonymousUser()
        form = SignUpForm(FORM)
        assert form.is_valid()
        open_account()
        with context.request_context(request):
            user, response = form.try_save(request)
        assert user is None
        assert response["Location"] == CONFIRM
        assert User.objects.count() == 1
        assert last_mail().subject == "[Caledonia] You have an account already"


def comparable(page, address):
    """The page without what must differ: the address itself and the tokens of its forms."""
    without_tokens = re.sub(r'csrfmiddlewaretoken" value="\w+"|X-CSRFToken": "\w+"', "", text_of(page))
    return without_tokens.replace(address, "ADDRESS")


class TestCodes:
    def test_three_wrong_codes_end_it(self, client):
        sign_up(client)
        right = last_code()
        assert "This code is not right." in text_of(client.post(CONFIRM, {"code": "000-000-000"}))
        client.post(CONFIRM, {"code": "000-000-001"})
        response = client.post(CONFIRM, {"code": "000-000-002"}, follow=True)
        assert "Too many wrong attempts" in text_of(response)
        assert client.post(CONFIRM, {"code": right})["Location"] == "/account/login/"
        assert not EmailAddress.objects.get().verified

    def test_a_code_is_valid_for_a_quarter_of_an_hour(self, client):
        with time_machine.travel("2026-11-15 10:00Z", tick=False) as clock:
            sign_up(client)
            clock.shift(15 * 60 + 1)
            assert client.post(CONFIRM, {"code": last_code()})["Location"] == "/account/login/"
        assert not EmailAddress.objects.get().verified

    def test_a_code_works_once(self, client):
        sign_up(client)
        code = last_code()
        client.post(CONFIRM, {"code": code})
        client.post("/account/logout/")
        assert client.post(CONFIRM, {"code": code})["Location"] == "/account/login/"

    def test_a_code_belongs_to_the_browser_that_asked(self, client):
        sign_up(client)
        stranger = Client()
        assert stranger.post(CONFIRM, {"code": last_code()})["Location"] == "/account/login/"

    def test_a_new_code_replaces_the_old_one(self, client):
        with time_machine.travel("2026-11-15 10:00Z", tick=False) as clock:
            sign_up(client)
            old = last_code()
            clock.shift(30)
            client.post(CONFIRM, {"action": "resend"})
            assert len(mail.outbox) == 2
            assert "not right" in text_of(client.post(CONFIRM, {"code": old}))
            assert client.post(CONFIRM, {"code": last_code()})["Location"] == "/"

    def test_whoever_left_before_the_code_gets_a_new_one_when_signing_in(self, client):
        with time_machine.travel("2026-11-15 10:00Z", tick=False) as clock:
            sign_up(client)
            client.cookies.clear()
            clock.shift(3600)
            assert sign_in(client)["Location"] == CONFIRM
            assert client.post(CONFIRM, {"code": last_code()})["Location"] == "/"


def test_too_many_sign_ups_from_one_place(client):
    for number in range(20):
        sign_up(client, email=f"{number}@example.org", name=" ")
    response = sign_up(client)
    assert response.status_code == 429
    assert "That was too often" in text_of(response)
    assert response["Retry-After"] == "60"
    assert not User.objects.exists()


@pytest.mark.parametrize(
    ("target", "reached"),
    [
        ("/styleguide/", "/styleguide/"),
        ("https://evil.example/", "/"),
        ("//evil.example", "/"),
        ("javascript:x", "/"),
    ],
)
def test_the_way_back_stays_on_the_site(client, target, reached):
    sign_up(client, next=target)
    assert client.post(CONFIRM, {"code": last_code(), "next": target})["Location"] == reached
