"""A game is one package of rules and one folder, and nothing else of the site names it."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from games.systems import label
from games.systems.registry import system_keys, system_of
from tests.plugins import SHARED_FOLDER
from tests.plugins.tables import shared_folder

PROJECT = Path(settings.PROJECT_DIR)
WITH_TOY = "tests/games/systems/with_toy"
SETTINGS = "tests.games.systems.with_toy.settings"


def run(*arguments, **environment):
    """In a process of its own: lists of games are made when the site starts."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=PROJECT,
        env=os.environ | {"DJANGO_SETTINGS_MODULE": SETTINGS} | environment,
        capture_output=True,
        text=True,
    )


@pytest.mark.django_db
def test_with_a_third_game_every_page_answers_and_everything_can_be_done(request):
    """Those tests have a site of their own: every address in every language (pages.py), and what people do (flows.py).

    Its tables are copied from those of this run.
    """
    answer = run(
        *("-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:schemathesis"),
        f"--ds={SETTINGS}",
        f"--database={request.config.getoption('database')}",
        *(f"{WITH_TOY}/{name}.py" for name in ("pages", "flows")),
        **{SHARED_FOLDER: str(shared_folder())},
    )
    assert answer.returncode == 0, answer.stdout[-20_000:] + answer.stderr[-2_000:]


@pytest.mark.parametrize("command", ["check", "serve"])
def test_without_a_folder_the_start_is_refused_with_a_sentence(command, tmp_path):
    own = {
        "CALEDONIA_DATA_DIR": str(tmp_path),
        "CALEDONIA_DATABASE_URL": f"sqlite:///{tmp_path / 'site.sqlite3'}",
    }
    answer = run("manage.py", command, WITHOUT_FOLDER="1", **own)
    assert answer.returncode == 1
    missing = (
        "The game system “loch_curling” is not complete: the folder games/systems/loch_curling is missing."
    )
    assert missing in answer.stderr
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


# Shows the design with made-up names and figures.
STYLEGUIDE = ("caledonia_site/pages/styleguide.py", "caledonia_site/templates/styleguide")


def test_no_other_file_of_the_site_names_a_game_or_its_edition():
    """A page that lists the games asks for their names."""
    names = {str(label(key, f"system.{key}")).partition(":")[0]: key for key in system_keys()}
    names |= {
        str(system.wording.labels[f"edition.{system.traits.expansion}"]): key
        for key in system_keys()
        if (system := system_of(key)).traits.expansion
    }
    named = [
        f"{path.relative_to(PROJECT)}: {name}"
        for package in ("caledonia_site", "games", "tournaments")
        for path in (PROJECT / package).rglob("*")
        if path.suffix in TEXTS and not str(path.relative_to(PROJECT)).startswith(STYLEGUIDE)
        for text in [path.read_text()]
        for name, key in names.items()
        if name in text and not path.is_relative_to(PROJECT / "games" / "systems" / key)
    ]
    assert named == []
