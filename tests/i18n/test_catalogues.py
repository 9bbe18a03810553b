"""Every text of the sources stands translated in every catalogue."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from string import Formatter

import polib
import pytest
from django.conf import settings

from caledonia_site.common.translations import compile_translations
from caledonia_site.management.commands.collect_messages import carry_over
from games.systems.registry import system_keys

LOCALES = ("fr", "pt_BR")
# The site's own, and that of each game.
FOLDERS = [Path(folder) for folder in settings.LOCALE_PATHS]
EVERY_CATALOGUE = pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.parent.name)


def catalogue(folder: Path, locale: str) -> polib.POFile:
    return polib.pofile(str(folder / locale / "LC_MESSAGES" / "django.po"))


def test_every_game_has_its_own():
    assert {folder.parent.name for folder in FOLDERS} == {"caledonia_site", *system_keys()}


@EVERY_CATALOGUE
@pytest.mark.parametrize("locale", LOCALES)
def test_no_message_is_missing_or_fuzzy(folder, locale):
    messages = catalogue(folder, locale)
    assert len(messages) > 20
    assert [entry.msgid for entry in messages.untranslated_entries()] == []
    assert [entry.msgid for entry in messages.fuzzy_entries()] == []


@EVERY_CATALOGUE
@pytest.mark.parametrize("locale", LOCALES)
def test_translations_keep_the_placeholders(folder, locale):
    """A lost or misspelt placeholder would show an error, or hide a number, in that language only."""
    for entry in catalogue(folder, locale):
        sources = [entry.msgid, entry.msgid_plural] if entry.msgid_plural else [entry.msgid]
        for text in [entry.msgstr] if entry.msgstr else entry.msgstr_plural.values():
            assert any(placeholders(text) == placeholders(source) for source in sources), (entry.msgid, text)


def placeholders(text: str) -> set[str]:
    percent = {part.split(")")[0] for part in text.split("%(")[1:]}
    try:
        braces = {name for _, name, _, _ in Formatter().parse(text) if name}
    except ValueError:
        braces = set()
    return percent | braces


@pytest.mark.gettext
def test_the_catalogues_hold_exactly_the_texts_of_the_sources(tmp_path):
    """In a copy of the sources: collecting rewrites the catalogues it finds below the folder it runs in."""
    for name in ("caledonia_site", "games", "tournaments", "scoring"):
        shutil.copytree(
            settings.PROJECT_DIR / name,
            tmp_path / name,
            ignore=shutil.ignore_patterns("static", "__pycache__"),
        )
    shutil.copy(settings.PROJECT_DIR / "manage.py", tmp_path)
    done = subprocess.run(
        [sys.executable, "manage.py", "collect_messages"],
        cwd=tmp_path,
        env={k: v for k, v in os.environ.items() if not k.startswith(("CALEDONIA_", "DJANGO_"))},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    for folder in FOLDERS:
        copy = tmp_path / folder.relative_to(settings.PROJECT_DIR)
        for locale in LOCALES:
            collected = {(entry.msgctxt, entry.msgid) for entry in catalogue(copy, locale)}
            kept = {(entry.msgctxt, entry.msgid) for entry in catalogue(folder, locale)}
            assert collected - kept == set(), f"{folder} {locale}: run `make messages` and translate these"
            assert kept - collected == set(), f"{folder} {locale}: run `make messages` to drop these"


def test_a_text_that_moves_to_another_catalogue_keeps_its_translation():
    moved = polib.POEntry(msgid="Stones", msgstr="")
    known = {(None, "Stones", ""): polib.POEntry(msgid="Stones", msgstr="Pierres")}
    catalogue = polib.POFile()
    catalogue.append(moved)
    carry_over(catalogue, known)
    assert moved.msgstr == "Pierres"


def test_catalogues_compile_once(tmp_path):
    shutil.copytree(FOLDERS[0], tmp_path, dirs_exist_ok=True, ignore=shutil.ignore_patterns("*.mo"))
    made = compile_translations(tmp_path)
    assert sorted(path.parts[-3] for path in made) == list(LOCALES)
    assert polib.mofile(str(made[0])).percent_translated() == 100
    assert compile_translations(tmp_path) == []
