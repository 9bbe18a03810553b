"""The same people again: a result leads to the next sheet."""

import pytest
from django.test import Client

from games.clubs.enums import Role
from games.results.models import Game
from games.sheets.rematch import rematch_values
from scoring import registry
from tests.factories.clubs import ClubFactory, GuestMembershipFactory, member_of
from tests.factories.games import clans_seat, clans_sheet
from tests.factories.people import PlayerFactory
from tests.games.sheets.posting import hidden_fields, new_address, posted_sheet

pytestmark = pytest.mark.django_db

NEW = new_address()
NAMES = ("Ailsa", "Rory", "Moira")


def again(game):
    return f"{NEW}?again={game.public_id}"


def values_of(game, client):
    """What stands on the next sheet."""
    assert client.get(again(game)).status_code == 200
    return rematch_values(game, registry.get(game.system).description)


@pytest.fixture
def three():
    seats = [
        clans_seat(turn_order=place, clan=clan)
        for place, clan in ((2, "buchanan"), (1, "campbell"), (3, "cunningham"))
    ]
    return clans_sheet(*seats, tighter_map=True)


def record(client, sheet, *names, **more):
    response = client.post(NEW, posted_sheet(sheet, *names, action="record", **more))
    assert response.status_code == 302, response.content.decode()
    return Game.objects.latest("pk")


def test_names_and_options_stay_clans_are_blank_and_the_second_begins(client, three):
    game = record(client, three, *NAMES)
    assert f'href="{again(game)}"' in client.get(game.get_absolute_url()).content.decode()
    values = values_of(game, client)
    assert (values.kinds, values.names) == (("human",) * 3, NAMES)
    assert values.cells == {
        "options.tighter_map": True,
        "seats[0].turn_order": 1,
        "seats[1].turn_order": 3,
        "seats[2].turn_order": 2,
    }
    page = client.get(again(game)).content.decode()
    assert [f'value="{name}"' in page for name in NAMES] == [True] * 3


def test_a_turn_order_nobody_asked_for_stays_blank(client):
    game = record(client, clans_sheet(clans_seat(), clans_seat()), "Ailsa", "Rory")
    assert values_of(game, client).cells == {}


def test_in_a_club_the_names_mean_the_same_players(client, three):
    club = ClubFactory(slug="leith")
    account = member_of(club, Role.SCOREKEEPER, name="Ailsa")
    guest = GuestMembershipFactory(club=club, player__name="Rory").player
    client.force_login(account)
    game = record(client, three, *NAMES, club="leith")
    page = client.get(again(game)).content.decode()
    assert '<option value="leith" selected>' in page
    kept = hidden_fields(page)["seated_people"]
    guest.name = "Rory Mor"
    guest.save()
    second = record(client, three, *NAMES, club="leith", seated_people=kept)
    assert [seat.player for seat in second.seats.order_by("index")] == [account.player, guest, None]


def test_who_sat_there_keeps_their_opponents_also_outside_a_club(client, three):
    account = PlayerFactory(name="Ailsa").account
    client.force_login(account)
    game = record(client, three, *NAMES)
    other = PlayerFactory(name="Rory")
    game.seats.filter(index=1).update(player=other)
    page = client.get(again(game)).content.decode()
    second = record(client, three, *NAMES, seated_people=hidden_fields(page)["seated_people"])
    assert [seat.player for seat in second.seats.order_by("index")] == [account.player, other, None]


def test_to_a_stranger_names_are_only_names(three):
    game = record(Client(), three, *NAMES)
    game.seats.filter(index=0).update(player=PlayerFactory(name="Ailsa", visibility="public"))
    stranger = Client()
    stranger.force_login(PlayerFactory().account)
    page = stranger.get(again(game)).content.decode()
    assert "seated_people" not in hidden_fields(page)


def test_who_may_not_read_a_name_gets_a_blank_sheet(three):
    game = record(Client(), three, *NAMES)
    hidden = PlayerFactory(name="Ailsa Hidden", visibility="hidden")
    game.seats.filter(index=0).update(player=hidden, name="")
    stranger = Client()
    assert stranger.get(again(game)).url == f"{NEW}?human=3"
    assert "?again=" not in stranger.get(game.get_absolute_url()).content.decode()


def test_there_is_no_rematch_of_another_game_or_of_none(client, three):
    game = record(client, three, *NAMES)
    assert client.get(f"/score/glen_more_2/?again={game.public_id}").status_code == 404
    assert client.get(f"{NEW}?again=nothing").status_code == 404
