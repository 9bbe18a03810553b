"""The rules and words that a browser scores sheets with, under names that hold the digest of their content: what has
such a name never changes, so browsers and proxies keep it for ever.

A sheet says by which rules its score was shown. Recorded is what the site's own rules say, so whoever finished it by
others may be told another result.
"""

import json
import re
from collections.abc import Sequence
from functools import cache
from hashlib import sha256

import structlog
from django.conf import settings
from django.http import QueryDict
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _

from games.sheets.compiler.script import rules_script
from games.sheets.outline import outline_of
from games.systems import words_of
from scoring import registry

log = structlog.get_logger(__name__)

LANGUAGES = tuple(code for code, _name in settings.LANGUAGES)


def rules_digest() -> str:
    return rules_script().digest


def script_address() -> str:
    return reverse("games:rules", args=[rules_digest()])


@cache
def words_text(system: str, language: str) -> str:
    """With the outline that scripts draw the parts of a sheet from: both are in one language, and about one game."""
    with override(language):
        content = words_of(system).as_json() | {"outline": outline_of(system)}
        return json.dumps(content, ensure_ascii=False, separators=(",", ":"))


@cache
def words_digest(system: str, language: str) -> str:
    return sha256(words_text(system, language).encode()).hexdigest()


def words_address(system: str, language: str) -> str:
    return reverse("games:words", args=[system, language, words_digest(system, language)])


def words_addresses(language: str) -> list[str]:
    """Of all game systems."""
    return [words_address(ruleset.description.key, language) for ruleset in registry.systems()]


def rules_for(system: str) -> dict[str, str]:
    """What a page needs to ask the rules of a game, in its reader's language."""
    return {
        "system": system,
        "digest": rules_digest(),
        "worker": static("sheets/rules_worker.js"),
        "script": script_address(),
        "words": words_address(system, get_language() or settings.LANGUAGE_CODE),
        "failed": reverse("games:rules_failed"),
    }


_TOTALS = re.compile(r"-?[0-9]{1,6}( -?[0-9]{1,6})*")


def tell_of_other_rules(posted: QueryDict, system: str, totals: Sequence[int]) -> str:
    """What somebody is told whose sheet showed other totals than were recorded; nothing as a rule."""
    shown = posted.get("shown_totals", "")
    recorded = " ".join(map(str, totals))
    if not _TOTALS.fullmatch(shown) or shown == recorded:
        return ""
    if posted.get("rules") == rules_digest():
        # The same rules must say the same, wherever they run.
        log.error("rules_disagree", system=system, rules=rules_digest())
    return _(
        "The rules have been updated since this sheet was filled in. By those of today it is %(totals)s VP; "
        "the sheet had shown %(shown)s VP."
    ) % {"totals": recorded.replace(" ", " / "), "shown": shown.replace(" ", " / ")}
