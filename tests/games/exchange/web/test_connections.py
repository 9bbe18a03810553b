"""Feeds and webhooks of a club, as people and their programs meet them."""

import re
from datetime import UTC, datetime

import pytest
import time_machine

from games.clubs.enums import ClubVisibility, Role
from games.clubs.models import Meeting, Membership
from games.exchange.models import Delivery, FeedKey, Webhook
from games.exchange.selectors.personal import personal_exchange
from games.exchange.services import webhooks
from games.players.models import PageVisibility
from games.results.services.results import Person
from tests.factories.clubs import MembershipFactory, member_of
from tests.factories.games import recorded_game
from tests.factories.people import PlayerFactory

pytestmark = pytest.mark.django_db
FEEDS = ["games.atom", "events.ics"]


@pytest.fixture
def game(club, ailsa):
    return recorded_game(Person(player=ailsa), Person(name="Rory"), club=club)


@pytest.fixture
def event(club):
    return Meeting.objects.create(
        club=club, title="Games night", starts_at=datetime(2027, 1, 8, 19, tzinfo=UTC),
        ends_at=datetime(2027, 1, 8, 23, tzinfo=UTC),
    )  # fmt: skip


def test_a_public_clubs_feeds_are_open(client, club, game, event):
    games = client.get("/clubs/leith-traders/games.atom")
    assert games.headers["Content-Type"] == "application/atom+xml; charset=utf-8"
    assert game.get_absolute_url() in games.content.decode()
    events = client.get("/clubs/leith-traders/events.ics")
    assert "SUMMARY:Games night" in events.content.decode()


@pytest.mark.parametrize("feed", FEEDS)
def test_a_private_clubs_feeds_open_by_a_secret_link_until_it_is_revoked(client, club, game, event, feed):
    club.visibility = ClubVisibility.PRIVATE
    club.save()
    address = f"/clubs/leith-traders/{feed}"
    assert client.get(address).status_code == 404
    member = member_of(club)
    client.force_login(member)
    page = client.post("/clubs/leith-traders/connections/link/").content.decode()
    secret = re.search(r"\?key=(cal_[\w-]+)", page)[1]
    assert secret not in client.get("/clubs/leith-traders/connections/").content.decode()
    client.logout()
    assert client.get(f"{address}?key={secret}").status_code == 200
    assert client.get(f"{address}?key={secret}x").status_code == 404
    client.force_login(member)
    key = FeedKey.objects.get()
    client.post(f"/clubs/leith-traders/connections/link/{key.public_id}/revoke/")
    client.logout()
    assert client.get(f"{address}?key={secret}").status_code == 404


def test_a_link_ends_with_the_membership_of_its_maker(client, club, game):
    club.visibility = ClubVisibility.PRIVATE
    club.save()
    member = member_of(club)
    client.force_login(member)
    page = client.post("/clubs/leith-traders/connections/link/").content.decode()
    secret = re.search(r"\?key=(cal_[\w-]+)", page)[1]
    client.logout()
    Membership.objects.filter(player=member.player).delete()
    assert client.get(f"/clubs/leith-traders/games.atom?key={secret}").status_code == 404


def test_hidden_players_are_in_no_feed(client, club):
    hidden = MembershipFactory(
        club=club, player=PlayerFactory(name="Una Secret", visibility=PageVisibility.HIDDEN)
    ).player
    recorded_game(Person(player=hidden), Person(name="Rory"), club=club)
    assert "Una Secret" not in client.get("/clubs/leith-traders/games.atom").content.decode()


@pytest.mark.parametrize("number", [1, 3])
def test_the_same_queries_for_any_number(client, club, ailsa, number, django_assert_num_queries):
    for _ in range(number):
        recorded_game(Person(player=ailsa), Person(player=PlayerFactory()), club=club)
    with django_assert_num_queries(4):  # club, games, seats, players
        client.get("/clubs/leith-traders/games.atom")


def test_an_organiser_adds_tries_and_removes_a_webhook(client, club):
    client.force_login(member_of(club, Role.ORGANISER))
    home = "/clubs/leith-traders/connections/"
    wrong = client.post(f"{home}webhook/", {"url": "http://example.org/x", "news": ["game.confirmed"]})
    assert wrong.status_code == 422
    assert "begins with https://" in wrong.content.decode()
    none = client.post(f"{home}webhook/", {"url": "https://localhost/x"})
    assert "This field is required." in none.content.decode()
    client.post(f"{home}webhook/", {"url": "https://localhost/x", "news": ["game.confirmed"]})
    hook = Webhook.objects.get()
    address = f"{home}webhook/{hook.public_id}/"
    page = client.get(address).content.decode()
    assert hook.secret in page
    assert "A game counts" in page
    client.post(address, {"switch": ""})
    hook.refresh_from_db()
    assert not hook.is_on
    assert "A test is on its way" in client.post(address, {"try": ""}, follow=True).content.decode()
    client.post(address, {"remove": ""})
    assert not Webhook.objects.exists()


def test_tests_of_webhooks_are_few_in_whatever_clubs(client, club, monkeypatch):
    monkeypatch.setattr(webhooks, "MOST_TRIES_AN_HOUR", 2)
    organiser = member_of(club, Role.ORGANISER)
    other = MembershipFactory(player=organiser.player, role=Role.OWNER).club
    client.force_login(organiser)
    addresses = []
    for of_club in (club, other):
        hook = Webhook.objects.create(club=of_club, url="https://localhost/x", secret="s", news=[])
        addresses.append(f"/clubs/{of_club.slug}/connections/webhook/{hook.public_id}/")
    with time_machine.travel("2026-11-15 10:59Z", tick=False) as clock:
        for address in (addresses[0], addresses[1]):
            assert "A test is on its way" in client.post(address, {"try": ""}, follow=True).content.decode()
        clock.shift(30 * 60)
        for address in addresses:
            page = client.post(address, {"try": ""}, follow=True).content.decode()
            assert "many tests in the last hour" in page
            assert "A test is on its way" not in page
        assert Delivery.objects.count() == 2
        clock.shift(30 * 60)
        assert "A test is on its way" in client.post(addresses[0], {"try": ""}, follow=True).content.decode()


@pytest.mark.parametrize("role", [None, Role.MEMBER, Role.SCOREKEEPER])
def test_others_have_no_part_in_webhooks(client, club, role):
    hook = Webhook.objects.create(club=club, url="https://localhost/x", secret="s", news=[])
    account = member_of(club, role) if role else PlayerFactory().account
    client.force_login(account)
    home = "/clubs/leith-traders/connections/"
    assert "Webhooks" not in client.get(home).content.decode()
    assert client.post(f"{home}webhook/", {"url": "https://localhost/x"}).status_code == 403
    assert client.get(f"{home}webhook/{hook.public_id}/").status_code == 403
    assert client.post(f"{home}webhook/{hook.public_id}/", {"remove": ""}).status_code == 403


def test_the_archive_of_a_person_holds_their_links(client, club):
    member = member_of(club)
    client.force_login(member)
    client.post("/clubs/leith-traders/connections/link/")
    sections = {section.key: list(section.rows) for section in personal_exchange(account=member)}
    assert [row["club"] for row in sections["feed_links"]] == ["Leith Traders"]
    assert sections["imports"] == sections["clan_spellings"] == []
