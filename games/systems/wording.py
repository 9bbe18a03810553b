"""From keys and codes to words in the reader's language."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from games.systems import shared_wording
from games.systems.base import Wording
from games.systems.registry import system_keys, system_of
from scoring import registry
from scoring.types import Explanation, ScoreLine, Violation
from scoring.vocabulary import Code


@cache
def wording_of(system: str) -> Wording:
    """A system's words over the words all systems share."""
    own = system_of(system).wording
    return Wording(
        labels={**shared_wording.WORDING.labels, **own.labels},
        sentences={**shared_wording.WORDING.sentences, **own.sentences},
    )


def label(system: str, key: str) -> Promise | str:
    """The name of a field, line, choice ...; pieces known by their number keep it."""
    labels = wording_of(system).labels
    return labels[key] if key in labels else key.rpartition(".")[2]


def game_names() -> str:
    """All games by name, as a sentence names them."""
    *others, last = [str(label(key, f"system.{key}")) for key in system_keys()]
    return _("%(games)s and %(last)s") % {"games": ", ".join(others), "last": last} if others else last


def sentence(
    system: str,
    finding: Explanation | Violation,
    *,
    line: ScoreLine | None = None,
    names: Sequence[str] = (),
) -> str:
    """What the engine said, in words. `names` are the names of the seats in order."""
    code = _codes(system)[finding.code]
    shown: dict[str, Any] = {
        name: _shown(system, code.params.get(name, ""), value, names)
        for name, value in finding.params.items()
    }
    if line is not None:
        shown |= {
            "quantity": _number(line.quantity or 0),
            "unit": _number(line.unit or 0),
            "vp": _number(line.vp),
        }
    return str(wording_of(system).sentences[finding.code]).format(**shown)


@cache
def _codes(system: str) -> Mapping[str, Code]:
    return {code.key: code for code in registry.get(system).vocabulary.codes}


class _Numbers(tuple[int, ...]):
    """Several numbers in a sentence: "9 / 7 / 7", or with the format "+" as a sum, "18 + 12"."""

    def __format__(self, form: str) -> str:
        return (" + " if form == "+" else " / ").join(_number(number) for number in self)


def _shown(system: str, kind: str, value: Any, names: Sequence[str]) -> Any:
    """A parameter as the sentence shows it, by the kind its code declares."""
    if kind.startswith("labels:"):
        return ", ".join(str(label(system, f"{kind.removeprefix('labels:')}.{key}")) for key in value)
    if kind.startswith("label:"):
        return label(system, f"{kind.removeprefix('label:')}.{value}")
    if kind == "seat":
        return names[value] if value < len(names) and names[value] else _number(value + 1)
    if kind == "numbers":
        return _Numbers(value)
    return _number(value) if isinstance(value, int) else value


def _number(value: int) -> str:
    """Whole numbers as the language writes them, with a real minus sign."""
    # Small numbers look the same in every language; a live score writes hundreds of them at every key press.
    text = str(value) if abs(value) < 10_000 else number_format(value, force_grouping=True)
    return text.replace("-", "−")
