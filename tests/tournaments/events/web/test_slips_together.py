"""The code on a table's slip opens one sheet for everybody who sits there."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.joint_sheets.models import JointSheet
from games.joint_sheets.slips import slip_address
from games.results.models import Game
from tests.factories.events import event_of, posted_round
from tests.factories.games import clans_seat
from tests.factories.leagues import group_season
from tests.factories.people import PlayerFactory
from tournaments.events.models import EventSeat
from tournaments.events.services.rounds import undo_round
from tournaments.leagues.models import Fixture

pytestmark = pytest.mark.django_db

NOT_WAITING = "This game is not waiting for a result any more."


@pytest.fixture
def event():
    return event_of(players=6)


@pytest.fixture
def table(event):
    return posted_round(event).tables.first()


@pytest.fixture
def slip(table):
    return slip_address(f"event:{table.public_id}")


def players_at(table):
    return [seat.participant.player for seat in table.seats.order_by("index")]


def read(client, address):
    return client.get(address, follow=True).content.decode()


def test_only_whoever_runs_the_tournament_reads_the_codes(client, event, table, slip):
    page = reverse("events:slips", args=[event.address_key, 1])
    client.force_login(event.run_by)
    told = read(client, page)
    assert "everybody on their own phone" in told
    client.force_login(players_at(table)[0].account)
    assert "everybody on their own phone" not in read(client, page)


def test_the_first_is_asked_and_everybody_comes_to_the_same_sheet(table, slip):
    names = [player.name for player in players_at(table)]
    first, second = Client(), Client()
    page = read(first, slip)
    assert [name in page for name in names] == [True] * len(names)
    assert not JointSheet.objects.exists()
    opened = first.post(slip)
    sheet = JointSheet.objects.get()
    assert opened.url == f"/together/{sheet.key}/?who=1"
    assert second.get(slip).url == f"/together/{sheet.key}/"
    assert second.post(slip).url == opened.url
    assert [sheet.fields[f"seats[{seat}].player"]["values"] for seat in range(len(names))] == [
        [name] for name in names
    ]
    assert (sheet.prepared, sheet.fields["club"]["values"]) == (
        f"event:{table.public_id}",
        [table.event.club.slug],
    )


def test_a_phone_without_an_account_fills_in_and_only_who_may_enter_the_result_records(event, table, slip):
    event.starts_on = event.ends_on = timezone.localdate()
    event.save()
    guest, player = Client(), Client()
    guest.post(slip)
    sheet = JointSheet.objects.get()
    address = f"/together/{sheet.key}/"
    guest.post(f"{address}seat/", {"seat": "0"})
    fields = {"action": "record"} | {name: cell["values"] for name, cell in sheet.fields.items()}
    for seat in range(len(players_at(table))):
        fields |= {f"seats[{seat}].{name}": [str(value)] for name, value in clans_seat().items()}
    refused = guest.post(f"{address}record/", fields, follow=True).content.decode()
    assert "is entered by an account" in refused
    assert not Game.objects.exists()
    stranger = Client()
    stranger.force_login(PlayerFactory().account)
    stranger.post(f"{address}seat/", {"seat": ""})
    stranger.post(f"{address}record/", fields)
    assert not Game.objects.exists()
    player.force_login(players_at(table)[1].account)
    player.post(f"{address}seat/", {"seat": "1"})
    answer = player.post(f"{address}record/", fields)
    if not Game.objects.exists():
        page = answer.content.decode() if answer.status_code == 422 else read(player, address)
        key = re.search(r'name="warnings_confirmed"[^>]*value="([^"]+)"', page)
        player.post(f"{address}record/", fields | ({"warnings_confirmed": key[1]} if key else {}))
    game = Game.objects.get()
    table.refresh_from_db()
    assert table.game == game
    assert [seat.player for seat in game.seats.order_by("index")] == players_at(table)


def test_whoever_opens_the_plain_sheet_is_told_that_the_table_fills_in_together(client, table, slip):
    Client().post(slip)
    client.force_login(players_at(table)[0].account)
    page = read(client, f"/score/clans_of_caledonia/?prepared=event:{table.public_id}")
    assert f'href="/together/{JointSheet.objects.get().key}/"' in page


def test_a_table_drawn_anew_is_another_sheet(table, slip):
    Client().post(slip)
    before = JointSheet.objects.get()
    seats = list(EventSeat.objects.filter(table=table).order_by("index"))
    spare = table.event.participants.exclude(player__in=players_at(table)).first()
    EventSeat.objects.filter(participant=spare).delete()
    seats[0].participant = spare
    seats[0].save()
    client = Client()
    assert spare.player.name in read(client, slip)
    client.post(slip)
    before.refresh_from_db()
    assert before.state == "ended"
    assert JointSheet.objects.get(state="open").people[0][0] == spare.player.public_id


def test_a_table_that_waits_no_longer_says_so(event, slip):
    undo_round(actor=event.run_by, event=event, number=1)
    client = Client()
    assert (client.get(slip).status_code, client.post(slip).status_code) == (410, 410)
    assert NOT_WAITING in read(client, slip)
    assert not JointSheet.objects.exists()


def test_a_made_up_code_is_none(client):
    for token in ("event:nothing", "event:nothing:forged", "x"):
        response = client.get(f"/slip/{token}/")
        assert (response.status_code, "not the code of a table" in response.content.decode()) == (404, True)


def test_the_same_for_a_game_of_a_schedule(client):
    season = group_season()
    fixture = Fixture.objects.filter(season=season).first()
    player = fixture.seats.first().participant.player
    client.force_login(player.account)
    page = read(client, reverse("leagues:schedule", args=[season.address_key]))
    slip = slip_address(f"league:{fixture.public_id}")
    assert f'href="{slip}"' in page
    phone = Client()
    assert player.name in read(phone, slip)
    phone.post(slip)
    assert JointSheet.objects.get().prepared == f"league:{fixture.public_id}"
