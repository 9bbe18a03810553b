"""Applying a filter to blocks."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Protocol

import numpy as np

from games.stats.index.bitmap import Array, members, members_of_each, packed, unpacked
from games.stats.index.grouped import Arrangement
from games.stats.index.layout import Layout, layout_of
from games.stats.index.privacy import GuardedCondition, Privacy, release_of
from games.stats.index.segment import Block
from games.stats.index.snapshot import Snapshot
from games.stats.index.table_ratings import TableRatings


@dataclass(frozen=True)
class Selected:
    """What a filter leaves of a block: a set of games, and of their seats those with some values of facets."""

    block: Block
    games: Array
    facets: Sequence[tuple[int, int]] = ()

    @cached_property
    def game_count(self) -> int:
        return members(self.games)

    @property
    def is_whole(self) -> bool:
        return self.game_count == self.block.games

    @cached_property
    def among(self) -> Array:
        """Whether each game is chosen."""
        return unpacked(self.games)

    @cached_property
    def seats(self) -> Array:
        """The set of chosen positions in the order of the block's seats."""
        chosen = self.block.seats.chosen(self.among)
        for row, code in self.facets:
            chosen &= packed(self.block.facets[row] == code)
        return chosen

    @property
    def seat_positions(self) -> Array:
        return np.flatnonzero(unpacked(self.seats))

    def sums_by_faction(self) -> Array:
        arrangement = self.block.seats
        if self.is_whole and not self.facets:
            return arrangement.sums
        return arrangement.summed(self.seats)

    def sums_of(self, arrangement: Arrangement) -> Array:
        """Of something arranged by game: by cell the number of chosen items, and their sums."""
        if self.is_whole:
            return arrangement.sums
        return arrangement.summed(arrangement.chosen(self.among))


@dataclass(frozen=True, slots=True)
class Selection:
    """`left_out` games belong to private clubs, and what they hold is not for everybody.

    `by_faction` is what was put together of each faction's seats: several figures of a page need the same.
    """

    layout: Layout
    parts: tuple[Selected, ...]
    left_out: int
    by_faction: dict[int, Any] = field(default_factory=dict, compare=False)

    @property
    def games(self) -> int:
        return sum(part.game_count for part in self.parts)

    def marked(self, section: str) -> Array:
        """Of all the marks of a section (see Layout.marks) the number of games that have them."""
        rows = self.layout.marks[section]
        counts = np.zeros(rows.stop - rows.start, dtype=np.int64)
        for part in self.parts:
            counts += members_of_each(part.block.marks[rows], part.games)
        return counts


@dataclass(frozen=True)
class SegmentView:
    """A block as filters see it: sets of its games by what they have, and a few columns."""

    layout: Layout
    block: Block
    ratings: TableRatings | None = None

    @property
    def all_games(self) -> Array:
        return self.block.all_games

    @property
    def day(self) -> Array:
        """As Python's ordinals."""
        return self.block.day

    @property
    def club(self) -> Array:
        """Row numbers, 0 without a club."""
        return self.block.club

    @cached_property
    def table_rating(self) -> Array:
        """The mean rating of each table before the game, 0 where it is not known."""
        if self.ratings is None:
            return np.zeros(len(self.block.game_key), dtype=np.int16)
        return self.ratings.of(self.block.game_key)

    def having(self, section: str, number: int) -> Array:
        """The games with one of the marks of a section, see Layout.marks."""
        marked: Array = self.block.marks[self.layout.marks[section].start + number]
        return marked

    def having_bit(self, pair: tuple[str, str]) -> Array:
        """The games with an option or a piece, see Layout.bits."""
        return self.having("bits", self.layout.bits[pair])

    def having_any_bit(self, pairs: Iterable[tuple[str, str]]) -> Array:
        start = self.layout.marks["bits"].start
        rows = [start + self.layout.bits[pair] for pair in pairs]
        marked: Array = np.bitwise_or.reduce(self.block.marks[rows], axis=0)
        return marked


class Condition(GuardedCondition, Protocol):
    """What a filter with its value is to the index."""

    def mask(self, segment: SegmentView) -> Array:
        """The set of games that fulfil it."""

    def facets(self) -> Sequence[tuple[int, int]]:
        """Number and code of the values that seats must have."""


class Conditions(Protocol):
    """What a set of filters is to the index: all of them must hold."""

    @property
    def system(self) -> str: ...
    def bound(self) -> Iterable[Condition]: ...


def select(
    snapshot: Snapshot,
    filters: Conditions,
    *,
    private_clubs: frozenset[int],
    ratings: TableRatings | None = None,
    only_open: bool = False,
) -> Selection:
    """Blocks in which nothing is left are not in the result. A filter by rating needs the ratings of the tables.

    `only_open`: without any game of a private club.
    """
    layout, conditions = layout_of(filters.system), list(filters.bound())
    release = None
    if private_clubs and not any(condition.privacy is Privacy.VISIBLE for condition in conditions):
        release = release_of(snapshot, private_clubs)
    facets = [pair for condition in conditions for pair in condition.facets()]
    parts, left_out = [], 0
    for at, block in enumerate(snapshot.blocks):
        view = SegmentView(layout, block, ratings)
        games = view.all_games
        for condition in conditions:
            games = games & condition.mask(view)
        if release is not None:
            games, without = release.apply(at, games, conditions, only_open=only_open)
            left_out += without
        part = Selected(block, games, facets)
        if part.game_count:
            parts.append(part)
    return Selection(layout, tuple(parts), left_out)
