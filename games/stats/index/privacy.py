"""How much of private clubs' games is part of what everybody sees.

Whoever compares the answers to two questions learns about the games in which they differ; so it is not enough that
each answer rests on several games. Games of a private club are released in fixed portions, all or none: those of one
quarter of a year, one number of people and one edition, and only portions of at least five games. A filter that
would cut portions into pieces is answered without any of these games.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from enum import Enum, auto
from typing import Protocol

import numpy as np

from games.stats.index.bitmap import Array, members, packed
from games.stats.index.layout import Layout, layout_of
from games.stats.index.segment import Block
from games.stats.index.snapshot import Snapshot

_EPOCH = np.datetime64("1970-01-01").astype("datetime64[D]")
_EPOCH_ORDINAL = 719_163
_EPOCH_YEAR = 1970


def quarters_of(days: Array) -> Array:
    """Python's ordinals of days as quarters since 1970."""
    months = (_EPOCH + (days.astype(np.int64) - _EPOCH_ORDINAL)).astype("datetime64[M]").astype(np.int64)
    quarters: Array = months // 3
    return quarters


def quarter_name(quarter: int) -> str:
    return f"{_EPOCH_YEAR + quarter // 4}-Q{quarter % 4 + 1}"


def quarter_of(day: date) -> tuple[int, bool, bool]:
    """The quarter, and whether the day is its first or its last."""
    today, before, after = quarters_of(np.array([0, -1, 1]) + day.toordinal()).tolist()
    return today, before != today, after != today


FEWEST_IN_PORTION = 5
_MOST_QUARTERS, _MOST_PEOPLE = 1 << 14, 1 << 4


class Privacy(Enum):
    """What a filter does to portions of private games.

    CUTS        it would cut them into pieces, so that none of these games is shown
    WHOLE       it takes whole portions
    QUARTERS    it takes whole portions of whole quarters of a year, see `Condition.whole_quarters`
    VISIBLE     it leaves only games of which the reader may see every single one, so that there is nothing to hide
    """

    CUTS = auto()
    WHOLE = auto()
    QUARTERS = auto()
    VISIBLE = auto()


class GuardedCondition(Protocol):
    @property
    def privacy(self) -> Privacy: ...
    def whole_quarters(self, quarters: Array) -> Array: ...


@dataclass(frozen=True, slots=True)
class Release:
    """For each block: the set of games that are not private, the set of those and of released ones, and the quarter
    of each game.
    """

    open_games: list[Array]
    released: list[Array]
    quarters: list[Array]

    def apply(
        self, at: int, games: Array, conditions: Sequence[GuardedCondition], *, only_open: bool
    ) -> tuple[Array, int]:
        """What may be shown of the block's selected games, and how many are left out."""
        allowed = self.open_games[at]
        if not only_open and all(
            condition.privacy in {Privacy.WHOLE, Privacy.QUARTERS} for condition in conditions
        ):
            allowed = self.released[at]
            within = [
                condition.whole_quarters(self.quarters[at])
                for condition in conditions
                if condition.privacy is Privacy.QUARTERS
            ]
            if within:
                allowed = self.open_games[at] | allowed & packed(np.logical_and.reduce(within))
        kept: Array = games & allowed
        return kept, members(games & ~allowed)


def release_of(snapshot: Snapshot, private_clubs: frozenset[int]) -> Release:
    """Worked out once for each state of the blocks and of the clubs."""
    known = snapshot.releases.get(private_clubs)
    if known is None:
        known = _release(snapshot, private_clubs)
        snapshot.releases.clear()
        snapshot.releases[private_clubs] = known
    release: Release = known
    return release


def _release(snapshot: Snapshot, private_clubs: frozenset[int]) -> Release:
    layout, listed = layout_of(snapshot.system), np.array(sorted(private_clubs))
    quarters = [quarters_of(block.day).astype(np.int16) for block in snapshot.blocks]
    private = [np.isin(block.club, listed) for block in snapshot.blocks]
    portions = [
        _portions(layout, block, its_quarters, of_private)
        for block, its_quarters, of_private in zip(snapshot.blocks, quarters, private, strict=True)
    ]
    names, counts = np.unique(
        np.concatenate(portions) if portions else np.zeros(0, dtype=np.int64), return_counts=True
    )
    enough = names[counts >= FEWEST_IN_PORTION]
    released = []
    for of_private, portion in zip(private, portions, strict=True):
        shown = ~of_private
        shown[of_private] = np.isin(portion, enough)
        released.append(packed(shown))
    return Release([packed(~of_private) for of_private in private], released, quarters)


def _portions(layout: Layout, block: Block, quarters: Array, private: Array) -> Array:
    """A number for the portion of each private game."""
    word, bit = divmod(layout.bits[layout.expansion_bit], 64)
    expansion = (block.words[word][private] >> np.uint64(bit) & np.uint64(1)).astype(np.int64)
    club, people = block.club[private].astype(np.int64), block.people[private]
    portions: Array = (
        (club * _MOST_QUARTERS + quarters[private].astype(np.int64)) * _MOST_PEOPLE + people
    ) * 2 + expansion
    return portions
