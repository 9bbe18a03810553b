"""Everything about me, as one archive."""

import csv
import io
import json
import zipfile

import pytest
from django.test import Client

from games.players.models import Player
from games.players.services.accounts import export_personal_data
from games.players.signals import PersonalDataSection, collect_personal_data
from tests.games.players.accounts.conftest import PASSWORD, open_account, prove_it_is_me, sign_in

pytestmark = pytest.mark.django_db

ARCHIVE = "/account/data/archive/"


@pytest.fixture
def games_section():
    """An app above adds a section."""

    def games_of(sender, account, player, **kwargs):
        rows = ({"opponent": name, "points": points} for name, points in [("=1+1", 120), ("Zoë", -3)])
        return [PersonalDataSection("games", "Your games", rows)] if player else []

    collect_personal_data.connect(games_of)
    yield
    collect_personal_data.disconnect(games_of)


def opened(content):
    archive = zipfile.ZipFile(io.BytesIO(content))
    assert archive.testzip() is None
    return archive


def test_the_page_gives_one_file_after_asking_for_the_password(ann_client):
    response = ann_client.post(ARCHIVE)
    assert response["Location"].startswith("/account/reauthenticate/")
    response = ann_client.post("/account/reauthenticate/", {"password": PASSWORD, "next": ARCHIVE})
    assert response["Content-Type"] == "application/zip"
    assert response["Content-Disposition"].startswith('attachment; filename="caledonia-20')
    assert "no-store" in response["Cache-Control"]
    archive = opened(b"".join(response.streaming_content))
    assert json.loads(archive.read("account.json"))[0]["email"] == "ann@example.org"


def test_it_holds_what_we_hold_and_no_secret(ann, ann_client):
    prove_it_is_me(ann_client)
    archive = opened(export_personal_data(account=ann).read())
    names = set(archive.namelist())
    assert {"contents.txt", "account.json", "account.csv", "player.json", "sessions.csv"} <= names
    assert json.loads(archive.read("player.json"))[0]["name"] == "Ann"
    assert json.loads(archive.read("sessions.json"))[0]["ip"] == "127.0.0.1"
    everything = b"".join(archive.read(name) for name in names).decode()
    ann.refresh_from_db()
    assert ann.password not in everything
    assert ann_client.session.session_key not in everything


def test_it_holds_nothing_of_others(ann):
    open_account("bob@example.org", "Bob")
    archive = opened(export_personal_data(account=ann).read())
    everything = b"".join(archive.read(name) for name in archive.namelist())
    assert b"bob" not in everything.lower()


def test_apps_above_add_their_sections(ann, games_section):
    archive = opened(export_personal_data(account=ann).read())
    assert json.loads(archive.read("games.json")) == [
        {"opponent": "=1+1", "points": 120},
        {"opponent": "Zoë", "points": -3},
    ]
    assert "games: Your games (2)" in archive.read("contents.txt").decode()


def test_a_spreadsheet_takes_no_cell_for_a_formula(ann, games_section):
    archive = opened(export_personal_data(account=ann).read())
    rows = list(csv.DictReader(io.StringIO(archive.read("games.csv").decode("utf-8-sig"))))
    assert rows == [{"opponent": "'=1+1", "points": "120"}, {"opponent": "Zoë", "points": "-3"}]


def test_an_account_without_a_player_has_an_archive_too(ann, games_section):
    Player.objects.all().delete()
    archive = opened(export_personal_data(account=ann).read())
    assert "account.json" in archive.namelist()
    assert "player.json" not in archive.namelist()


def test_only_the_owner_and_only_by_a_click(ann_client, client):
    assert client.post(ARCHIVE)["Location"].startswith("/account/login/")
    prove_it_is_me(ann_client)
    assert ann_client.get(ARCHIVE).status_code == 405
    stranger = Client()
    open_account("bob@example.org", "Bob")
    sign_in(stranger, email="bob@example.org")
    prove_it_is_me(stranger)
    archive = opened(b"".join(stranger.post(ARCHIVE).streaming_content))
    assert json.loads(archive.read("account.json"))[0]["email"] == "bob@example.org"
