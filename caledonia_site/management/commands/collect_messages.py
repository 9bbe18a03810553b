"""Collect every translatable text of the sources into the message catalogues."""

from pathlib import Path
from typing import Any

import polib
from django.conf import settings
from django.core.management import BaseCommand, call_command

# English is the language of the sources, so it has no catalogue.
TRANSLATED = ("fr", "pt_BR")


class Command(BaseCommand):
    help = "Collect texts into the .po files (needs the gettext programs)."
    # Texts are collected from sources alone, whether or not the site could start with them.
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        folder = Path(settings.LOCALE_PATHS[0])
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
            catalogue = polib.pofile(str(folder / locale / "LC_MESSAGES" / "django.po"), wrapwidth=0)
            _settle(catalogue, locale)
            catalogue.save()
            waiting = len(catalogue.untranslated_entries()) + len(catalogue.fuzzy_entries())
            self.stdout.write(f"{locale}: {len(catalogue)} messages, {waiting} to translate.")


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
