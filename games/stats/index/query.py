"""Filters on segments: a selection with its counts, sums and rows.

A selection is a set of games for each segment, and of their seats those with some values of facets. Everything that
figures are made of is asked of it; how segments keep their columns is nothing to whoever asks.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from math import prod
from typing import Protocol

import numpy as np

from games.stats.index.bit_sliced import PackedMeasures
from games.stats.index.bitmap import BITS, Array, Bitmap, pack_bits, popcount, popcount_each, unpack_bits
from games.stats.index.grouped import GroupedColumn
from games.stats.index.layout import BITS_IN_WORD, Layout
from games.stats.index.privacy import GuardedCondition, Release
from games.stats.index.segment import HAS_LINES, MEASURES, PAIR, Segment

# What sums can be grouped by, beside the facets of the system.
FACTION, PLACE_AT_TABLE = "faction", "place"
# More make fewer passes; a histogram of these still fits the fastest memory of a processor.
BITS_AT_A_TIME = 12


class RatingsByGame(Protocol):
    def of(self, games: Array) -> Array: ...


@dataclass(frozen=True)
class SegmentView:
    """A segment as filters see it: sets of its games by what they have, and a few columns."""

    layout: Layout
    segment: Segment
    ratings: RatingsByGame | None = None

    @property
    def all_games(self) -> Bitmap:
        return self.segment.all_games

    @property
    def day(self) -> Array:
        """As Python's ordinals."""
        return self.segment.day

    @property
    def club(self) -> Array:
        """Row numbers, 0 without a club."""
        return self.segment.club

    @cached_property
    def table_rating(self) -> Array:
        """The mean rating of each table before the game, 0 where it is not known."""
        if self.ratings is None:
            return np.zeros(len(self.segment.game_key), dtype=np.int16)
        return self.ratings.of(self.segment.game_key)

    def having(self, section: str, number: int) -> Bitmap:
        """The games with one of the marks of a section, see Layout.marks."""
        marked: Bitmap = self.segment.marks[self.layout.marks[section].start + number]
        return marked

    def having_bit(self, pair: tuple[str, str]) -> Bitmap:
        """The games with an option or a piece, see Layout.bits."""
        return self.having("bits", self.layout.bits[pair])

    def having_any_bit(self, pairs: Iterable[tuple[str, str]]) -> Bitmap:
        start = self.layout.marks["bits"].start
        rows = [start + self.layout.bits[pair] for pair in pairs]
        marked: Bitmap = np.bitwise_or.reduce(self.segment.marks[rows], axis=0)
        return marked


class Condition(GuardedCondition, Protocol):
    """What a filter with its value is to the index."""

    def mask(self, segment: SegmentView) -> Bitmap:
        """The set of games that fulfil it."""

    def facets(self) -> Sequence[tuple[int, int]]:
        """Number and code of the values that seats must have."""


@dataclass(frozen=True)
class SegmentSelection:
    """What filters leave of a segment."""

    segment: Segment
    games: Bitmap
    facets: Sequence[tuple[int, int]] = ()

    @cached_property
    def game_count(self) -> int:
        return popcount(self.games)

    @property
    def is_whole(self) -> bool:
        return self.game_count == self.segment.games

    @cached_property
    def among(self) -> Array:
        """Whether each game is chosen."""
        return unpack_bits(self.games)

    @cached_property
    def seats(self) -> Bitmap:
        """The set of chosen positions in the order of the segment's seats."""
        chosen = self.segment.seats.chosen_by(self.among)
        for row, code in self.facets:
            chosen &= pack_bits(self.segment.facets[row] == code)
        return chosen

    def sums_by_faction(self) -> Array:
        seats = self.segment.seats
        return seats.sums if self.is_whole and not self.facets else seats.sum_groups(self.seats)

    def sums_of(self, column: GroupedColumn) -> Array:
        """Of something grouped and chosen by game, whatever the facets of seats."""
        return column.sums if self.is_whole else column.sum_groups(column.chosen_by(self.among))

    def sums_of_pairs(self) -> Array:
        pairs = self.segment.pairs
        if self.is_whole and not self.facets:
            return pairs.sums
        return pairs.sum_groups(pairs.chosen_by(unpack_bits(self.seats)))


