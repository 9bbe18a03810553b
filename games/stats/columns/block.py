"""The columns of one block."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

import numpy as np

from games.stats.columns.arranging import Arrangement
from games.stats.columns.slices import Slices
from games.stats.columns.types import Array

# Shares of a win and differences to a mean are kept as whole sixtieths: exact for tables of up to six.
PARTS = 60
WINS, PAR, PLACE, VP, MARGIN = range(5)
MEASURES = 5

HAS_LINES, TIE_DECIDED, TIE_SHARED = range(3)
# The cell of a pair is the lower code times this plus the higher one: more than any system has factions.
PAIR = 256


@dataclass(frozen=True)
class Block:
    """Columns of games and of seats (one per person at a table, in the order of `seats`). There are gaps in both, so
    that each begins a word of its own; a gap between games has no people, one between seats a game that is a gap.

    game_key       row number of the game
    day            date of play, as Python's ordinal
    club           row number of the club, 0 without
    people         people at the table
    words          one bit per option and piece in the game, see Layout.bits
    marks          the set of games with each property, see Layout.marks
    line_totals    for each line the VP of all people together
    faction        code of the faction
    measures       for each seat: share of the win, par (1 / people) and margin to the others in PARTS; place; VP
    bid            VP paid in an auction
    player         row number of the player, 0 for a mere name
    facets         for each facet the code of its value
    seats          by faction, chosen by game: the measures; gaps have a game that is never chosen
    seat_lines     the VP of each line, in the same order
    places         by people and place, chosen by game: what Layout.place_rows names
    by_facet       for each facet by its code, chosen by game: the measures
    pairs          every two factions at a table, chosen by the seat of the lower code: twice how often it was ahead
                   (1 when level), and the difference in VP
    pair_others    the seat of the higher code
    """

    game_key: Array
    day: Array
    club: Array
    people: Array
    words: Array
    marks: Array
    line_totals: Slices
    faction: Array
    measures: Array
    bid: Array
    player: Array
    facets: Array
    seats: Arrangement
    seat_lines: Slices
    places: Arrangement
    by_facet: tuple[Arrangement, ...]
    pairs: Arrangement
    pair_others: Array

    @cached_property
    def games(self) -> int:
        return int(np.count_nonzero(self.people))

    @property
    def game(self) -> Array:
        """Position of each seat's game."""
        return self.seats.source

    @cached_property
    def seat_count(self) -> int:
        return int(self.seats.sums[:, 0].sum())

    def columns(self) -> dict[str, Array]:
        """Everything by name; parts of parts have dots in their names."""
        return dict(_columns("", self))

    @classmethod
    def of(cls, columns: Mapping[str, Array]) -> "Block":
        return cls(
            **{name: columns[name] for name in _PLAIN},
            line_totals=_slices(columns, "line_totals."),
            seats=_arrangement(columns, "seats."),
            seat_lines=_slices(columns, "seat_lines."),
            places=_arrangement(columns, "places."),
            by_facet=tuple(_by_facet(columns)),
            pairs=_arrangement(columns, "pairs."),
        )


_PLAIN = tuple(field.name for field in fields(Block) if field.type in {Array, "Array"})


def _columns(prefix: str, part: Any) -> Iterator[tuple[str, Array]]:
    for field in fields(part):
        value = getattr(part, field.name)
        name = prefix + field.name
        if isinstance(value, Slices | Arrangement):
            yield from _columns(f"{name}.", value)
        elif isinstance(value, tuple):
            for number, one in enumerate(value):
                yield from _columns(f"{name}.{number}.", one)
        else:
            yield name, value


def _slices(columns: Mapping[str, Array], prefix: str) -> Slices:
    return Slices(**{field.name: columns[prefix + field.name] for field in fields(Slices)})


def _arrangement(columns: Mapping[str, Array], prefix: str) -> Arrangement:
    plain = {name: columns[prefix + name] for name in ("source", "cells", "begins", "sums")}
    return Arrangement(slices=_slices(columns, f"{prefix}slices."), **plain)


def _by_facet(columns: Mapping[str, Array]) -> Iterator[Arrangement]:
    number = 0
    while f"by_facet.{number}.source" in columns:
        yield _arrangement(columns, f"by_facet.{number}.")
        number += 1
