"""The code on a table's slip leads to its sheet; whoever cannot enter the result reads why."""

import pytest
from django.urls import reverse

from games.clubs.enums import ClubVisibility
from tests.factories.events import event_of, posted_round
from tests.factories.leagues import group_season
from tests.factories.people import PlayerFactory
from tournaments.events.services.rounds import undo_round
from tournaments.leagues.models import Fixture

pytestmark = pytest.mark.django_db

NOT_WAITING = "This game is not waiting for a result any more."
NOT_THERE = "You do not sit at this table"


@pytest.fixture
def event():
    return event_of(players=6)


@pytest.fixture
def table(event):
    return posted_round(event).tables.first()


@pytest.fixture
def address(table):
    return f"/score/clans_of_caledonia/?prepared=event:{table.public_id}"


def said(client, address):
    return client.get(address, follow=True).content.decode()


def test_a_signed_out_phone_is_led_to_sign_in_and_back(client, address):
    answer = client.get(address)
    assert answer.url.startswith(reverse("account_login"))
    text = said(client, address)
    assert "Sign in to enter the result of this table." in text
    assert NOT_WAITING not in text
    assert client.get(address, follow=True).context["redirect_field_value"] == address


def test_a_signed_out_phone_cannot_tell_a_private_club_from_no_table(client, event, address):
    event.club.visibility = ClubVisibility.PRIVATE
    event.club.save()
    for asked in (address, "/score/clans_of_caledonia/?prepared=event:nothing"):
        assert client.get(asked).url.startswith(reverse("account_login"))
        assert "Sign in to enter the result of this table." in said(client, asked)


def test_who_does_not_sit_there_reads_so(client, table, address):
    here = table.seats.values("participant__player")
    elsewhere = table.event.participants.exclude(player__in=here).first().player
    for account in (elsewhere.account, PlayerFactory().account):
        client.force_login(account)
        text = said(client, address)
        assert NOT_THERE in text
        assert NOT_WAITING not in text


def test_a_table_that_does_not_wait_is_not_waiting_for_anybody(client, event, address):
    undo_round(actor=event.run_by, event=event, number=1)
    client.force_login(PlayerFactory().account)
    assert NOT_WAITING in said(client, address)


def test_a_table_of_a_private_club_is_none_to_others(client, event, address):
    event.club.visibility = ClubVisibility.PRIVATE
    event.club.save()
    client.force_login(PlayerFactory().account)
    text = said(client, address)
    assert NOT_WAITING in text
    assert NOT_THERE not in text


def test_the_same_for_a_game_of_a_schedule(client):
    fixture = Fixture.objects.filter(season=group_season()).first()
    address = f"/score/clans_of_caledonia/?prepared=league:{fixture.public_id}"
    assert client.get(address).url.startswith(reverse("account_login"))
    client.force_login(PlayerFactory().account)
    assert NOT_THERE in said(client, address)