@dataclass(frozen=True, slots=True)
class Selection:
    """`left_out` games belong to private clubs, and what they hold is not for everybody."""

    layout: Layout
    parts: tuple[SegmentSelection, ...]
    left_out: int
    _rows: dict[str, "SeatRows"] = field(default_factory=dict, compare=False)

    def count(self) -> int:
        """How many games there are."""
        return sum(part.game_count for part in self.parts)

    def histogram(self, section: str) -> Array:
        """Of all the marks of a section (see Layout.marks) the number of games that have them."""
        rows = self.layout.marks[section]
        counts = np.zeros(rows.stop - rows.start, dtype=np.int64)
        for part in self.parts:
            counts += popcount_each(part.segment.marks[rows], part.games)
        return counts

    def sum_by(self, group: str) -> Array:
        """By FACTION (code) or a facet (code of its value): the number of seats, then the sums of their measures. By
        PLACE_AT_TABLE (people and place): the number of seats, then what Layout.place_rows names.

        Filters of seats apply to sums by faction alone: the others are of whole tables.
        """
        if group == FACTION:
            columns = [part.segment.seats for part in self.parts]
            sums = [part.sums_by_faction() for part in self.parts]
        else:
            columns = [self._column(part.segment, group) for part in self.parts]
            sums = [part.sums_of(column) for part, column in zip(self.parts, columns, strict=True)]
        shape, rows = self._shape(group)
        total = np.zeros((prod(shape), 1 + rows), dtype=np.int64)
        for column, of_part in zip(columns, sums, strict=True):
            total[column.groups] += of_part
        return total.reshape(*shape, 1 + rows)

    def pairs(self) -> Array:
        """By the codes of every two factions at the same table: tables, twice how often the first was ahead (1 when
        level), and the difference in VP.
        """
        codes = len(self.layout.factions) + 1
        sums = np.zeros((codes, codes, 3), dtype=np.int64)
        for part in self.parts:
            lower, higher = np.divmod(part.segment.pairs.groups, PAIR)
            of_part = part.sums_of_pairs()
            # Pairs are kept once, under the lower code.
            sums[lower, higher] += of_part
            sums[higher, lower] += _turned(of_part)
        return sums

    def rows(self, faction: str = "") -> "SeatRows":
        """The selected seats, or those of one faction; put together once for each selection."""
        if faction not in self._rows:
            code = self.layout.faction_codes[faction] if faction else None
            self._rows[faction] = SeatRows(self.layout, self.parts, code)
        return self._rows[faction]

    def line_sums(self) -> tuple[int, Array]:
        """Of games with lines, all seats together: how many seats, and the VP of each line."""
        people, flag = self.layout.marks["people"], self.layout.marks["flags"].start + HAS_LINES
        tables = np.zeros(people.stop - people.start, dtype=np.int64)
        sums = np.zeros(len(self.layout.lines), dtype=np.int64)
        for part in self.parts:
            games = part.games & part.segment.marks[flag]
            tables += popcount_each(part.segment.marks[people], games)
            sums += part.segment.line_totals.sum_all(games)
        return int((tables * np.arange(len(tables))).sum()), sums

    def _column(self, segment: Segment, group: str) -> GroupedColumn:
        if group == PLACE_AT_TABLE:
            return segment.places
        return segment.by_facet[list(self.layout.facets).index(group)]

    def _shape(self, group: str) -> tuple[tuple[int, ...], int]:
        """The codes there are, and how many numbers are summed."""
        if group == FACTION:
            return (len(self.layout.factions) + 1,), MEASURES
        if group == PLACE_AT_TABLE:
            seats = self.layout.description.most_seats + 1
            return (seats, seats), list(self.layout.place_rows.values())[-1].stop
        return (len(self.layout.facets[group]) + 1,), MEASURES


def select_games(
    layout: Layout,
    segments: Sequence[Segment],
    conditions: Sequence[Condition],
    *,
    release: Release | None,
    ratings: RatingsByGame | None,
    only_open: bool,
) -> Selection:
    """Segments in which nothing is left are not in the result. Without a release every game is shown."""
    facets = [pair for condition in conditions for pair in condition.facets()]
    parts, left_out = [], 0
    for at, segment in enumerate(segments):
        view = SegmentView(layout, segment, ratings)
        games = view.all_games
        for condition in conditions:
            games = games & condition.mask(view)
        if release is not None:
            games, without = release.apply(at, games, conditions, only_open=only_open)
            left_out += without
        part = SegmentSelection(segment, games, facets)
        if part.game_count:
            parts.append(part)
    return Selection(layout, tuple(parts), left_out)


@dataclass(frozen=True, slots=True)
class _Stretch:
    """A faction's seats are one stretch of a segment; `chosen` says which of its positions are meant."""

    part: SegmentSelection
    words: slice
    positions: slice
    chosen: Array


