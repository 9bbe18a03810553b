"""Coming in with address and password; staff through the same door."""

import pytest
import time_machine
from django.conf import settings
from django.test import Client

from tests.games.players.accounts.conftest import open_account, sign_in, text_of

pytestmark = pytest.mark.django_db

WRONG = "The e-mail address and the password do not belong together."


def test_address_and_password_in_any_case_of_the_address(client, ann):
    assert sign_in(client, email="ANN@example.org ")["Location"] == "/"
    assert "You are signed in as Ann." in text_of(client.get("/"))


def test_wrong_password_and_unknown_address_get_the_same_answer(client, ann):
    wrong = sign_in(client, password="not it")
    unknown = sign_in(client, email="nobody@example.org")
    assert WRONG in text_of(wrong)
    assert WRONG in text_of(unknown)
    assert wrong.context["form"].errors == unknown.context["form"].errors


def test_guessing_a_password_ends_after_five(client, ann):
    with time_machine.travel("2026-11-15 10:00Z", tick=False) as clock:
        for _ in range(5):
            assert WRONG in text_of(sign_in(client, password="guess"))
        assert "Too many wrong attempts" in text_of(sign_in(client))
        clock.shift(5 * 60 + 1)
        assert sign_in(client)["Location"] == "/"


def test_flooding_the_door_gets_a_page_of_ours(client, ann):
    for _ in range(30):
        client.post("/account/login/", {})
    response = sign_in(client)
    assert response.status_code == 429
    assert "That was too often" in text_of(response)


def test_the_limit_of_one_place_is_not_the_limit_of_another(client, ann, settings):
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    for _ in range(31):
        client.post("/account/login/", {}, headers={"x-forwarded-for": "203.0.113.5"})
    elsewhere = {"x-forwarded-for": "203.0.113.5, 198.51.100.7"}
    response = client.post("/account/login/", {"login": ann.email, "password": "x"}, headers=elsewhere)
    assert response.status_code == 200


@pytest.mark.parametrize(
    ("target", "reached"),
    [
        ("/styleguide/", "/styleguide/"),
        ("https://evil.example/", "/"),
        ("//evil.example/", "/"),
        ("/\\evil.example", "/"),
        ("javascript:alert(1)", "/"),
    ],
)
def test_the_way_back_stays_on_the_site(client, ann, target, reached):
    assert sign_in(client, next=target)["Location"] == reached


def test_a_closed_account_is_told_so(client, ann):
    ann.is_active = False
    ann.save()
    page = client.post(
        "/account/login/", {"login": ann.email, "password": "heather-on-the-moor"}, follow=True
    )
    assert "This account is closed" in text_of(page)


def test_signing_out_needs_a_click(ann_client):
    assert "Sign out?" in text_of(ann_client.get("/account/logout/"))
    assert ann_client.get("/account/").status_code == 200
    assert ann_client.post("/account/logout/")["Location"] == "/"
    assert ann_client.get("/account/").status_code == 302


def test_a_stale_session_leads_to_the_door_and_back(ann_client, ann):
    ann_client.cookies[settings.SESSION_COOKIE_NAME] = "no-such-session"
    response = ann_client.get("/account/email/")
    assert response["Location"] == "/account/login/?next=/account/email/"
    assert sign_in(ann_client, next="/account/email/")["Location"] == "/account/email/"


def test_signing_in_makes_a_new_session(client, ann):
    client.get("/account/login/?next=/")
    session = client.session
    session["planted"] = True
    session.save()
    before = session.session_key
    client.cookies[settings.SESSION_COOKIE_NAME] = before
    sign_in(client)
    assert client.session.session_key != before


def test_forms_are_protected_against_foreign_sites(ann):
    client = Client(enforce_csrf_checks=True)
    assert sign_in(client).status_code == 403


class TestStaff:
    def test_the_administration_has_no_door_of_its_own(self, client):
        response = client.get("/admin/", follow=True)
        assert response.redirect_chain[-1][0] == "/account/login/?next=%2Fadmin%2F"
        posted = client.post("/admin/login/", {"username": "staff@example.org", "password": "x"})
        assert posted["Location"].startswith("/account/login/")

    def test_staff_come_in_through_ours(self, client):
        open_account("staff@example.org", "Staff", is_staff=True, is_superuser=True)
        assert sign_in(client, email="staff@example.org", next="/admin/")["Location"] == "/admin/"
        assert client.get("/admin/").status_code == 200

    def test_others_do_not(self, ann_client):
        assert ann_client.get("/admin/login/").status_code == 403
