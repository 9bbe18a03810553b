"""What the engine says, in the words of a language.

The words come from outside as plain data (`Words`): on the site from its translations, in a browser from a file. So
both say the same.

A sentence names the parameters of its code in braces; one that explains a line may also use {quantity}, {unit} and
{vp}. After a colon stands how a parameter is shown:

    {counts}             several numbers: "9 / 7 / 7"
    {places:,}           several numbers as a list: "1, 3"
    {tiers:+}            several numbers as a sum: "18 + 12"
    {events:landmarks}   a number with the noun it counts, in the form that the number asks for: "1 landmark"

Where more than a noun depends on a number, the sentence has a form for one and a form for many, and says which
parameter decides.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from scoring import registry
from scoring.types import Explanation, JsonObject, ScoreLine, Violation
from scoring.vocabulary import Code

# Between several numbers, by how the sentence shows them
SEPARATORS = {"": " / ", "+": " + ", ",": ", "}


class Forms(NamedTuple):
    """A text for one and for many; `by` is the parameter that decides."""

    by: str
    one: str
    many: str


class Words(NamedTuple):
    """The words of one game system in one language.

    labels      by key (`field.glory`)
    sentences   by code (`ranked_tied`)
    nouns       what numbers count, by the name sentences know it by: "{number} landmark", "{number} landmarks"
    phrases     what every sheet needs: `player` and `seat` with a number, `seat_kind`
    one         the numbers whose form is that for one: 1, in some languages 0 as well
    separator   between the groups of a number
    """

    labels: Mapping[str, str]
    sentences: Mapping[str, str | Forms]
    nouns: Mapping[str, Forms]
    phrases: Mapping[str, str]
    one: tuple[int, ...]
    separator: str

    def as_json(self) -> JsonObject:
        return {
            "labels": dict(self.labels),
            "sentences": {key: _plain(text) for key, text in self.sentences.items()},
            "nouns": {key: _plain(forms) for key, forms in self.nouns.items()},
            "phrases": dict(self.phrases),
            "one": list(self.one),
            "separator": self.separator,
        }


def read_words(raw: Mapping[str, Any]) -> Words:
    """What `as_json` gave."""
    return Words(
        raw["labels"],
        {key: text if isinstance(text, str) else Forms(*text) for key, text in raw["sentences"].items()},
        {key: Forms(*forms) for key, forms in raw["nouns"].items()},
        raw["phrases"],
        tuple(raw["one"]),
        raw["separator"],
    )


def label(words: Words, key: str) -> str:
    """The name of a field, line, choice ...; pieces known by their number keep it."""
    return words.labels[key] if key in words.labels else key.rpartition(".")[2]


def sentence(
    system: str,
    words: Words,
    finding: Explanation | Violation,
    line: ScoreLine | None = None,
    names: Sequence[str] = (),
) -> str:
    """What the engine said, in words. `names` are the names of the seats in order."""
    kinds = _codes(system)[finding.code].params
    values: dict[str, Any] = dict(finding.params)
    if line is not None:
        values["quantity"] = line.quantity or 0
        values["unit"] = line.unit or 0
        values["vp"] = line.vp
    text = words.sentences[finding.code]
    if isinstance(text, Forms):
        text = _form(words, text, values[text.by])
    beginning, *parts = text.split("{")
    written = [beginning]
    for part in parts:
        place, _, rest = part.partition("}")
        name, _, form = place.partition(":")
        written.append(_show(words, kinds.get(name, "number"), values[name], form, names))
        written.append(rest)
    return "".join(written)


@cache
def _codes(system: str) -> dict[str, Code]:
    return {code.key: code for code in registry.get(system).vocabulary.codes}


def _show(words: Words, kind: str, value: Any, form: str, names: Sequence[str]) -> str:
    """A parameter as the sentence shows it, by the kind its code declares."""
    prefix, _, labels = kind.partition(":")
    if prefix == "labels":
        return ", ".join([label(words, f"{labels}.{key}") for key in value])
    if prefix == "label":
        return label(words, f"{labels}.{value}")
    if kind == "seat":
        return names[value] if value < len(names) and names[value] else format_number(words, value + 1)
    if kind == "numbers":
        return SEPARATORS[form].join([format_number(words, number) for number in value])
    if form:
        return _form(words, words.nouns[form], value).replace("{number}", format_number(words, value))
    return format_number(words, value) if isinstance(value, int) else str(value)


def _form(words: Words, forms: Forms, number: int) -> str:
    return forms.one if number in words.one else forms.many


def format_number(words: Words, value: int) -> str:
    """Whole numbers as the language writes them, with a real minus sign."""
    digits = str(abs(value))
    groups: list[str] = []
    while len(digits) > 3:
        groups.insert(0, digits[-3:])
        digits = digits[:-3]
    return ("−" if value < 0 else "") + words.separator.join([digits, *groups])


def place_of(words: Words, path: str, names: Sequence[str]) -> str:
    """Where a field is: "Ailsa · Scoring round B · Persons"; "" for the sheet as a whole."""
    scope, _, rest = path.partition(".")
    key = rest.rpartition(".")[2]
    if not key:
        return ""
    if not scope.startswith("seats["):
        return label(words, f"option.{key}" if scope == "options" else f"field.{key}")
    seat = int(scope[len("seats[") : -1])
    parts = [names[seat] if seat < len(names) else numbered(words, "seat", seat)]
    if rest.startswith("rounds."):
        parts.append(label(words, f"round.{rest.split('.')[1]}"))
    parts.append(words.phrases["seat_kind"] if key == "kind" else label(words, f"field.{key}"))
    return " · ".join(parts)


def numbered(words: Words, phrase: str, seat: int) -> str:
    """ "Player 1" for the first seat."""
    return words.phrases[phrase].replace("{number}", format_number(words, seat + 1))


def _plain(text: str | Forms) -> str | list[str]:
    return text if isinstance(text, str) else list(text)
