"""News to other programs: signed, once, tried again, never into our own network."""

import hashlib
import hmac
import json
import threading
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from django.db import transaction
from django.utils import timezone

from caledonia_site.common.errors import NotAllowedError
from games.clubs.enums import Role
from games.exchange.enums import DeliveryState, News
from games.exchange.http import BadAddressError, checked_address, public_address_of
from games.exchange.models import Delivery
from games.exchange.services.webhooks import (
    MOST_WEBHOOKS,
    PAUSES,
    TooManyWebhooksError,
    WebhookAddressError,
    add_webhook,
    switch_webhook,
    try_webhook,
    wake_waiting_webhooks,
)
from games.players.models import PageVisibility
from games.results.services.results import Person
from games.results.services.verdicts import void_game
from tests.factories.clubs import MembershipFactory, member_of
from tests.factories.games import keeper, recorded_game
from tests.factories.people import PlayerFactory

pytestmark = pytest.mark.django_db(transaction=True)
GAME_NEWS = [News.SUBMITTED, News.CONFIRMED, News.CORRECTED, News.VOIDED]


class Receiver:
    """A program that listens, and answers with the status it is told to."""

    def __init__(self):
        self.heard = []
        self.status = 200
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.heard.append((dict(self.headers), body))
                self.send_response(receiver.status)
                if receiver.status == 302:
                    self.send_header("Location", "/elsewhere")
                self.end_headers()

            def log_message(self, *arguments):
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/hook"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    @property
    def events(self):
        return [json.loads(body)["event"] for _headers, body in self.heard]


@pytest.fixture
def receiver(settings):
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = True
    listening = Receiver()
    yield listening
    listening.server.shutdown()
    listening.server.server_close()


@pytest.fixture
def organiser(club):
    return member_of(club, Role.ORGANISER)


@pytest.fixture
def webhook(club, organiser, receiver):
    return add_webhook(actor=organiser, club=club, url=receiver.url, news=GAME_NEWS)


def test_news_arrive_signed_in_their_order(webhook, club, receiver):
    game = recorded_game(club=club)
    void_game(actor=keeper(), game=game)
    assert receiver.events == ["game.submitted", "game.confirmed", "game.voided"]
    headers, body = receiver.heard[0]
    payload = json.loads(body)
    assert (payload["game"]["public_id"], payload["club"]) == (game.public_id, club.public_id)
    assert [(seat["name"], seat["total"], seat["place"]) for seat in payload["game"]["seats"]] == [
        ("Player 1", 84, 1),
        ("Player 2", 64, 2),
    ]
    moment, _, digest = headers["Caledonia-Signature"].removeprefix("t=").partition(",v1=")
    expected = hmac.new(webhook.secret.encode(), f"{moment}.".encode() + body, hashlib.sha256).hexdigest()
    assert hmac.compare_digest(digest, expected)
    assert headers["Caledonia-Delivery"] == payload["delivery"]
    assert set(Delivery.objects.values_list("state", "status")) == {(DeliveryState.DELIVERED, 200)}


def test_only_what_was_asked_for_from_this_club_while_it_is_on(webhook, club, organiser, receiver):
    webhook.news = [News.VOIDED]
    webhook.save()
    recorded_game(club=club)
    recorded_game()
    assert receiver.events == []
    switch_webhook(actor=organiser, webhook=webhook, is_on=False)
    void_game(actor=keeper(), game=recorded_game(club=club))
    assert receiver.events == []


def test_what_is_rolled_back_was_never_told(webhook, club, receiver):
    with transaction.atomic():
        recorded_game(club=club)
        transaction.set_rollback(True)
    assert receiver.events == []
    assert not Delivery.objects.exists()


def test_a_silent_receiver_is_tried_again_with_pauses_and_then_no_more(webhook, organiser, receiver):
    receiver.status = 500
    delivery = try_webhook(actor=organiser, webhook=webhook)
    for pause in PAUSES:
        delivery.refresh_from_db()
        assert delivery.state == DeliveryState.WAITING
        assert abs(delivery.next_at - timezone.now() - pause) < timedelta(seconds=30)
        assert wake_waiting_webhooks() == 0
        Delivery.objects.update(next_at=timezone.now())
        assert wake_waiting_webhooks() == 1
    delivery.refresh_from_db()
    assert (delivery.state, delivery.attempts, delivery.status) == (
        DeliveryState.FAILED,
        len(PAUSES) + 1,
        500,
    )
    assert len({body for _headers, body in receiver.heard}) == 1


