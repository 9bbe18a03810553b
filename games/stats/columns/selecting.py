"""Applying a filter to blocks."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from games.stats.columns.block import Array, Block
from games.stats.columns.store import Snapshot
from games.stats.columns.table_ratings import TableRatings
from games.stats.filters import ANY_USED, NOT_USED, StatsFilter
from games.stats.layout import BASE, BITS_IN_WORD, Layout, layout_of

# A private club's games are part of what everybody sees only where there are at least so many of them.
FEWEST_OF_PRIVATE_CLUB = 5


@dataclass(frozen=True, slots=True)
class Selected:
    """What a filter leaves of a block; a mask of None stands for all of it."""

    block: Block
    games: Array | None
    seats: Array | None

    @property
    def game_count(self) -> int:
        return self.block.games if self.games is None else int(np.count_nonzero(self.games))

    @property
    def flags(self) -> Array:
        return self.block.flags if self.games is None else self.block.flags[self.games]

    @property
    def seat_positions(self) -> Array:
        """Rows of the seats that are left."""
        if self.seats is None:
            return np.arange(self.block.seats)
        return np.flatnonzero(self.seats)

    @property
    def game_positions(self) -> Array:
        if self.games is None:
            return np.arange(self.block.games)
        return np.flatnonzero(self.games)


@dataclass(frozen=True, slots=True)
class Selection:
    """`left_out` games belong to private clubs that have too few of them here."""

    parts: tuple[Selected, ...]
    left_out: int

    @property
    def games(self) -> int:
        return sum(part.game_count for part in self.parts)

    def games_with(self, flag: int) -> int:
        return sum(int(np.count_nonzero(part.flags & flag)) for part in self.parts)


def select(
    snapshot: Snapshot,
    wanted: StatsFilter,
    *,
    private_clubs: frozenset[int],
    ratings: TableRatings | None = None,
) -> Selection:
    """Blocks in which nothing is left are not in the result. A filter by rating needs the ratings of the tables."""
    layout = layout_of(wanted.system)
    bits = _bit_tests(layout, wanted)
    masks = [
        _games(block, bits, wanted, None if ratings is None else ratings.of(number, block.game_key))
        for number, block in zip(snapshot.numbers, snapshot.blocks, strict=True)
    ]
    left_out = 0
    if private_clubs and wanted.club is None:
        masks, left_out = _without_few(snapshot, masks, private_clubs)
    facets = [
        (list(layout.facets).index(facet), layout.facet_codes[facet][value]) for facet, value in wanted.seat
    ]
    parts = [
        Selected(block, mask, _seats(block, mask, facets))
        for block, mask in zip(snapshot.blocks, masks, strict=True)
        if mask is None or mask.any()
    ]
    return Selection(tuple(parts), left_out)


@dataclass(frozen=True, slots=True)
class _BitTests:
    """What a filter asks of the bits of a game, worked out once for all blocks.

    exact     (word, named bits, those of them that must be set): the others must not be
    groups    of each group, as (word, bits), at least one bit must be set
    """

    factions: np.uint64
    exact: list[tuple[int, np.uint64, np.uint64]]
    groups: list[list[tuple[int, np.uint64]]]


def _bit_tests(layout: Layout, wanted: StatsFilter) -> _BitTests:
    all_there = sum({1 << layout.bits[pair] for pair in wanted.setup})
    none_there = 0
    one_there: list[int] = []
    for option, value in wanted.options:
        its_bits = sum(1 << number for (key, _), number in layout.bits.items() if key == option)
        if value == NOT_USED:
            none_there |= its_bits
        elif value == ANY_USED:
            one_there.append(its_bits)
        else:
            all_there |= 1 << layout.bits[option, value]
    expansion = 1 << layout.bits[layout.expansion_bit]
    if wanted.edition == BASE:
        none_there |= expansion
    elif wanted.edition:
        all_there |= expansion
    words = range(layout.words)
    return _BitTests(
        np.uint64(sum(1 << layout.faction_codes[faction] for faction in wanted.factions)),
        [
            (word, _word(all_there | none_there, word), _word(all_there, word))
            for word in words
            if _word(all_there | none_there, word)
        ],
        [[(word, _word(bits, word)) for word in words if _word(bits, word)] for bits in one_there],
    )


def _games(block: Block, bits: _BitTests, wanted: StatsFilter, ratings: Array | None) -> Array | None:
    tests = []
    if wanted.seats is not None:
        tests.append(block.people == wanted.seats)
    if wanted.since is not None:
        tests.append(block.day >= wanted.since.toordinal())
    if wanted.until is not None:
        tests.append(block.day <= wanted.until.toordinal())
    if wanted.club is not None:
        tests.append(block.club == wanted.club)
    if ratings is not None:
        tests.append(ratings > 0)
        if wanted.rating_from is not None:
            tests.append(ratings >= wanted.rating_from)
        if wanted.rating_to is not None:
            tests.append(ratings < wanted.rating_to)
    if bits.factions:
        tests.append((block.factions & bits.factions) == bits.factions)
    tests += [(block.words[word] & named) == set_ for word, named, set_ in bits.exact]
    for group in bits.groups:
        tests.append(np.bitwise_or.reduce([block.words[word] & some for word, some in group]) != 0)
    if not tests:
        return None
    mask = tests[0]
    for test in tests[1:]:
        mask &= test
    return None if mask.all() else mask


def _word(bits: int, number: int) -> np.uint64:
    return np.uint64(bits >> (number * BITS_IN_WORD) & 0xFFFF_FFFF_FFFF_FFFF)


def _seats(block: Block, games: Array | None, facets: Sequence[tuple[int, int]]) -> Array | None:
    mask = None if games is None else np.take(games, block.game)
    for row, code in facets:
        test = block.facets[row] == code
        mask = test if mask is None else mask & test
    return mask


def _without_few(
    snapshot: Snapshot, masks: list[Array | None], private_clubs: frozenset[int]
) -> tuple[list[Array | None], int]:
    """Take out the games of private clubs that have fewer than a handful of them in the selection."""
    private = snapshot.private.get(private_clubs)
    if private is None:
        listed = np.array(sorted(private_clubs))
        private = tuple(np.isin(block.club, listed) for block in snapshot.blocks)
        snapshot.private.clear()
        snapshot.private[private_clubs] = private
    theirs = [
        of_private if mask is None else of_private & mask
        for of_private, mask in zip(private, masks, strict=True)
    ]
    clubs = [block.club[mask] for block, mask in zip(snapshot.blocks, theirs, strict=True)]
    if not sum(map(len, clubs)):
        return masks, 0
    names, counts = np.unique(np.concatenate(clubs), return_counts=True)
    few = names[counts < FEWEST_OF_PRIVATE_CLUB]
    if not len(few):
        return masks, 0
    kept: list[Array | None] = []
    for block, mask, private_here in zip(snapshot.blocks, masks, theirs, strict=True):
        unwanted = private_here & np.isin(block.club, few) if private_here.any() else None
        if unwanted is None or not unwanted.any():
            kept.append(mask)
        else:
            kept.append(~unwanted if mask is None else mask & ~unwanted)
    return kept, int(counts[counts < FEWEST_OF_PRIVATE_CLUB].sum())
