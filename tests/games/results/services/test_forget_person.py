"""A deleted account leaves its games without a name; an archive holds one's own part of them."""

import json
import zipfile

import pytest

from games.players.services.accounts import delete_account, export_personal_data
from games.players.services.merges import merge_players
from games.results.models import SheetVersion
from games.results.services.correct import correct_game, undo_correction
from games.results.services.results import Person
from tests.factories.games import PLAYED, keeper, recorded_game, two_seats
from tests.factories.people import GuestFactory, PlayerFactory

pytestmark = pytest.mark.django_db


def everything_kept():
    return json.dumps([[version.facts, version.sheet] for version in SheetVersion.objects.all()])


def test_the_name_is_gone_from_every_version():
    ailsa, rory = PlayerFactory(name="Ailsa Muir"), PlayerFactory(name="Rory")
    sheet = two_seats()
    sheet["seats"][0]["player"] = "Ailsa Muir"
    game = recorded_game(Person(player=ailsa), Person(player=rory), sheet=sheet)
    former_id = ailsa.public_id
    # In the newest version somebody else sits there: only the text of the first one still names her.
    correct_game(
        game=game,
        expected_version=1,
        sheet=two_seats(),
        circumstances=PLAYED,
        people=[Person(player=PlayerFactory()), Person(player=rory)],
        actor=keeper(),
    )
    player = delete_account(account=ailsa.account)
    assert "Ailsa" not in everything_kept()
    assert former_id not in everything_kept()
    first = SheetVersion.objects.get(number=1)
    assert (
        undo_correction(actor=keeper(), version=first, expected_version=2).seats.get(index=0).player == player
    )


def test_so_is_the_name_of_a_guest_merged_into_them():
    guest, ailsa = GuestFactory(name="Little Ailsa"), PlayerFactory(name="Ailsa Muir")
    game = recorded_game(Person(player=guest), Person(name="Rory"))
    merge_players(source=guest, target=ailsa, actor=ailsa.account)
    delete_account(account=ailsa.account)
    assert "Ailsa" not in everything_kept()
    assert "Ailsa" not in game.seats.get(index=0).name
    assert game.seats.get(index=1).name == "Rory"


def test_the_archive_holds_ones_own_seat_and_no_other_name():
    ailsa, rory = PlayerFactory(name="Ailsa"), PlayerFactory(name="Rory Ungenannt")
    game = recorded_game(Person(player=ailsa), Person(player=rory), recorder=ailsa.account)
    archive = zipfile.ZipFile(export_personal_data(account=ailsa.account))
    (seat,) = json.loads(archive.read("played_games.json"))
    assert (seat["game"], seat["total"], seat["dimension"]) == (game.public_id, 84, "campbell")
    assert json.loads(archive.read("recorded_games.json"))[0]["public_id"] == game.public_id
    assert json.loads(archive.read("verdicts.json"))[0]["verdict"] == "confirmed"
    assert not any(b"Ungenannt" in archive.read(name) for name in archive.namelist())
