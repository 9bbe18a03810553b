"""The columns of one block."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

# Shares of a win and differences to a mean are kept as whole sixtieths: exact for tables of up to six.
PARTS = 60
WINS, PAR, PLACE, VP, MARGIN = range(5)
MEASURES = 5
NO_SEAT = 65_535

HAS_LINES, TIE_DECIDED, TIE_SHARED = 1, 2, 4

Array = NDArray[Any]


@dataclass(frozen=True, slots=True)
class Block:
    """Columns of games (one value per game) and of seats (one per person at a table, sorted by faction).

    game_key       row number of the game
    day            date of play, as Python's ordinal
    club           row number of the club, 0 without
    people         people at the table
    flags          HAS_LINES (not totals only), TIE_DECIDED and TIE_SHARED for the first place
    words          one bit per option and piece in the game, see Layout.bits
    factions       one bit per faction at the table, bit = code
    rarity         for each good what it was worth, 0 when unknown
    line_sums      for each line the VP of all people together
    seat_rows      for each place on the sheet the row of the seat, NO_SEAT when there is none
    game           position of the seat's game in the block
    faction        code of the faction
    measures       for each seat: share of the win, par (1 / people) and margin to the others in PARTS; place; VP
    bid            VP paid in an auction
    player         row number of the player, 0 for a mere name
    facets         for each facet the code of its value
    quantities     for each line the quantity
    line_vp        for each line the VP
    starts         where the seats of each faction begin, and the end
    summary        for each faction the number of seats and the sums of the measures
    line_places    of sheets with lines, by people and place: number of seats, then quantity and VP of each line
    piece_counts   for each tile field: seats that had each piece, and the sum of their places, by people
    """

    game_key: Array
    day: Array
    club: Array
    people: Array
    flags: Array
    words: Array
    factions: Array
    rarity: Array
    line_sums: Array
    seat_rows: Array
    game: Array
    faction: Array
    measures: Array
    bid: Array
    player: Array
    facets: Array
    quantities: Array
    line_vp: Array
    starts: Array
    summary: Array
    line_places: Array
    piece_counts: Array

    @property
    def games(self) -> int:
        return len(self.game_key)

    @property
    def seats(self) -> int:
        return len(self.game)

    def columns(self) -> dict[str, Array]:
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @classmethod
    def of(cls, columns: Mapping[str, Array]) -> "Block":
        return cls(**columns)


def narrow(values: Array, *, to: Any) -> Array:
    """As small a type as holds every value; somebody may confirm a sheet with absurd numbers."""
    limits = np.iinfo(to)
    if values.size and (values.min() < limits.min or values.max() > limits.max):
        return values
    return values.astype(to)
