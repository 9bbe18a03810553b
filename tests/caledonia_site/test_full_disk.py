"""A disk without room, as databases and files tell it: a sentence, /readyz, and nothing half written."""

import json
from contextlib import contextmanager
from io import BytesIO

import pytest
from django.core.cache import cache
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from PIL import Image

from caledonia_site.common import disk
from caledonia_site.common.caches import SharedFileCache
from games.clubs.enums import Role
from games.results.models import Game, GamePhoto, SheetVersion
from games.results.services.results import Person
from games.tokens.enums import TokenScope
from games.tokens.services import create_token
from tests.factories.clubs import ClubFactory, member_of
from tests.factories.games import recorded_game, two_seats
from tests.plugins.small_disk import fill

pytestmark = pytest.mark.django_db(transaction=True)

WORDS = {"en": "Our disk is full", "fr": "Notre disque est plein", "pt-br": "Nosso disco está cheio"}
SENTENCE = "The disk of this site is full: nothing was saved. Try again later."


@pytest.fixture(autouse=True)
def nothing_was_said_before(monkeypatch):
    monkeypatch.setattr(disk, "_full_until", 0.0)


@pytest.fixture
def scorekeeper():
    return member_of(ClubFactory(), Role.SCOREKEEPER)


@contextmanager
def full_database(table):
    """Real refusals: SQLite may not grow by one page; PostgreSQL's server says what it says of a full disk."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                "CREATE FUNCTION no_room() RETURNS trigger LANGUAGE plpgsql AS "
                "$$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$"
            )
            cursor.execute(f"CREATE TRIGGER no_room BEFORE INSERT ON {table} EXECUTE FUNCTION no_room()")
        else:
            # All free pages are used up, and there are no further ones.
            cursor.execute("VACUUM")
            cursor.execute("PRAGMA page_count")
            cursor.execute(f"PRAGMA max_page_count={cursor.fetchone()[0]}")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            if connection.vendor == "postgresql":
                cursor.execute(f"DROP TRIGGER no_room ON {table}")
                cursor.execute("DROP FUNCTION no_room")
            else:
                cursor.execute("PRAGMA max_page_count=1073741823")


def post_games(client, account, number):
    """So many, or until one is refused, as a page of SQLite has room for some rows: those taken, and that one."""
    token = create_token(actor=account, name="full", scope=TokenScope.WRITE)[1]
    body = {
        "system": "clans_of_caledonia",
        "played_on": "2026-05-02",
        "people": [{"name": "Una"}, {"name": "Rory"}],
        "sheet": two_seats(),
        "warnings_confirmed": True,
    }

    def post():
        return client.post(
            "/api/v1/games/",
            json.dumps(body),
            content_type="application/json",
            headers={"authorization": f"Bearer {token}"},
        )

    taken = []
    for _ in range(number):
        answer = post()
        if answer.status_code != 201:
            return taken, answer
        taken.append(answer)
    return taken, None


def test_a_program_reads_a_sentence_and_nothing_is_half_written(client, scorekeeper):
    client.raise_request_exception = False
    post_games(client, scorekeeper, 1)
    assert client.get("/readyz").status_code == 200
    with full_database("results_seat"):
        taken, refused = post_games(client, scorekeeper, 30)
        assert refused.status_code == 507
        assert refused.json() == {
            "type": "about:blank",
            "title": "Insufficient Storage",
            "status": 507,
            "code": "disk_full",
            "detail": SENTENCE,
        }
        assert (client.get("/readyz").status_code, client.get("/readyz").content) == (
            503,
            b"the disk is full",
        )
        # Whoever only looks does not notice.
        assert client.get("/games/").status_code == 200
    assert Game.objects.count() == SheetVersion.objects.count() == len(taken) + 1
    assert not Game.objects.filter(seats=None).exists()
    assert post_games(client, scorekeeper, 1)[1] is None


def photo():
    drawn = BytesIO()
    Image.new("RGB", (300, 200), "peru").save(drawn, "JPEG")
    return SimpleUploadedFile("sheet.jpg", drawn.getvalue())


def test_a_photo_that_found_no_room_leaves_no_piece_of_it(client, scorekeeper, settings, small_disk):
    settings.MEDIA_ROOT = small_disk
    client.raise_request_exception = False
    client.force_login(scorekeeper)
    game = recorded_game(Person(player=scorekeeper.player), Person(name="Rory"), recorder=scorekeeper)
    fill(small_disk)
    address = f"/games/{game.public_id}/photo/"
    for language, words in WORDS.items():
        answer = client.post(address, {"photo": photo()}, headers={"accept-language": language})
        assert answer.status_code == 507
        assert f"<h1>{words}</h1>" in answer.content.decode()
    assert not GamePhoto.objects.exists()
    assert [path.name for path in small_disk.rglob("*") if path.is_file()] == ["filler"]
    (small_disk / "filler").unlink()
    assert client.post(address, {"photo": photo()}).status_code == 302
    assert [path.suffix for path in small_disk.rglob("*") if path.is_file()] == [".jpg"]


def test_a_photo_whose_row_found_no_room_is_taken_away_again(
    client, scorekeeper, settings, tmp_path, monkeypatch
):
    settings.MEDIA_ROOT = tmp_path
    monkeypatch.setattr("games.results.web.photos.MOST_OF_AN_ACCOUNT_AN_HOUR", 100)
    client.raise_request_exception = False
    client.force_login(scorekeeper)
    games = [
        recorded_game(Person(player=scorekeeper.player), Person(name="Rory"), recorder=scorekeeper)
        for _ in range(80)
    ]
    with full_database("results_gamephoto"):
        answers = (client.post(f"/games/{game.public_id}/photo/", {"photo": photo()}) for game in games)
        assert 507 in (answer.status_code for answer in answers)
    assert len([path for path in tmp_path.rglob("*") if path.is_file()]) == GamePhoto.objects.count()


def test_limits_that_cannot_be_counted_are_the_same_sentence(client, scorekeeper, monkeypatch, small_disk):
    """Whoever could not be counted is not let through uncounted."""
    client.raise_request_exception = False
    files = SharedFileCache(str(small_disk / "cache"), {})
    for name in ("add", "get", "set", "incr"):
        monkeypatch.setattr(cache, name, getattr(files, name))
    fill(small_disk)
    assert post_games(client, scorekeeper, 1)[1].status_code == 507
    assert not Game.objects.exists()


def test_ready_says_that_the_data_folder_has_no_room(client, settings, small_disk):
    settings.DATA_DIR = small_disk
    assert client.get("/readyz").status_code == 503
    assert client.get("/readyz").content == b"the disk is full"
