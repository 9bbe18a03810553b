"""Every key and code of a game system that needs words, so that the site can prove it has them all.

Label keys look like `field.glory`, `option.train`, `choice.train.full`. Choices that are numbers (tiles known
by the number printed on them) need no label.

A code lists its parameters with what they are:

    number, numbers    a whole number, or several
    flag               true or false
    seat               the index of a seat (shown as the player's name)
    label:<prefix>     a key whose label is `<prefix>.<key>`; labels:<prefix> for several
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from scoring.description import Description, Field

CodeKind = Literal["explanation", "note", "tie_break", "violation", "warning"]


@dataclass(frozen=True, slots=True)
class Code:
    """A code the engine may answer with. One key may be used in one kind only."""

    key: str
    kind: CodeKind
    params: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Vocabulary:
    labels: tuple[str, ...]
    codes: tuple[Code, ...]


def labels_of(description: Description) -> tuple[str, ...]:
    """Every label key of a description, each once, in the order of the sheet."""
    return tuple(dict.fromkeys(_labels(description)))


def _labels(description: Description) -> Iterator[str]:
    yield f"system.{description.key}"
    for kind in description.seat_kinds:
        yield f"seat_kind.{kind.key}"
    for round_key in description.rounds:
        yield f"round.{round_key}"
    for section in description.sections:
        yield f"section.{section}"
    for option in description.options:
        yield f"option.{option.key}"
        yield from _choice_labels(option)
    for one in (*description.setup, *description.game, *description.seat):
        yield f"field.{one.key}"
        yield from _choice_labels(one)
    for line in description.lines:
        yield f"line.{line.key}"


def _choice_labels(one: Field) -> Iterator[str]:
    for choice in one.choices:
        if isinstance(choice, str):
            yield f"choice.{one.key}.{choice}"
