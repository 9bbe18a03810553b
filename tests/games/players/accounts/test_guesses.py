"""Wrong passwords lock out where they come from, not the owner of the account."""

import pytest
import time_machine
from django.test import Client

from games.players.accounts.devices import COOKIE, MOST_ACCOUNTS
from games.players.accounts.guesses import MOST_WRONG_EVERYWHERE_AN_HOUR
from tests.games.players.accounts.conftest import open_account, prove_it_is_me, sign_in, text_of

pytestmark = pytest.mark.django_db

WRONG = "do not belong together"
WAIT = "Too many wrong attempts"


@pytest.fixture(autouse=True)
def clock():
    with time_machine.travel("2026-11-15 10:00:10Z", tick=False) as clock:
        yield clock


def browser(network="203.0.113.5"):
    return Client(REMOTE_ADDR=network)


def guess(client, times=1, email="ann@example.org"):
    """What the last wrong password was answered."""
    for _ in range(times):
        page = text_of(sign_in(client, email=email, password="guess"))
    return page


def returning(client):
    """The same browser, signed out."""
    client.post("/account/logout/")
    return client


def test_five_wrong_ones_lock_their_network_and_nobody_else(ann, clock):
    assert WRONG in guess(browser(), 5)
    assert WAIT in guess(browser())
    assert WAIT in text_of(sign_in(browser())), "also with the right one"
    assert sign_in(browser("198.51.100.7"))["Location"] == "/"
    clock.shift(5 * 60 + 1)
    assert sign_in(browser())["Location"] == "/"


def test_one_network_of_the_new_kind_is_not_many(ann):
    for number in range(5):
        guess(browser(f"2001:db8:1:1::{number}"))
    assert WAIT in guess(browser("2001:db8:1:1:ffff::1"))
    assert WRONG in guess(browser("2001:db8:1:2::1"))


def test_an_old_address_in_a_new_one_is_the_old_one(ann):
    guess(browser("::ffff:203.0.113.5"), 5)
    assert WAIT in guess(browser("203.0.113.5"))
    assert WRONG in guess(browser("::ffff:203.0.113.6"))


def test_a_device_that_signed_in_before_comes_in_from_the_same_network(ann):
    mine = browser()
    sign_in(mine)
    returning(mine)
    guess(browser(), 30)
    assert sign_in(browser()).status_code == 429
    assert sign_in(mine)["Location"] == "/"


def test_a_known_device_has_its_own_five(ann):
    mine = browser()
    sign_in(mine)
    returning(mine)
    assert WRONG in guess(mine, 5)
    assert WAIT in guess(mine)
    assert sign_in(browser())["Location"] == "/"


def test_a_device_is_known_at_the_accounts_it_opened_only(ann):
    open_account("bob@example.org", "Bob")
    bobs = browser()
    sign_in(bobs, email="bob@example.org")
    returning(bobs)
    guess(browser(), 5)
    assert WAIT in guess(bobs), "at Ann's it is a browser like any other"


def test_a_shared_computer_knows_several_accounts(ann):
    shared = browser()
    names = [f"p{number}@example.org" for number in range(MOST_ACCOUNTS)]
    for email in names:
        open_account(email, email)
    for email in ("ann@example.org", *names):
        sign_in(shared, email=email)
        returning(shared)
    for email in ("ann@example.org", names[0]):
        guess(browser(), 5, email)
    assert WAIT in text_of(sign_in(shared)), "the one longest ago is forgotten"
    assert sign_in(shared, email=names[0])["Location"] == "/"


def test_a_device_nobody_signed_is_none(ann):
    forged = browser()
    forged.cookies[COOKIE] = "me:you:1abc:signature"
    guess(forged, 5)
    assert WAIT in guess(forged)


def test_the_cookie_is_for_the_account_pages_alone(ann):
    mine = browser()
    sign_in(mine)
    cookie = mine.cookies[COOKIE]
    assert (cookie["path"], cookie["httponly"], cookie["samesite"]) == ("/account/", True, "Lax")
    assert "ann" not in cookie.value


def test_the_right_password_counts_for_nothing(ann):
    for _ in range(8):
        assert sign_in(browser())["Location"] == "/"


def test_asked_again_the_device_is_known(ann):
    mine = browser()
    sign_in(mine)
    guess(browser(), 5)
    prove_it_is_me(mine)


def test_guesses_from_many_networks_grow_no_faster_than_the_networks(ann, clock):
    for number in range(MOST_WRONG_EVERYWHERE_AN_HOUR):
        assert WRONG in guess(browser(f"198.51.100.{number}"))
    assert WRONG in guess(browser("192.0.2.1"))
    assert WAIT in guess(browser("192.0.2.1")), "one try is left to a network"
    clock.shift(6 * 60)
    assert WAIT in guess(browser("192.0.2.1")), "for an hour"
    assert sign_in(browser("192.0.2.2"))["Location"] == "/", "the owner comes in with the right one"
    clock.shift(3_600)
    assert WRONG in guess(browser("192.0.2.1"), 5)


def test_one_network_guesses_at_many_accounts_slowly(ann):
    for number in range(10):
        guess(browser(), email=f"p{number}@example.org")
    assert WAIT in guess(browser())
    assert sign_in(browser("198.51.100.7"))["Location"] == "/"


def test_an_address_without_an_account_is_answered_alike(ann):
    answers = [
        [
            text_of(sign_in(browser(network), email=email, password="guess")).count(word)
            for word in (WRONG, WAIT)
        ]
        for network, email in (("203.0.113.5", "ann@example.org"), ("203.0.113.6", "nobody@example.org"))
        for _ in range(6)
    ]
    assert answers[:6] == answers[6:]