class SeatRows:
    """The columns of selected seats, from all segments.

    Columns are put together as they lie in the segments, and what is not meant is taken out once, at the end: there may
    be hundreds of segments, and each step taken for each of them counts.
    """

    def __init__(self, layout: Layout, parts: Iterable[SegmentSelection], faction: int | None) -> None:
        self._layout, self._faction = layout, faction
        self._stretches: list[_Stretch] = []
        for part in parts:
            seats = part.segment.seats
            words = slice(0, len(seats.source) // BITS) if faction is None else seats.stretch(faction)
            if words.start == words.stop:
                continue
            positions = slice(words.start * BITS, words.stop * BITS)
            chosen = np.take(part.among, seats.source[positions])
            for row, code in part.facets:
                chosen &= part.segment.facets[row][positions] == code
            self._stretches.append(_Stretch(part, words, positions, chosen))

    @cached_property
    def _chosen(self) -> Array:
        return np.flatnonzero(np.concatenate([stretch.chosen for stretch in self._stretches]))

    def __len__(self) -> int:
        return len(self._chosen) if self._stretches else 0

    def of_seats(self, name: str) -> Array:
        """A column of seats (see Segment); there must be some."""
        parts = [getattr(stretch.part.segment, name)[..., stretch.positions] for stretch in self._stretches]
        return np.take(np.concatenate(parts, axis=-1), self._chosen, axis=-1)

    def of_games(self, name: str) -> Array:
        """A column of games (see Segment), as each seat has it; there must be some."""
        parts = [
            np.take(
                getattr(stretch.part.segment, name),
                stretch.part.segment.game[stretch.positions],
                axis=-1,
                mode="clip",
            )
            for stretch in self._stretches
        ]
        return np.take(np.concatenate(parts, axis=-1), self._chosen, axis=-1)

    @cached_property
    def measures(self) -> Array:
        return self.of_seats("measures")

    @cached_property
    def _packed(self) -> PackedMeasures:
        return PackedMeasures(self.measures)

    def sum_by(self, codes: Array, size: int) -> Array:
        """By any code of the seats: how many there are, then the sums of their measures."""
        return self._packed.sum_by(codes, size)

    def sum_by_bit(self, fields: Iterable[str]) -> Array:
        """The same for each bit of the fields (see Layout.bits); other bits may have no sums. A histogram of some bits
        at a time gives the sums of all of them.
        """
        words, fields = self.of_games("words"), set(fields)
        bits = sorted(bit for (key, _), bit in self._layout.bits.items() if key in fields)
        sums = np.zeros((len(self._packed.columns), BITS_IN_WORD * self._layout.words))
        while bits:
            word, first = divmod(bits[0], BITS_IN_WORD)
            count = min(BITS_AT_A_TIME, BITS_IN_WORD - first)
            codes = ((words[word] >> np.uint64(first)) & np.uint64((1 << count) - 1)).astype(np.intp)
            here = slice(bits[0], bits[0] + count)
            for number, column in enumerate(self._packed.columns):
                by_code = np.bincount(codes, weights=column, minlength=1 << count)
                sums[number, here] = _numbers_with_bits()[:count, : 1 << count] @ by_code
            bits = [bit for bit in bits if bit >= here.stop]
        return self._packed.unpack(list(sums))

    def line_sums(self) -> tuple[int, Array]:
        """Of seats with lines: how many, and the VP of each line."""
        flag = self._layout.marks["flags"].start + HAS_LINES
        count, sums = 0, np.zeros(len(self._layout.lines), dtype=np.int64)
        for stretch in self._stretches:
            segment = stretch.part.segment
            chosen = pack_bits(stretch.chosen)
            if popcount(stretch.part.games & ~segment.marks[flag]):
                with_lines = np.take(unpack_bits(segment.marks[flag]), segment.game[stretch.positions])
                chosen = pack_bits(stretch.chosen & with_lines)
            count += popcount(chosen)
            sums += segment.seat_lines.sum_all(chosen, stretch.words)
        return count, sums

    def pairs(self) -> Array:
        """Of one faction: its selected seats against any other at the same tables, as in Selection.pairs."""
        sums = np.zeros((len(self._layout.factions) + 1, 3), dtype=np.int64)
        for stretch in self._stretches:
            segment = stretch.part.segment
            lower, higher = np.divmod(segment.pairs.groups, PAIR)
            here = np.flatnonzero(lower == self._faction)
            sums[higher[here]] += _sums_of_pairs(segment.pairs, segment.pairs.source, here, stretch)
            here = np.flatnonzero(higher == self._faction)
            sums[lower[here]] += _turned(_sums_of_pairs(segment.pairs, segment.pair_others, here, stretch))
        return sums


def _sums_of_pairs(pairs: GroupedColumn, seats: Array, groups: Array, stretch: _Stretch) -> Array:
    """Of some groups, as far as their seats are chosen in the stretch."""
    if stretch.part.is_whole and not stretch.part.facets:
        sums: Array = pairs.sums[groups]
        return sums
    _, words = pairs.words_of(groups)
    # Gaps point elsewhere: before the stretch (which wraps round) or behind it.
    outside = np.uint32(len(stretch.chosen))
    positions = seats.reshape(-1, BITS)[words].reshape(-1).astype(np.uint32) - np.uint32(
        stretch.positions.start
    )
    chosen = pack_bits(np.take(np.append(stretch.chosen, False), np.minimum(positions, outside)))
    return pairs.sum_some(groups, chosen)


def _turned(sums: Array) -> Array:
    """Seen from the other side: where one is ahead the other is not."""
    games, halves, difference = sums.T
    turned: Array = np.vstack((games, 2 * games - halves, -difference)).T
    return turned


@cache
def _numbers_with_bits() -> Array:
    """Which of the numbers of so many bits have each of them."""
    numbers, bits = np.arange(1 << BITS_AT_A_TIME), np.arange(BITS_AT_A_TIME)
    have: Array = (numbers >> bits[:, None] & 1).astype(np.float64)
    return have
