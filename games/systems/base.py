"""What a game system may bring beyond its rules. Only the words are needed; everything else has a default."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

from django.utils.functional import Promise

from games.systems.traits import Traits

Text: TypeAlias = Promise | str
Texts: TypeAlias = Mapping[str, Text]


class Counted(NamedTuple):
    """A text in a form for one and a form for many (`ngettext_lazy`); the parameter `by` decides."""

    by: str
    text: Promise


Sentences: TypeAlias = Mapping[str, Text | Counted]
Nouns: TypeAlias = Mapping[str, Promise]


@dataclass(frozen=True, slots=True)
class Wording:
    """Labels by key (`field.glory`), sentences by code (`ranked_tied`), and the nouns that sentences count, as
    `ngettext_lazy("{number} landmark", "{number} landmarks")`. `scoring.sentences` says how they are put together.
    """

    labels: Texts
    sentences: Sentences = field(default_factory=dict)
    nouns: Nouns = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Demo:
    """Invented games.

    invent_sheet     a plausible raw sheet that scores, the same for the same random numbers
    mistaken_field   a count of every seat that somebody wrote down wrongly, in the games that were corrected
    share            how many of the demo's games are of this system, in proportion to the other systems
    drawn_setup      fields of the set-up that the demo's tournaments draw for each round
    """

    invent_sheet: Callable[[random.Random], dict[str, Any]]
    mistaken_field: str
    share: float
    drawn_setup: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardGameGeek:
    """The game's entry there; other editions of it have numbers of their own."""

    number: int
    name: str
    other_numbers: tuple[int, ...] = ()

    @property
    def numbers(self) -> tuple[int, ...]:
        return (self.number, *self.other_numbers)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pictures:
    """The drawn pieces of a catalogue. `sprite` is a static file with one symbol for each piece, named by its key,
    112 units wide and 40 high.

    Costs and gains are columns of the catalogue with their names; pieces can be filtered by their costs.
    """

    sprite: str
    costs: Texts
    gains: Texts


# The side of the square that the stripes of a tartan are measured in.
TARTAN_SIZE = 24


@dataclass(frozen=True, slots=True)
class Stripe:
    start: float
    width: float
    colour: str


@dataclass(frozen=True, slots=True)
class Tartan:
    """A ground, and stripes that run down and across alike."""

    ground: str
    stripes: tuple[Stripe, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Swatches:
    """A pattern for each faction, and the static file that has them as symbols, named by the faction's key."""

    sprite: str
    tartans: Mapping[str, Tartan]


class Contradiction(NamedTuple):
    """Points that the rules cannot have given, as a code with parameters."""

    code: str
    params: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class FileNames:
    """What files of other programs call the things of a game.

    rows              lines by the name of their row on the game's sheet in BG Stats, in small letters without spaces
    bots              names of players, in small letters, that stand for the game's bot
    faction_prefixes  words, in small letters, that people write before the name of a faction
    """

    rows: Mapping[str, str] = field(default_factory=dict)
    bots: frozenset[str] = frozenset()
    faction_prefixes: tuple[str, ...] = ()


# From the VP of each seat by line, as files of other programs have them: the quantities of each seat that they give
# away, and what contradicts the rules.
RecoverCounts: TypeAlias = Callable[
    [Sequence[Mapping[str, int]]], tuple[list[dict[str, int]], list[Contradiction]]
]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSystem:
    """What the site knows of a game beyond its rules.

    wording          a word for every key and code of its vocabulary
    traits           how statistics read its sheet
    boxes            names of the boxes whose pieces stand side by side in a field
    demo             invented games; without it the demo has none of this system
    bgg              where BoardGameGeek has it, for files from there and for BG Stats
    pictures         drawn pieces by catalogue
    swatches         a pattern for each faction
    home_template    its card on the first page
    stylesheet       a static file with the rules that name this system or its pieces
    file_names       what files of other programs call its things
    recover_counts   what the VP of a sheet say about the counts behind them
    hints            by count field of a seat and by faction: what easily is forgotten there
    """

    wording: Wording
    traits: Traits = field(default_factory=Traits)
    boxes: Texts = field(default_factory=dict)
    demo: Demo | None = None
    bgg: BoardGameGeek | None = None
    pictures: Mapping[str, Pictures] = field(default_factory=dict)
    swatches: Swatches | None = None
    home_template: str = ""
    stylesheet: str = ""
    file_names: FileNames = field(default_factory=FileNames)
    recover_counts: RecoverCounts | None = None
    hints: Mapping[str, Texts] = field(default_factory=dict)

    @property
    def static_files(self) -> tuple[str, ...]:
        """Every static file it names."""
        sprites = [pictures.sprite for pictures in self.pictures.values()]
        if self.swatches:
            sprites.append(self.swatches.sprite)
        return (*sprites, *([self.stylesheet] if self.stylesheet else ()))
