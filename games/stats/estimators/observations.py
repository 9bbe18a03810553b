"""What the model is fitted to: one row per seat."""

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Observations:
    """Columns of equal length, in the order of play.

    game, player    any numbers that tell them apart; player 0 is not known
    faction         code, 0 is none
    position        code of the place in turn order at a table of so many (any numbering), 0 is not known
    vp              before a bid was taken off
    extra           further effects by name: codes, 0 is none
    """

    game: Array
    player: Array
    faction: Array
    position: Array
    vp: Array
    extra: dict[str, Array] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.game)

    def rows(self, chosen: Array) -> "Observations":
        return replace(
            self,
            game=self.game[chosen],
            player=self.player[chosen],
            faction=self.faction[chosen],
            position=self.position[chosen],
            vp=self.vp[chosen],
            extra={name: codes[chosen] for name, codes in self.extra.items()},
        )

    def usable(self) -> tuple["Observations", Array]:
        """Rows that say something, games together, and which of our rows they are.

        An unknown player could have any strength, and a seat alone in its game has nothing to be compared with.
        """
        known = np.flatnonzero((self.player != 0) & (self.faction != 0))
        _, game, counts = np.unique(self.game[known], return_inverse=True, return_counts=True)
        known = known[counts[game] > 1]
        # Games in the order of their first row, so that "the latest games" are the last ones.
        names, first, game = np.unique(self.game[known], return_index=True, return_inverse=True)
        number = np.empty(len(names), dtype=np.int64)
        number[np.argsort(first)] = np.arange(len(names))
        order = np.argsort(number[game], kind="stable")
        kept = known[order]
        return replace(self.rows(kept), game=number[game][order]), kept

    def latest(self, games: int) -> "Observations":
        """The last so many games of usable rows."""
        if not len(self):
            return self
        last = int(self.game[-1])
        chosen = self.rows(np.flatnonzero(self.game > last - games))
        return replace(chosen, game=chosen.game - chosen.game[0])
