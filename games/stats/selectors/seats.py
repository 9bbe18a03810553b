"""The selected seats of one faction, from all blocks."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import cast

import numpy as np

from games.stats.index.bitmap import BITS, Array, members, packed, unpacked
from games.stats.index.query import Selected, Selection
from games.stats.index.segment import HAS_LINES, Block
from games.stats.selectors.sums import Weights

# All is one stretch.
ONE = np.array([0])


@dataclass(frozen=True, slots=True)
class Stretch:
    """A faction's seats are one stretch of a block; `chosen` says which of its positions are meant."""

    part: Selected
    words: slice
    positions: slice
    chosen: Array


class FactionSeats:
    """Columns are put together as they lie in the blocks, and what is not meant is taken out once, at the end: there
    are hundreds of blocks, and each step taken for each of them counts.
    """

    def __init__(self, selection: Selection, code: int) -> None:
        self.selection = selection
        self.stretches: list[Stretch] = []
        for part in selection.parts:
            words = part.block.seats.stretch(code)
            if words.start == words.stop:
                continue
            at = slice(words.start * BITS, words.stop * BITS)
            chosen = np.take(part.among, part.block.seats.source[at])
            for row, value in part.facets:
                chosen &= part.block.facets[row][at] == value
            self.stretches.append(Stretch(part, words, at, chosen))

    @classmethod
    def of(cls, selection: Selection, faction: str) -> "FactionSeats":
        """Put together once for each selection."""
        code = selection.layout.faction_codes[faction]
        if code not in selection.by_faction:
            selection.by_faction[code] = cls(selection, code)
        return cast("FactionSeats", selection.by_faction[code])

    @cached_property
    def measures(self) -> Array:
        return self.of_seats(lambda block: block.measures)

    @cached_property
    def weights(self) -> Weights:
        return Weights(self.measures)

    @cached_property
    def _rows(self) -> Array:
        return np.flatnonzero(np.concatenate([one.chosen for one in self.stretches]))

    def __len__(self) -> int:
        return len(self._rows) if self.stretches else 0

    def of_seats(self, column: Callable[[Block], Array]) -> Array:
        """A column of seats; there must be some."""
        parts = [column(one.part.block)[..., one.positions] for one in self.stretches]
        return np.take(np.concatenate(parts, axis=-1), self._rows, axis=-1)

    def of_games(self, column: Callable[[Block], Array]) -> Array:
        """A column of games, as each seat has it."""
        parts = [
            np.take(column(one.part.block), one.part.block.game[one.positions], axis=-1, mode="clip")
            for one in self.stretches
        ]
        return np.take(np.concatenate(parts, axis=-1), self._rows, axis=-1)

    def line_vp(self) -> tuple[int, Array]:
        """Of seats with lines: how many, and the VP of each line."""
        layout = self.selection.layout
        flag = layout.marks["flags"].start + HAS_LINES
        count, sums = 0, np.zeros(len(layout.lines), dtype=np.int64)
        for one in self.stretches:
            block = one.part.block
            chosen = packed(one.chosen)
            if members(one.part.games & ~block.marks[flag]):
                with_lines = np.take(unpacked(block.marks[flag]), block.game[one.positions])
                chosen = packed(one.chosen & with_lines)
            count += members(chosen)
            sums += block.seat_lines.summed(chosen, ONE, one.words)[:, 0]
        return count, sums
