"""The columns of some thousand games, as bytes that can be mapped into memory and used without copying, and merged.

Segments are small so that a changed game costs little; each step of an answer is taken once for each of them, though,
and with hundreds of segments the steps cost more than the work. So neighbours are merged for reading.
"""

import hashlib
import json
import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

import numpy as np

from games.stats.index.bit_sliced import BitSlicedColumn, concatenate_slices
from games.stats.index.bitmap import BITS, Array, Bitmap, pack_bits
from games.stats.index.grouped import GroupedColumn, merge_grouped

# Shares of a win and differences to a mean are kept as whole sixtieths: exact for tables of up to six.
PARTS = 60
WINS, PAR, PLACE, VP, MARGIN = range(5)
MEASURES = 5

HAS_LINES, TIE_DECIDED, TIE_SHARED = range(3)
# The group of a pair is the lower code times this plus the higher one: more than any system has factions.
PAIR = 256


@dataclass(frozen=True)
class Segment:
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
    line_totals: BitSlicedColumn
    faction: Array
    measures: Array
    bid: Array
    player: Array
    facets: Array
    seats: GroupedColumn
    seat_lines: BitSlicedColumn
    places: GroupedColumn
    by_facet: tuple[GroupedColumn, ...]
    pairs: GroupedColumn
    pair_others: Array

    @cached_property
    def games(self) -> int:
        return int(np.count_nonzero(self.people))

    @cached_property
    def all_games(self) -> Bitmap:
        """The set of them: what is no gap."""
        return pack_bits(self.people > 0)

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
    def of(cls, columns: Mapping[str, Array]) -> "Segment":
        return cls(
            **{name: columns[name] for name in _PLAIN},
            line_totals=_bit_sliced(columns, "line_totals."),
            seats=_grouped(columns, "seats."),
            seat_lines=_bit_sliced(columns, "seat_lines."),
            places=_grouped(columns, "places."),
            by_facet=tuple(_by_facet(columns)),
            pairs=_grouped(columns, "pairs."),
        )


_PLAIN = tuple(field.name for field in fields(Segment) if field.type in {Array, "Array"})


def _columns(prefix: str, part: Any) -> Iterator[tuple[str, Array]]:
    for field in fields(part):
        value = getattr(part, field.name)
        name = prefix + field.name
        if isinstance(value, BitSlicedColumn | GroupedColumn):
            yield from _columns(f"{name}.", value)
        elif isinstance(value, tuple):
            for number, column in enumerate(value):
                yield from _columns(f"{name}.{number}.", column)
        else:
            yield name, value


def _bit_sliced(columns: Mapping[str, Array], prefix: str) -> BitSlicedColumn:
    return BitSlicedColumn(**{field.name: columns[prefix + field.name] for field in fields(BitSlicedColumn)})


def _grouped(columns: Mapping[str, Array], prefix: str) -> GroupedColumn:
    plain = {name: columns[prefix + name] for name in ("source", "groups", "begins", "sums")}
    return GroupedColumn(values=_bit_sliced(columns, f"{prefix}values."), **plain)


def _by_facet(columns: Mapping[str, Array]) -> Iterator[GroupedColumn]:
    number = 0
    while f"by_facet.{number}.source" in columns:
        yield _grouped(columns, f"by_facet.{number}.")
        number += 1


_MAGIC = b"CALSTAT1"
_ALIGN = 64


class BrokenSegmentError(ValueError):
    """The bytes are not a segment; a file was cut short, say."""


def to_bytes(segment: Segment) -> bytes:
    """A header that names the columns, then the columns one after the other."""
    header_rows, parts, position = [], [], 0
    for name, values in segment.columns().items():
        data = np.ascontiguousarray(values).tobytes()
        header_rows.append([name, values.dtype.str, list(values.shape), position])
        filled = data + b"\0" * (-len(data) % _ALIGN)
        parts.append(filled)
        position += len(filled)
    header = json.dumps(header_rows).encode()
    start = len(_MAGIC) + 4 + len(header)
    return b"".join(
        [_MAGIC, struct.pack("<I", len(header)), header, b"\0" * (-start % _ALIGN), *parts],
    )


def from_buffer(buffer: "memoryview | bytes") -> Segment:
    """Columns that look into the buffer."""
    view = memoryview(buffer)
    if bytes(view[:8]) != _MAGIC:
        raise BrokenSegmentError("no segment")
    try:
        (length,) = struct.unpack("<I", view[8:12])
        header_rows = json.loads(bytes(view[12 : 12 + length]))
    except (struct.error, ValueError) as error:
        raise BrokenSegmentError("header") from error
    start = 12 + length
    start += -start % _ALIGN
    columns = {}
    for name, kind, shape, position in header_rows:
        count = int(np.prod(shape, dtype=np.int64))
        try:
            values = np.frombuffer(view, dtype=kind, count=count, offset=start + position)
        except ValueError as error:
            raise BrokenSegmentError(name) from error
        columns[name] = values.reshape(shape)
    return Segment.of(columns)


def digest_of(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def merge_segments(segments: Sequence[Segment]) -> Segment:
    """All of the same system and layout; there must be some."""
    if len(segments) == 1:
        return segments[0]
    ends = np.cumsum([len(segment.day) for segment in segments]).tolist()
    games = [np.arange(end - len(segment.day), end) for end, segment in zip(ends, segments, strict=True)]
    seats, order, seat_moves = merge_grouped([segment.seats for segment in segments], games)

    def of_games(name: str) -> Array:
        return np.concatenate([getattr(segment, name) for segment in segments], axis=-1)

    def of_seats(name: str) -> Array:
        """By words, in their new order."""
        values = of_games(name)
        by_word = values.reshape(*values.shape[:-1], len(order), BITS)
        return np.take(by_word, order, axis=-2).reshape(values.shape)

    pairs, pair_order, _ = merge_grouped([segment.pairs for segment in segments], seat_moves)
    others = np.concatenate(
        [move[segment.pair_others] for move, segment in zip(seat_moves, segments, strict=True)]
    ).reshape(-1, BITS)
    return Segment(
        game_key=of_games("game_key"),
        day=of_games("day"),
        club=of_games("club"),
        people=of_games("people"),
        words=of_games("words"),
        marks=of_games("marks"),
        line_totals=concatenate_slices([segment.line_totals for segment in segments]),
        faction=of_seats("faction"),
        measures=of_seats("measures"),
        bid=of_seats("bid"),
        player=of_seats("player"),
        facets=of_seats("facets"),
        seats=seats,
        seat_lines=concatenate_slices([segment.seat_lines for segment in segments]).reordered(order),
        places=merge_grouped([segment.places for segment in segments], games)[0],
        by_facet=tuple(
            merge_grouped([segment.by_facet[number] for segment in segments], games)[0]
            for number in range(len(segments[0].by_facet))
        ),
        pairs=pairs,
        pair_others=others[pair_order].reshape(-1).astype(np.uint32),
    )
