"""A new address takes the place of the old one once it is confirmed, never before."""

from datetime import timedelta

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import timezone

from tests.games.players.accounts.conftest import (
    last_code,
    last_mail,
    open_account,
    prove_it_is_me,
    sign_in,
    text_of,
)

pytestmark = pytest.mark.django_db

PAGE = "/account/email/"
CONFIRM = "/account/confirm-email/"


@pytest.fixture
def trusted(ann_client):
    prove_it_is_me(ann_client)
    return ann_client


def ask(client, address="new@example.org"):
    return client.post(PAGE, {"email": address, "action_add": ""})


def test_the_password_is_asked_first_and_the_form_is_not_lost(ann_client, ann):
    response = ask(ann_client)
    assert response["Location"] == "/account/reauthenticate/?next=%2Faccount%2Femail%2F"
    data = {"password": "heather-on-the-moor", "next": PAGE}
    assert ann_client.post("/account/reauthenticate/", data)["Location"] == CONFIRM
    assert last_mail().to == ["new@example.org"]


def test_the_old_address_stays_until_the_code_is_entered(trusted, ann):
    assert ask(trusted)["Location"] == CONFIRM
    ann.refresh_from_db()
    assert ann.email == "ann@example.org"
    assert trusted.post(CONFIRM, {"code": last_code()})["Location"] == PAGE
    ann.refresh_from_db()
    assert ann.email == "new@example.org"
    assert list(EmailAddress.objects.values_list("email", "verified", "primary")) == [
        ("new@example.org", True, True)
    ]


def test_the_old_address_is_told(trusted):
    ask(trusted)
    trusted.post(CONFIRM, {"code": last_code()})
    assert last_mail().to == ["ann@example.org"]
    assert "from ann@example.org to new@example.org" in last_mail().body


def test_a_wrong_code_changes_nothing(trusted, ann):
    ask(trusted)
    assert "not right" in text_of(trusted.post(CONFIRM, {"code": "000-000-000"}))
    ann.refresh_from_db()
    assert ann.email == "ann@example.org"


def test_a_late_code_changes_nothing(trusted, ann):
    ask(trusted)
    with time_machine.travel(timezone.now() + timedelta(minutes=16), tick=False):
        assert trusted.post(CONFIRM, {"code": last_code()})["Location"] == PAGE
    ann.refresh_from_db()
    assert ann.email == "ann@example.org"


def test_a_taken_address_is_not_revealed(trusted, ann):
    """The page is the same; only who reads the mail of that address can go on, and then learns the reason."""
    free = ask(trusted)
    open_account("bob@example.org", "Bob")
    taken = ask(trusted, "bob@example.org")
    assert (free.status_code, free["Location"]) == (taken.status_code, taken["Location"])
    assert last_mail().to == ["bob@example.org"]
    page = trusted.post(CONFIRM, {"code": last_code()})
    assert "There is another account with this e-mail address." in text_of(page)
    ann.refresh_from_db()
    assert ann.email == "ann@example.org"


def test_the_same_address_again(trusted):
    assert "already" in text_of(ask(trusted, "Ann@example.org"))


def test_visitors_are_sent_to_the_door(client):
    assert client.get(PAGE)["Location"] == f"/account/login/?next={PAGE}"


def test_the_new_address_signs_in(trusted, client):
    ask(trusted)
    trusted.post(CONFIRM, {"code": last_code()})
    assert sign_in(client, email="new@example.org").status_code == 302
    assert sign_in(Client(), email="ann@example.org").status_code == 200