def test_it_arrives_when_the_receiver_is_back(webhook, organiser, receiver):
    receiver.status = 503
    delivery = try_webhook(actor=organiser, webhook=webhook)
    receiver.status = 204
    Delivery.objects.update(next_at=timezone.now())
    wake_waiting_webhooks()
    delivery.refresh_from_db()
    assert (delivery.state, delivery.attempts) == (DeliveryState.DELIVERED, 2)


def test_a_pause_from_a_clock_that_was_fast_is_over(webhook, organiser, receiver):
    receiver.status = 503
    delivery = try_webhook(actor=organiser, webhook=webhook)
    receiver.status = 204
    Delivery.objects.update(next_at=timezone.now() + PAUSES[-1] + timedelta(days=300))
    assert wake_waiting_webhooks() == 1
    delivery.refresh_from_db()
    assert delivery.state == DeliveryState.DELIVERED


def test_redirects_are_not_followed(webhook, organiser, receiver):
    receiver.status = 302
    delivery = try_webhook(actor=organiser, webhook=webhook)
    delivery.refresh_from_db()
    assert (delivery.state, delivery.status, len(receiver.heard)) == (DeliveryState.WAITING, 302, 1)


def test_hidden_names_stay_hidden_also_from_the_organisers_program(webhook, club, receiver):
    hidden = MembershipFactory(
        club=club, player=PlayerFactory(name="Una Secret", visibility=PageVisibility.HIDDEN)
    ).player
    recorded_game(Person(player=hidden), Person(name="Rory"), club=club)
    assert all(b"Una Secret" not in body for _headers, body in receiver.heard)
    assert json.loads(receiver.heard[0][1])["game"]["seats"][0]["name"] == "a player"


@pytest.mark.parametrize(
    "url",
    [
        "http://example.org/hook",
        "ftp://example.org",
        "https://user:secret@example.org/",
        "https://",
        "https://[::1",
    ],
)
def test_addresses_that_are_refused_at_once(club, organiser, url):
    with pytest.raises(WebhookAddressError):
        add_webhook(actor=organiser, club=club, url=url, news=GAME_NEWS)


@pytest.mark.parametrize(
    "host",
    ["localhost", "127.0.0.1", "10.0.0.8", "192.168.1.1", "169.254.169.254", "0.0.0.0", "::1", "::ffff:127.0.0.1",
     "fd00::1", "224.0.0.1"],
)  # fmt: skip
def test_nothing_is_sent_into_our_own_network(host):
    with pytest.raises(BadAddressError, match="private_address"):
        public_address_of(host, 443)


def test_a_private_address_behind_a_name_is_noted_not_reached(club, organiser):
    webhook = add_webhook(actor=organiser, club=club, url="https://localhost/hook", news=GAME_NEWS)
    delivery = try_webhook(actor=organiser, webhook=webhook)
    delivery.refresh_from_db()
    assert (delivery.status, delivery.error) == (None, "private_address")


def test_addresses_as_they_are_read():
    assert checked_address("https://example.org/a?b=c") == ("https", "example.org", 443, "/a?b=c")
    assert checked_address("https://example.org:8443") == ("https", "example.org", 8443, "/")


def test_a_club_has_so_many_and_no_more(club, organiser, receiver):
    for _ in range(MOST_WEBHOOKS):
        add_webhook(actor=organiser, club=club, url=receiver.url, news=GAME_NEWS)
    with pytest.raises(TooManyWebhooksError):
        add_webhook(actor=organiser, club=club, url=receiver.url, news=GAME_NEWS)


@pytest.mark.parametrize("role", [Role.MEMBER, Role.SCOREKEEPER])
def test_only_organisers_keep_webhooks(club, role, receiver):
    with pytest.raises(NotAllowedError):
        add_webhook(actor=member_of(club, role), club=club, url=receiver.url, news=GAME_NEWS)
