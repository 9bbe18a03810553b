"""From keys and codes to words in the reader's language."""

from collections.abc import Sequence
from functools import cache

from django.utils.formats import get_format
from django.utils.functional import Promise
from django.utils.translation import get_language, gettext
from django.utils.translation.trans_real import catalog

from games.systems import shared_wording
from games.systems.base import Counted, Text, Wording
from games.systems.registry import system_keys, system_of
from scoring import sentences
from scoring.sentences import Forms, Words
from scoring.types import Explanation, ScoreLine, Violation


@cache
def wording_of(system: str) -> Wording:
    """A system's words over the words all systems share."""
    own, shared = system_of(system).wording, shared_wording.WORDING
    return Wording(
        labels={**shared.labels, **own.labels},
        sentences={**shared.sentences, **own.sentences},
        nouns={**shared.nouns, **own.nouns},
    )


def label(system: str, key: str) -> Promise | str:
    """The name of a field, line, choice ...; pieces known by their number keep it."""
    labels = wording_of(system).labels
    return labels[key] if key in labels else key.rpartition(".")[2]


def short_label(system: str, key: str) -> str:
    """What a field is called where its name would break inside a word; empty where it is not needed."""
    short = str(wording_of(system).labels.get(f"short.{key}", ""))
    return "" if short == str(label(system, f"field.{key}")) else short


def game_names() -> str:
    """All games by name, as a sentence names them."""
    *others, last = [str(label(key, f"system.{key}")) for key in system_keys()]
    return gettext("%(games)s and %(last)s") % {"games": ", ".join(others), "last": last} if others else last


def sentence(
    system: str,
    finding: Explanation | Violation,
    *,
    line: ScoreLine | None = None,
    names: Sequence[str] = (),
) -> str:
    """What the engine said, in words. `names` are the names of the seats in order."""
    return sentences.sentence(system, words_of(system), finding, line, names)


def words_of(system: str) -> Words:
    """All words of a system in the reader's language, as plain data."""
    return _words(system, get_language() or "")


@cache
def _words(system: str, language: str) -> Words:
    wording = wording_of(system)
    return Words(
        labels={key: str(text) for key, text in wording.labels.items()},
        sentences={code: _plain(text) for code, text in wording.sentences.items()},
        nouns={name: _forms("number", text) for name, text in wording.nouns.items()},
        phrases={
            "player": gettext("Player %(number)s") % {"number": "{number}"},
            "seat": gettext("Seat %(number)s") % {"number": "{number}"},
            "seat_kind": gettext("Kind of seat"),
        },
        one=tuple(number for number in (0, 1) if catalog().plural(number) == 0),
        separator=str(get_format("THOUSAND_SEPARATOR")),
    )


def _plain(text: Text | Counted) -> str | Forms:
    return _forms(text.by, text.text) if isinstance(text, Counted) else str(text)


def _forms(by: str, text: Promise) -> Forms:
    # Our languages have two forms, and where the first is for nothing as well it is so for all texts.
    return Forms(by, str(text % 1), str(text % 2))
