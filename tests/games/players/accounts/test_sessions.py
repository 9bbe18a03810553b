"""The list of devices, and signing them out from afar."""

from datetime import timedelta

import pytest
import time_machine
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from games.players.accounts.devices import device_name
from tests.games.players.accounts.conftest import open_account, sign_in, text_of

pytestmark = pytest.mark.django_db

PAGE = "/account/devices/"
PHONE = (
    "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/142.0.0.0 Mobile Safari/537.36"
)


def other_device(**headers):
    client = Client(headers={"user-agent": PHONE})
    sign_in(client, **headers)
    return client


def session_of(client):
    return UserSession.objects.get(session_key=client.session.session_key)


def test_each_device_is_listed_once(ann_client):
    other_device()
    page = text_of(ann_client.get(PAGE))
    assert page.count("This device") == 1
    assert page.count("Chrome · Android") == 2, "once to see, once for those who hear the button"
    assert "127.0.0.1" in page


def test_one_is_signed_out(ann_client):
    phone = other_device()
    tablet = other_device()
    response = ann_client.post(f"{PAGE}sign-out/", {"session": session_of(phone).pk}, follow=True)
    assert "The device is signed out." in text_of(response)
    assert phone.get("/account/").status_code == 302
    assert tablet.get("/account/").status_code == 200
    assert ann_client.get("/account/").status_code == 200


def test_all_others_are_signed_out(ann_client):
    phone, tablet = other_device(), other_device()
    response = ann_client.post(PAGE, follow=True)
    assert "All other devices are signed out." in text_of(response)
    assert [client.get("/account/").status_code for client in (phone, tablet, ann_client)] == [302, 302, 200]


@pytest.mark.parametrize("session", ["", "x", "999999", "-1", "1; drop table"])
def test_a_session_that_is_not_there(ann_client, session):
    response = ann_client.post(f"{PAGE}sign-out/", {"session": session}, follow=True)
    assert "That device was signed out already." in text_of(response)


def test_nobody_signs_others_out(ann_client):
    open_account("bob@example.org", "Bob")
    bob = Client()
    sign_in(bob, email="bob@example.org")
    ann_client.post(f"{PAGE}sign-out/", {"session": session_of(bob).pk})
    assert bob.get("/account/").status_code == 200


def test_expired_sessions_are_not_listed(ann_client):
    phone = other_device()
    Session.objects.filter(pk=phone.session.session_key).update(
        expire_date=timezone.now() - timedelta(days=1)
    )
    assert "Android" not in text_of(ann_client.get(PAGE))


def test_the_last_visit_is_noted_but_not_at_every_page(ann):
    with time_machine.travel("2026-11-15 10:00Z", tick=False) as clock:
        client = Client()
        sign_in(client)
        seen = session_of(client).last_seen_at
        clock.shift(60)
        client.get("/")
        assert session_of(client).last_seen_at == seen
        clock.shift(10 * 60)
        client.get("/")
        assert session_of(client).last_seen_at == timezone.now()


def test_as_many_queries_for_three_devices_as_for_one(ann_client, django_assert_num_queries):
    ann_client.get(PAGE)
    with django_assert_num_queries(3):
        ann_client.get(PAGE)
    other_device()
    other_device()
    with django_assert_num_queries(3):
        ann_client.get(PAGE)


@pytest.mark.parametrize(
    ("user_agent", "name"),
    [
        (PHONE, "Chrome · Android"),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0", "Firefox · Linux"),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
            "Version/26.0 Mobile/15E148 Safari/604.1",
            "Safari · iPhone",
        ),
        (
            "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) "
            "Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0",
            "Edge · Windows",
        ),
        ("curl/8.5.0", ""),
        ("", ""),
    ],
)
def test_names_of_devices(user_agent, name):
    assert device_name(user_agent) == name
