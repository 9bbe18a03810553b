"""Collect every translatable text of the sources into the message catalogues."""

from pathlib import Path
from typing import Any

import polib
from django.conf import settings
from django.core.management import BaseCommand, call_command

# English is the language of the sources, so it has no catalogue.
TRANSLATED = ("fr", "pt_BR")
Translations = dict[tuple[str | None, str, str], polib.POEntry]


class Command(BaseCommand):
    help = "Collect texts into the .po files (needs the gettext programs)."
    # Texts are collected from sources alone, whether or not the site could start with them.
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        folders = [Path(folder) for folder in settings.LOCALE_PATHS]
        known = {locale: _translations(folders, locale) for locale in TRANSLATED}
        for folder in folders:
            for locale in TRANSLATED:
                (folder / locale / "LC_MESSAGES").mkdir(parents=True, exist_ok=True)
        call_command(
            "makemessages",
            locale=list(TRANSLATED),
            ignore_patterns=["tests", "docs", "deploy", ".*"],
            no_obsolete=True,
            no_wrap=True,
            add_location="file",
            verbosity=0,
        )
        for locale in TRANSLATED:
            messages = waiting = 0
            for path in _catalogues(folders, locale):
                catalogue = polib.pofile(str(path), wrapwidth=0)
                carry_over(catalogue, known[locale])
                _settle(catalogue, locale)
                catalogue.save()
                messages += len(catalogue)
                waiting += len(catalogue.untranslated_entries()) + len(catalogue.fuzzy_entries())
            self.stdout.write(f"{locale}: {messages} messages, {waiting} to translate.")


def _catalogues(folders: list[Path], locale: str) -> list[Path]:
    paths = [folder / locale / "LC_MESSAGES" / "django.po" for folder in folders]
    return [path for path in paths if path.exists()]


def _translations(folders: list[Path], locale: str) -> Translations:
    """Of every catalogue: the first that has a text decides."""
    entries = [entry for path in _catalogues(folders, locale) for entry in polib.pofile(str(path))]
    return {_key(entry): entry for entry in reversed(entries) if entry.translated()}


def carry_over(catalogue: polib.POFile, known: Translations) -> None:
    """A text that has moved from one catalogue to another brings its translation along."""
    for entry in catalogue:
        before = known.get(_key(entry))
        if before is not None and not entry.translated():
            entry.msgstr, entry.msgstr_plural = before.msgstr, before.msgstr_plural
            if "fuzzy" in entry.flags:
                entry.flags.remove("fuzzy")


def _key(entry: polib.POEntry) -> tuple[str | None, str, str]:
    return entry.msgctxt, entry.msgid, entry.msgid_plural


def _settle(catalogue: polib.POFile, locale: str) -> None:
    """A header without times and people, and entries in one order: a diff shows texts and nothing else."""
    plural = {"fr": "nplurals=2; plural=(n > 1);", "pt_BR": "nplurals=2; plural=(n > 1);"}[locale]
    catalogue.header = ""
    catalogue.metadata_is_fuzzy = False
    catalogue.metadata = {
        "Language": locale,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=UTF-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": plural,
    }
    catalogue.sort(key=lambda entry: (entry.occurrences, entry.msgid))
