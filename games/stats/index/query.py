"""Applying a filter to blocks."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from games.stats.filters.base import ANY_USED, NOT_USED, StatsFilter
from games.stats.index.bitmap import Array, members, members_of_each, packed, unpacked
from games.stats.index.grouped import Arrangement
from games.stats.index.layout import BASE, Layout, layout_of
from games.stats.index.privacy import release_of
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


def select(
    snapshot: Snapshot,
    wanted: StatsFilter,
    *,
    private_clubs: frozenset[int],
    ratings: TableRatings | None = None,
    only_open: bool = False,
) -> Selection:
    """Blocks in which nothing is left are not in the result. A filter by rating needs the ratings of the tables.

    `only_open`: without any game of a private club.
    """
    layout = layout_of(wanted.system)
    marks = _Marks.of(layout, wanted)
    release = None
    if private_clubs and wanted.club is None:
        release = release_of(snapshot, private_clubs)
    facets = [
        (list(layout.facets).index(facet), layout.facet_codes[facet][value]) for facet, value in wanted.seat
    ]
    parts, left_out = [], 0
    for at, block in enumerate(snapshot.blocks):
        games = marks.apply(block)
        for test in _further_tests(block, wanted, ratings):
            games &= packed(test)
        if release is not None:
            games, without = release.apply(at, games, wanted, only_open=only_open)
            left_out += without
        part = Selected(block, games, facets)
        if part.game_count:
            parts.append(part)
    return Selection(layout, tuple(parts), left_out)


@dataclass(frozen=True, slots=True)
class _Marks:
    """Sets of games that a game has to be in, all of `all_of`, none of `none_of`, one of each of `one_of`."""

    all_of: list[int]
    none_of: list[int]
    one_of: list[list[int]]
    people: slice

    @classmethod
    def of(cls, layout: Layout, wanted: StatsFilter) -> "_Marks":
        marks, bits = layout.marks, layout.bits
        all_of = [marks["factions"].start + layout.faction_codes[faction] for faction in wanted.factions]
        all_of += [marks["bits"].start + bits[pair] for pair in wanted.setup]
        none_of: list[int] = []
        one_of: list[list[int]] = []
        for option, value in wanted.options:
            its_own = [marks["bits"].start + number for (key, _), number in bits.items() if key == option]
            if value == NOT_USED:
                none_of += its_own
            elif value == ANY_USED:
                one_of.append(its_own)
            else:
                all_of.append(marks["bits"].start + bits[option, value])
        expansion = marks["bits"].start + bits[layout.expansion_bit]
        if wanted.edition:
            (none_of if wanted.edition == BASE else all_of).append(expansion)
        if wanted.seats is not None:
            all_of.append(marks["people"].start + wanted.seats)
        return cls(all_of, none_of, one_of, marks["people"])

    def apply(self, block: Block) -> Array:
        marks = block.marks
        if self.all_of:
            games = np.bitwise_and.reduce(marks[self.all_of], axis=0)
        else:
            # Every game has a number of people.
            games = np.bitwise_or.reduce(marks[self.people], axis=0)
        if self.none_of:
            games &= ~np.bitwise_or.reduce(marks[self.none_of], axis=0)
        for group in self.one_of:
            games &= np.bitwise_or.reduce(marks[group], axis=0)
        found: Array = games
        return found


def _further_tests(block: Block, wanted: StatsFilter, ratings: TableRatings | None) -> Iterator[Array]:
    if wanted.since is not None:
        yield block.day >= wanted.since.toordinal()
    if wanted.until is not None:
        yield block.day <= wanted.until.toordinal()
    if wanted.club is not None:
        yield block.club == wanted.club
    if ratings is not None:
        rating = ratings.of(block.game_key)
        yield rating > 0
        if wanted.rating_from is not None:
            yield rating >= wanted.rating_from
        if wanted.rating_to is not None:
            yield rating < wanted.rating_to
