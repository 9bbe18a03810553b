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

from games.stats.index.bitmap import Array, Bitmap, pack_bits, popcount
from games.stats.index.layout import BITS_IN_WORD, Layout
from games.stats.index.segment import Segment

FEWEST_IN_PORTION = 5
_MOST_QUARTERS, _MOST_PEOPLE = 1 << 14, 1 << 4
_EPOCH = np.datetime64("1970-01-01").astype("datetime64[D]")
_EPOCH_ORDINAL = 719_163
_EPOCH_YEAR = 1970


class Privacy(Enum):
    """What a filter does to portions of private games.

    CUTS        it would cut them into pieces, so that none of these games is shown
    WHOLE       it takes whole portions
    QUARTERS    it takes whole portions of whole quarters of a year, see `whole_quarters`
    VISIBLE     it leaves only games of which the reader may see every single one, so that there is nothing to hide
    """

    CUTS = auto()
    WHOLE = auto()
    QUARTERS = auto()
    VISIBLE = auto()


class GuardedCondition(Protocol):
    """What a filter with its value says about private games."""

    @property
    def privacy(self) -> Privacy: ...

    def whole_quarters(self, quarters: Array) -> Array:
        """Which of the quarters lie within it as a whole; asked when its privacy is QUARTERS."""


@dataclass(frozen=True, slots=True)
class Release:
    """For each segment: the set of games that are not private, the set of those and of released ones, and the quarter
    of each game.
    """

    open_games: list[Bitmap]
    released: list[Bitmap]
    quarters: list[Array]

    def apply(
        self, at: int, games: Bitmap, conditions: Sequence[GuardedCondition], *, only_open: bool
    ) -> tuple[Bitmap, int]:
        """What may be shown of the segment's selected games, and how many are left out."""
        allowed = self.open_games[at]
        takes_portions = all(
            condition.privacy in {Privacy.WHOLE, Privacy.QUARTERS} for condition in conditions
        )
        if takes_portions and not only_open:
            allowed = self.released[at]
            within = [
                condition.whole_quarters(self.quarters[at])
                for condition in conditions
                if condition.privacy is Privacy.QUARTERS
            ]
            if within:
                allowed = self.open_games[at] | allowed & pack_bits(np.logical_and.reduce(within))
        return games & allowed, popcount(games & ~allowed)


def release_games(layout: Layout, segments: Sequence[Segment], private_clubs: frozenset[int]) -> Release:
    listed = np.array(sorted(private_clubs))
    quarters = [quarters_of(segment.day).astype(np.int16) for segment in segments]
    private = [np.isin(segment.club, listed) for segment in segments]
    portions = [
        _portions(layout, segment, its_quarters, is_private)
        for segment, its_quarters, is_private in zip(segments, quarters, private, strict=True)
    ]
    numbers, counts = np.unique(
        np.concatenate(portions) if portions else np.zeros(0, dtype=np.int64), return_counts=True
    )
    enough = numbers[counts >= FEWEST_IN_PORTION]
    released = []
    for is_private, portion in zip(private, portions, strict=True):
        shown = ~is_private
        shown[is_private] = np.isin(portion, enough)
        released.append(pack_bits(shown))
    return Release([pack_bits(~is_private) for is_private in private], released, quarters)


def _portions(layout: Layout, segment: Segment, quarters: Array, private: Array) -> Array:
    """A number for the portion of each private game."""
    word, bit = divmod(layout.bits[layout.expansion_bit], BITS_IN_WORD)
    expansion = (segment.words[word][private] >> np.uint64(bit) & np.uint64(1)).astype(np.int64)
    club, people = segment.club[private].astype(np.int64), segment.people[private]
    portions: Array = (
        (club * _MOST_QUARTERS + quarters[private].astype(np.int64)) * _MOST_PEOPLE + people
    ) * 2 + expansion
    return portions


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
