"""A site is saved while it is in use, and restored into an empty database: the same to the last cell."""

import json
import os
import sqlite3
import zipfile
from contextlib import closing
from pathlib import Path

import psycopg
import pyrage
import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from caledonia_site.operations.backup import postgres, sqlite
from caledonia_site.operations.backup.summary import postgres_summary, sqlite_summary
from games.players.models import Player
from tests.factories.clubs import ClubFactory
from tests.factories.people import PlayerFactory

pytestmark = pytest.mark.django_db(transaction=True)

PHOTO = bytes(range(256)) * 40


@pytest.fixture
def site(settings, tmp_path):
    """Something in several tables, and an upload."""
    settings.MEDIA_ROOT = tmp_path / "media"
    for number in range(3):
        PlayerFactory(name=f"Una {number} ‘Ìle’")
    ClubFactory(name="Leith; DROP TABLE clubs_club", description="a\nb")
    (tmp_path / "media/photos").mkdir(parents=True)
    (tmp_path / "media/photos/1.webp").write_bytes(PHOTO)
    return summary()


@pytest.fixture
def move_to_empty(settings, tmp_path):
    """From here on the site's settings name another database, with nothing in it, and an empty folder."""
    name = connection.settings_dict["NAME"]
    made = []

    def move():
        connection.close()
        settings.MEDIA_ROOT = tmp_path / "new media"
        if connection.vendor == "postgresql":
            made.append(f"{name}_restored")
            with psycopg.connect(**postgres._parameters(), autocommit=True) as server:
                server.execute(f'CREATE DATABASE "{made[-1]}"')
        else:
            made.append(str(tmp_path / "restored.sqlite3"))
        connection.settings_dict["NAME"] = made[-1]

    yield move
    connection.close()
    connection.settings_dict["NAME"] = name
    if connection.vendor == "postgresql":
        with psycopg.connect(**postgres._parameters(), autocommit=True) as server:
            for database in made:
                server.execute(f'DROP DATABASE "{database}"')


def summary():
    if connection.vendor == "postgresql":
        with psycopg.connect(**postgres._parameters()) as reader:
            return postgres_summary(reader)
    with closing(sqlite3.connect(sqlite._file())) as reader:
        return sqlite_summary(reader)


def backup(folder, capsys):
    call_command("backup", folder)
    said = capsys.readouterr().out
    return Path(said.partition(": ")[0]), said


def test_a_restored_site_is_the_same_to_the_last_cell(site, move_to_empty, settings, tmp_path, capsys):
    assert site["players_player"].rows == 3
    file, said = backup(tmp_path, capsys)
    assert "1 uploaded files" in said
    assert oct(file.stat().st_mode & 0o777) == "0o600"
    move_to_empty()
    call_command("restore", file)
    assert "all the same as they were saved" in capsys.readouterr().out
    assert summary() == site
    assert (settings.MEDIA_ROOT / "photos/1.webp").read_bytes() == PHOTO
    # A site that works, not only rows: numbers of new rows are free.
    Player.objects.create(name="Rory")
    assert Player.objects.count() == 4
    connection.close()
    with pytest.raises(CommandError, match="the database is not empty"):
        call_command("restore", file)


def test_one_changed_cell_is_noticed(site):
    Player.objects.filter(name__startswith="Una 0").update(name="Una 0 Ìle")
    changed = summary()
    assert {name for name in site if site[name] != changed[name]} == {"players_player"}


def test_with_a_key_only_its_secret_half_opens_it(site, move_to_empty, settings, tmp_path, capsys):
    key = pyrage.x25519.Identity.generate()
    (tmp_path / "key.txt").write_text(str(key))
    settings.BACKUP_RECIPIENT = str(key.to_public())
    file, _said = backup(tmp_path, capsys)
    assert file.name.endswith(".zip.age")
    assert b"manifest" not in file.read_bytes()
    move_to_empty()
    with pytest.raises(CommandError, match="the backup is encrypted"):
        call_command("restore", file)
    call_command("restore", file, key=tmp_path / "key.txt")
    assert summary() == site


