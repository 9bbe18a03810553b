"""How the facts of a game system become small numbers and bits, and back.

Everything follows from the system's description: a tile added to it gets a bit. Segments that were written with
another layout are told by its `fingerprint` and made anew.
"""

import hashlib
import json
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import accumulate

from games.systems import Traits, traits_of
from scoring import registry
from scoring.description import Description, Field

BASE = "base"
BITS_IN_WORD = 64
# Raised when the meaning of a column changes.
FORMAT = 2
FLAGS = 3
# A good is never worth more.
HIGHEST_WORTH = 10
# Scores are counted in steps of so many VP. Totals outside are counted with the outermost step: nobody scores them in
# earnest.
STEP = 10
LOWEST_STEP, HIGHEST_STEP = -10, 99
STEPS = HIGHEST_STEP - LOWEST_STEP + 1


@dataclass(frozen=True)
class Layout:
    """Codes of a system. Code 0 always stands for "not known" or "none"."""

    description: Description
    traits: Traits

    @property
    def system(self) -> str:
        return self.description.key

    @cached_property
    def factions(self) -> tuple[str, ...]:
        """What seats are told apart by, in the order of the catalogue; code = position + 1."""
        return self._choices(self.description.dimension)

    @cached_property
    def faction_codes(self) -> dict[str, int]:
        return {key: code for code, key in enumerate(self.factions, start=1)}

    @cached_property
    def facets(self) -> dict[str, tuple[str, ...]]:
        return {facet: self._choices(facet) for facet in self.traits.facets}

    @cached_property
    def facet_codes(self) -> dict[str, dict[str, int]]:
        return {
            facet: {key: code for code, key in enumerate(choices, start=1)}
            for facet, choices in self.facets.items()
        }

    @cached_property
    def bits(self) -> dict[tuple[str, str], int]:
        """The number of the bit of each (field, value) a game can have: options and pieces of the set-up."""
        pairs = [self.expansion_bit]
        for option in self.description.options:
            values = ["yes"] if option.kind == "flag" else [str(choice) for choice in option.choices]
            pairs += [(option.key, value) for value in values]
        for field in self.setup_fields:
            pairs += [(field.key, str(choice)) for choice in field.choices]
        return {pair: number for number, pair in enumerate(pairs)}

    @property
    def expansion_bit(self) -> tuple[str, str]:
        return ("", self.traits.expansion)

    @cached_property
    def words(self) -> int:
        return -(-len(self.bits) // BITS_IN_WORD)

    @cached_property
    def setup_fields(self) -> tuple[Field, ...]:
        """Facts of the table that were drawn or laid out before the game."""
        fields = (*self.description.setup, *self.description.game)
        return tuple(field for field in fields if field.kind in {"choice", "tiles"})

    @cached_property
    def lines(self) -> tuple[str, ...]:
        return tuple(line.key for line in self.description.lines)

    @cached_property
    def pieces(self) -> dict[str, dict[str, int]]:
        return {
            field: {key: position for position, key in enumerate(self._choices(field))}
            for field in self.traits.pieces
        }

    @cached_property
    def goods(self) -> tuple[str, ...]:
        return self.traits.rarity.goods if self.traits.rarity else ()

    @cached_property
    def further_pieces(self) -> frozenset[tuple[str, str]]:
        """(field, piece) of those that are not of the base box."""
        fields = (*self.description.setup, *self.description.game, *self.description.seat)
        return frozenset(
            (field.key, str(piece["key"]))
            for field in fields
            for piece in self.description.catalogues.get(field.catalogue, ())
            if piece["set"] != BASE
        )

    @cached_property
    def marks(self) -> dict[str, slice]:
        """Which of a segment's sets of games are about what: options and pieces, factions at the table, people at it,
        flags, and the worths of each good.
        """
        return _sections(
            {
                "bits": len(self.bits),
                "factions": len(self.factions) + 1,
                "people": self.description.most_seats + 1,
                "flags": FLAGS,
                "worths": len(self.goods) * (HIGHEST_WORTH + 1),
            }
        )

    @cached_property
    def place_rows(self) -> dict[str, slice]:
        """What is summed by people and place: seats with lines, VP, margin, seats with a total in each step, quantity
        and VP of each line, and seats that had each piece.
        """
        return _sections(
            {
                "sheets": 1,
                "vp": 1,
                "margin": 1,
                "steps": STEPS,
                "quantities": len(self.lines),
                "line_vp": len(self.lines),
                **{f"pieces.{field}": len(choices) for field, choices in self.pieces.items()},
            }
        )

    @cached_property
    def fingerprint(self) -> str:
        described = [
            FORMAT, self.description.version, self.factions, self.facets, list(self.bits), self.lines,
            {field: list(choices) for field, choices in self.pieces.items()}, self.goods, sorted(self.traits.modules),
        ]  # fmt: skip
        return hashlib.sha256(json.dumps(described).encode()).hexdigest()[:16]

    def _choices(self, key: str) -> tuple[str, ...]:
        for field in self.description.seat:
            if field.key == key:
                return tuple(str(choice) for choice in field.choices)
        return ()


def _sections(sizes: dict[str, int]) -> dict[str, slice]:
    """One after the other."""
    ends = list(accumulate(sizes.values()))
    return {name: slice(end - size, end) for (name, size), end in zip(sizes.items(), ends, strict=True)}


@cache
def layout_of(system: str) -> Layout:
    """Raises KeyError for an unknown system."""
    return Layout(registry.get(system).description, traits_of(system))
