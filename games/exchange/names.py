"""How names of files are compared, and what a written faction (a clan) means: its key, or its name in any of our
languages, with or without a word such as "Clan" before it.

A file of a hundred thousand games has a few thousand names, again and again; hence the caches.
"""

from collections.abc import Mapping
from functools import cache, lru_cache

from django.conf import settings
from django.utils import translation

from games.players.names import normalised, tidy
from games.systems import label, system_of
from scoring import registry

LONGEST_NAME, LONGEST_KEY = 80, 160


@lru_cache(maxsize=20_000)
def spelled(name: str) -> tuple[str, str]:
    """The name without stray characters, and the key under which all its spellings are the same."""
    clean = tidy(name)[:LONGEST_NAME]
    return clean, normalised(clean)[:LONGEST_KEY]


def without_address(name: str) -> str:
    """Some people are kept under their e-mail address, which others must not see: what stands before the @."""
    return name.partition("@")[0].strip()


def dimension_meant(system: str, spelling: str) -> str:
    """The key, or "" when it is none we know."""
    key = spelled(spelling)[1]
    known = _spellings(system)
    if key in known:
        return known[key]
    for prefix in system_of(system).file_names.faction_prefixes:
        if key.startswith(f"{prefix} ") and (bare := key.removeprefix(f"{prefix} ")) in known:
            return known[bare]
    return known.get(key.replace(" ", ""), "")


@cache
def _spellings(system: str) -> Mapping[str, str]:
    description = registry.get(system).description
    field = next((field for field in description.seat if field.key == description.dimension), None)
    if field is None:
        return {}
    spellings: dict[str, str] = {}
    for choice in field.choices:
        spellings[normalised(str(choice))] = str(choice)
        for language, _name in settings.LANGUAGES:
            with translation.override(language):
                name = normalised(str(label(system, f"choice.{field.key}.{choice}")))
            spellings.setdefault(name, str(choice))
            spellings.setdefault(name.replace(" ", ""), str(choice))
    return spellings