def test_a_restore_that_lost_something_says_what(site, move_to_empty, tmp_path, capsys):
    file, _said = backup(tmp_path, capsys)
    forged = tmp_path / "forged.zip"
    with zipfile.ZipFile(file) as source, zipfile.ZipFile(forged, "w") as target:
        for name in source.namelist():
            content = source.read(name)
            if name == "manifest.json":
                manifest = json.loads(content)
                manifest["tables"]["players_player"]["rows"] += 1
                manifest["tables"]["clubs_club"]["digest"] = "1"
                content = json.dumps(manifest).encode()
            target.writestr(name, content)
    move_to_empty()
    with pytest.raises(CommandError) as refusal:
        call_command("restore", forged)
    assert "players_player: 4 rows were saved, 3 are there" in str(refusal.value)
    assert "clubs_club: 1 rows, but not the same" in str(refusal.value)


def test_what_is_no_backup_is_refused_in_a_sentence(tmp_path):
    (tmp_path / "text.zip").write_text("no zip at all")
    with zipfile.ZipFile(tmp_path / "other.zip", "w") as other:
        other.writestr("readme", "hello")
    for name, sentence in (
        ("text.zip", "is no backup, or is damaged"),
        ("other.zip", "is no backup of Caledonia"),
        ("none.zip", "there is no file"),
    ):
        with pytest.raises(CommandError, match=sentence):
            call_command("restore", tmp_path / name)


def test_a_folder_that_cannot_be_written_is_a_sentence(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(CommandError, match="cannot be written"):
        call_command("backup", tmp_path / "file")
    assert os.listdir(tmp_path) == ["file"]


def killed_in_the_middle(path):
    """What a killed process leaves beside its database: a log with committed changes that the file lacks."""
    writer = sqlite3.connect(path, isolation_level=None)
    writer.execute("PRAGMA journal_mode=WAL")
    writer.execute("CREATE TABLE players_player (name)")
    writer.execute("INSERT INTO players_player VALUES ('of the old world')")
    kept = {ending: path.with_name(path.name + ending).read_bytes() for ending in ("-wal", "-shm")}
    writer.close()
    path.unlink()
    for ending, content in kept.items():
        path.with_name(path.name + ending).write_bytes(content)


@pytest.mark.only_on_sqlite
@pytest.mark.parametrize("is_sealed", [False, True], ids=["in the clear", "encrypted"])
def test_what_a_killed_site_left_beside_its_database_is_not_restored_over(
    site, move_to_empty, settings, tmp_path, capsys, is_sealed
):
    key = pyrage.x25519.Identity.generate()
    (tmp_path / "key.txt").write_text(str(key))
    settings.BACKUP_RECIPIENT = str(key.to_public()) if is_sealed else ""
    file, _said = backup(tmp_path, capsys)
    move_to_empty()
    database = sqlite._file()
    killed_in_the_middle(database)
    with pytest.raises(
        CommandError, match=r"left of another database \(restored.sqlite3-wal, restored.sqlite3-shm\)"
    ):
        call_command("restore", file, key=tmp_path / "key.txt")
    assert not database.exists()
    for ending in ("-wal", "-shm"):
        database.with_name(database.name + ending).unlink()
    call_command("restore", file, key=tmp_path / "key.txt")
    assert summary() == site
    # As the site opens it, and after it was closed: nothing of the old world comes back.
    assert not Player.objects.filter(name="of the old world").exists()
    connection.close()
    assert summary() == site
    assert {path.name for path in tmp_path.iterdir() if path.name.startswith(("restore-", "restored"))} == {
        "restored.sqlite3"
    }


@pytest.mark.only_on_sqlite
def test_a_saved_database_that_is_damaged_takes_no_place(site, move_to_empty, tmp_path, capsys):
    file, _said = backup(tmp_path, capsys)
    damaged = tmp_path / "damaged.zip"
    with zipfile.ZipFile(file) as source, zipfile.ZipFile(damaged, "w") as target:
        for name in source.namelist():
            content = source.read(name)
            target.writestr(name, content[: len(content) // 2] if name == "database" else content)
    move_to_empty()
    with pytest.raises(CommandError, match="the saved database is damaged"):
        call_command("restore", damaged)
    assert not sqlite._file().exists()
    assert not list(tmp_path.glob("restore-*"))
