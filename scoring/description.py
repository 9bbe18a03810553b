"""How a game system describes its sheet, as plain data.

The site draws forms, pickers, tables and statistics from a description and never asks which game it is.
Everything is named by stable keys; labels and sentences live in the site (see `vocabulary.py`).

The raw sheet a description stands for:

    {
      "ruleset": "<key>",                       optional; must match when given
      "options": {"<option>": value, ...},      modules and variants
      "setup": {"<field>": value, ...},         facts about the set-up, all optional
      "game": {"<field>": value, ...},          fields of the table as a whole
      "seats": [
        {
          "kind": "human",                      a key of `seat_kinds`; the first kind when left out
          "player": "who sits here",            any text, or left out; no two seats alike
          "<field>": value, ...                 fields entered once
          "rounds": {"<round>": {"<field>": value, ...}, ...}     fields entered in several rounds
        }, ...
      ]
    }

null, a key left out and an empty list are all a blank.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Literal, cast

from scoring.conditions import ALWAYS, Condition
from scoring.types import Json, JsonObject, Value

FieldKind = Literal["count", "flag", "choice", "tiles"]

# No game comes near it; it keeps totals small whatever is posted.
HIGHEST_COUNT = 9_999


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """One thing to enter.

    kind          count: a whole number from `minimum` to `maximum`; flag: yes or no; choice: one of
                  `choices` (all numbers or all keys); tiles: several different ones of `choices`, between
                  `shortest` and `longest` of them
    required      a finished sheet must have it (where it applies)
    default       what a blank counts as; by default 0, false, nothing, no tiles
    when          where the field applies; elsewhere it must be blank
    choice_when   options: where single choices apply, for those that do not always
    rounds        the rounds it is entered in; () means once, with the last round
    unique        no two seats (in one round) may share the value (0 is nobody's), a tile, or a raised flag
    usual         a greater count is accepted with a warning
    parts         count fields this total is the sum of, when they are entered instead of it
    ordered       tiles: their order matters and is kept
    catalogue     the catalogue of the description that lists the facts of each choice
    derives       tiles: fields that follow from the tiles, each with the catalogue column it adds up
                  ("" counts the tiles)
    place_vp      count: a place among the seats (1: first), and the VP of each place, by condition of the table; the
                  first condition that holds decides
    about         the piece of the set-up it is about: a field of ordered tiles, and the place in it from 0
    ranks         worked out: the position of each of `choices`
    """

    key: str
    kind: FieldKind = "count"
    section: str = ""
    minimum: int = 0
    maximum: int = HIGHEST_COUNT
    choices: tuple[int | str, ...] = ()
    shortest: int = 0
    longest: int = 0
    ordered: bool = False
    required: bool = False
    default: Value = None
    when: Condition = ALWAYS
    choice_when: Mapping[str, Condition] = field(default_factory=dict)
    rounds: tuple[str, ...] = ()
    unique: bool = False
    usual: int | None = None
    parts: tuple[str, ...] = ()
    catalogue: str = ""
    derives: Mapping[str, str] = field(default_factory=dict)
    place_vp: tuple[tuple[Condition, tuple[int, ...]], ...] = ()
    about: tuple[str, int] | None = None
    ranks: Mapping[int | str, int] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        ranks = {choice: rank for rank, choice in enumerate(self.choices)}
        object.__setattr__(self, "ranks", ranks)

    def in_order(self, tiles: Iterable[int | str]) -> tuple[int | str, ...]:
        """These tiles in the order of the choices, or in their own where that matters."""
        return tuple(tiles if self.ordered else sorted(tiles, key=self.ranks.__getitem__))

    @property
    def blank(self) -> Value:
        """What the field counts as when nothing was entered."""
        if self.default is not None:
            return self.default
        blanks: dict[str, Value] = {"count": 0, "flag": False, "choice": None, "tiles": ()}
        return blanks[self.kind]

    def as_json(self) -> JsonObject:
        plain: JsonObject = {
            "key": self.key,
            "kind": self.kind,
            "section": self.section,
            "required": self.required,
            "default": _plain(self.blank),
            "when": _plain(self.when),
            "rounds": list(self.rounds),
            "unique": self.unique,
        }
        if self.kind == "count":
            plain |= {"minimum": self.minimum, "maximum": self.maximum, "usual": self.usual}
            plain |= {"parts": list(self.parts)}
            plain |= {"place_vp": _plain(self.place_vp), "about": _plain(self.about)}
        if self.kind in {"choice", "tiles"}:
            plain |= {"choices": list(self.choices), "catalogue": self.catalogue}
            plain |= {"choice_when": {choice: _plain(when) for choice, when in self.choice_when.items()}}
        if self.kind == "tiles":
            plain |= {"shortest": self.shortest, "longest": self.longest, "ordered": self.ordered}
            plain |= {"derives": dict(self.derives)}
        return plain


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of the score: where it applies, in which rounds, and the fields it comes from.

    `compares`: its VP depend on what the other seats have in the same fields.
    """

    key: str
    fields: tuple[str, ...]
    when: Condition = ALWAYS
    rounds: tuple[str, ...] = ()
    compares: bool = False

    def as_json(self) -> JsonObject:
        return {
            "key": self.key,
            "fields": list(self.fields),
            "when": _plain(self.when),
            "rounds": list(self.rounds),
            "compares": self.compares,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatKind:
    """A kind of seat (a person, a bot) and how many of it a game may have."""

    key: str
    bot: bool = False
    minimum: int = 0
    maximum: int

    def as_json(self) -> JsonObject:
        return {"key": self.key, "bot": self.bot, "minimum": self.minimum, "maximum": self.maximum}


# Facts of the pieces: one mapping per piece, each with its "key" (what a field's `choices` hold) and "set"
# (the box it comes from) besides the numbers printed on it.
Catalogue = tuple[Mapping[str, int | str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Description:
    """Everything the site needs to know about a game system.

    `dimension` names the seat field that statistics are kept by (the clan, say), or is empty.
    """

    key: str
    version: str
    fewest_seats: int
    most_seats: int
    seat_kinds: tuple[SeatKind, ...]
    rounds: tuple[str, ...]
    sections: tuple[str, ...]
    options: tuple[Field, ...]
    setup: tuple[Field, ...]
    game: tuple[Field, ...] = ()
    seat: tuple[Field, ...]
    lines: tuple[Line, ...]
    dimension: str = ""
    catalogues: Mapping[str, Catalogue] = field(default_factory=dict)

    def as_json(self) -> JsonObject:
        return {
            "key": self.key,
            "version": self.version,
            "fewest_seats": self.fewest_seats,
            "most_seats": self.most_seats,
            "seat_kinds": [kind.as_json() for kind in self.seat_kinds],
            "rounds": list(self.rounds),
            "sections": list(self.sections),
            "options": [option.as_json() for option in self.options],
            "setup": [one.as_json() for one in self.setup],
            "game": [one.as_json() for one in self.game],
            "seat": [one.as_json() for one in self.seat],
            "lines": [line.as_json() for line in self.lines],
            "dimension": self.dimension,
            "catalogues": {
                name: [dict(piece) for piece in catalogue] for name, catalogue in self.catalogues.items()
            },
        }


def _plain(value: object) -> Json:
    """Nested tuples as nested lists."""
    if isinstance(value, tuple):
        return [_plain(part) for part in value]
    return cast("Json", value)
