"""A game is one package of rules and one folder, and nothing else of the site names it."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from games.systems.registry import system_keys

PROJECT = Path(settings.PROJECT_DIR)
PAGES = (
    "/",
    "/games/",
    "/statistics/",
    "/ratings/",
    "/api/v1/rulesets/",
    "/score/",
    "/score/toy/?human=2",
    "/score/waiting/",
)
OF_A_GAME = ("{game}", "{game}card.svg", "{game}card.png", "{game}sheet.pdf")


def run(*arguments, folder, **environment):
    """In a process of its own, with data of its own: lists of games are made when the site starts."""
    own = {
        "DJANGO_SETTINGS_MODULE": "tests.games.systems.with_toy.settings",
        "CALEDONIA_DATA_DIR": str(folder),
        "CALEDONIA_DATABASE_URL": f"sqlite:///{folder / 'site.sqlite3'}",
    }
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=PROJECT,
        env=os.environ | own | environment,
        capture_output=True,
        text=True,
    )


def test_a_game_with_a_folder_opens_every_page(tmp_path):
    addresses = [*PAGES, *OF_A_GAME]
    answer = run("-m", "tests.games.systems.with_toy.open_pages", *addresses, folder=tmp_path)
    assert answer.returncode == 0, answer.stderr
    assert json.loads(answer.stdout.splitlines()[-1]) == dict.fromkeys(addresses, 200)


@pytest.mark.parametrize("command", ["check", "serve"])
def test_without_a_folder_the_start_is_refused_with_a_sentence(command, tmp_path):
    answer = run("manage.py", command, folder=tmp_path, WITHOUT_FOLDER="1")
    assert answer.returncode == 1
    assert "The game system “toy” is not complete: the folder games/systems/toy is missing." in answer.stderr
    assert "Traceback" not in answer.stderr


# Translations name the files their texts come from.
TEXTS = {".py", ".html", ".txt", ".css", ".js", ".svg", ".json", ".toml", ".xml"}


def test_no_other_file_of_the_site_contains_the_key_of_a_game():
    folders = {key: PROJECT / "games" / "systems" / key for key in system_keys()}
    named = [
        f"{path.relative_to(PROJECT)}: {key}"
        for package in ("caledonia_site", "games", "tournaments")
        for path in (PROJECT / package).rglob("*")
        if path.suffix in TEXTS
        for text in [path.read_text()]
        for key, folder in folders.items()
        if key in text and not path.is_relative_to(folder)
    ]
    assert named == []
