"""The columns of one block.

A block as bytes, which can be mapped into memory and used without copying.

Blocks put together into one.

Blocks are small so that a changed game costs little; each step of an answer is taken once for each of them, though,
and with hundreds of blocks the steps cost more than the work. So neighbours are put together for reading.
"""

import hashlib
import json
import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

import numpy as np

from games.stats.index.bit_sliced import Slices
from games.stats.index.bit_sliced import joined as joined_slices
from games.stats.index.bitmap import BITS, Array, packed
from games.stats.index.grouped import Arrangement

# Shares of a win and differences to a mean are kept as whole sixtieths: exact for tables of up to six.
PARTS = 60
WINS, PAR, PLACE, VP, MARGIN = range(5)
MEASURES = 5

HAS_LINES, TIE_DECIDED, TIE_SHARED = range(3)
# The cell of a pair is the lower code times this plus the higher one: more than any system has factions.
PAIR = 256


@dataclass(frozen=True)
class Block:
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
    line_totals: Slices
    faction: Array
    measures: Array
    bid: Array
    player: Array
    facets: Array
    seats: Arrangement
    seat_lines: Slices
    places: Arrangement
    by_facet: tuple[Arrangement, ...]
    pairs: Arrangement
    pair_others: Array

    @cached_property
    def games(self) -> int:
        return int(np.count_nonzero(self.people))

    @cached_property
    def all_games(self) -> Array:
        """The set of them: what is no gap."""
        return packed(self.people > 0)

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
    def of(cls, columns: Mapping[str, Array]) -> "Block":
        return cls(
            **{name: columns[name] for name in _PLAIN},
            line_totals=_slices(columns, "line_totals."),
            seats=_arrangement(columns, "seats."),
            seat_lines=_slices(columns, "seat_lines."),
            places=_arrangement(columns, "places."),
            by_facet=tuple(_by_facet(columns)),
            pairs=_arrangement(columns, "pairs."),
        )


_PLAIN = tuple(field.name for field in fields(Block) if field.type in {Array, "Array"})


def _columns(prefix: str, part: Any) -> Iterator[tuple[str, Array]]:
    for field in fields(part):
        value = getattr(part, field.name)
        name = prefix + field.name
        if isinstance(value, Slices | Arrangement):
            yield from _columns(f"{name}.", value)
        elif isinstance(value, tuple):
            for number, one in enumerate(value):
                yield from _columns(f"{name}.{number}.", one)
        else:
            yield name, value


def _slices(columns: Mapping[str, Array], prefix: str) -> Slices:
    return Slices(**{field.name: columns[prefix + field.name] for field in fields(Slices)})


def _arrangement(columns: Mapping[str, Array], prefix: str) -> Arrangement:
    plain = {name: columns[prefix + name] for name in ("source", "cells", "begins", "sums")}
    return Arrangement(slices=_slices(columns, f"{prefix}slices."), **plain)


def _by_facet(columns: Mapping[str, Array]) -> Iterator[Arrangement]:
    number = 0
    while f"by_facet.{number}.source" in columns:
        yield _arrangement(columns, f"by_facet.{number}.")
        number += 1


_MAGIC = b"CALSTAT1"
_ALIGN = 64


class BrokenBlockError(ValueError):
    """The bytes are not a block; a file was cut short, say."""


def to_bytes(block: Block) -> bytes:
    """A header that names the columns, then the columns one after the other."""
    entries, parts, position = [], [], 0
    for name, values in block.columns().items():
        data = np.ascontiguousarray(values).tobytes()
        entries.append([name, values.dtype.str, list(values.shape), position])
        filled = data + b"\0" * (-len(data) % _ALIGN)
        parts.append(filled)
        position += len(filled)
    header = json.dumps(entries).encode()
    start = len(_MAGIC) + 4 + len(header)
    return b"".join(
        [_MAGIC, struct.pack("<I", len(header)), header, b"\0" * (-start % _ALIGN), *parts],
    )


def from_buffer(buffer: "memoryview | bytes") -> Block:
    """Columns that look into the buffer."""
    view = memoryview(buffer)
    if bytes(view[:8]) != _MAGIC:
        raise BrokenBlockError("no block")
    try:
        (length,) = struct.unpack("<I", view[8:12])
        entries = json.loads(bytes(view[12 : 12 + length]))
    except (struct.error, ValueError) as error:
        raise BrokenBlockError("header") from error
    start = 12 + length
    start += -start % _ALIGN
    columns = {}
    for name, kind, shape, position in entries:
        count = int(np.prod(shape, dtype=np.int64))
        try:
            values = np.frombuffer(view, dtype=kind, count=count, offset=start + position)
        except ValueError as error:
            raise BrokenBlockError(name) from error
        columns[name] = values.reshape(shape)
    return Block.of(columns)


def digest_of(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


# Of an arrangement: where the positions of each part are now.
Moves = list[Array]


def joined(blocks: Sequence[Block]) -> Block:
    """All of the same system and layout; there must be some."""
    if len(blocks) == 1:
        return blocks[0]
    ends = np.cumsum([len(block.day) for block in blocks]).tolist()
    games = [np.arange(end - len(block.day), end) for end, block in zip(ends, blocks, strict=True)]
    seats, order, seat_moves = _arrangements([block.seats for block in blocks], games)

    def of_games(column: Callable[[Block], Array]) -> Array:
        return np.concatenate([column(block) for block in blocks], axis=-1)

    def of_seats(column: Callable[[Block], Array]) -> Array:
        """By words, in their new order."""
        values = of_games(column)
        by_word = values.reshape(*values.shape[:-1], len(order), BITS)
        return np.take(by_word, order, axis=-2).reshape(values.shape)

    pairs, pair_order, _ = _arrangements([block.pairs for block in blocks], seat_moves)
    others = np.concatenate(
        [move[block.pair_others] for move, block in zip(seat_moves, blocks, strict=True)]
    ).reshape(-1, BITS)
    return Block(
        game_key=of_games(lambda block: block.game_key),
        day=of_games(lambda block: block.day),
        club=of_games(lambda block: block.club),
        people=of_games(lambda block: block.people),
        words=of_games(lambda block: block.words),
        marks=of_games(lambda block: block.marks),
        line_totals=joined_slices([block.line_totals for block in blocks]),
        faction=of_seats(lambda block: block.faction),
        measures=of_seats(lambda block: block.measures),
        bid=of_seats(lambda block: block.bid),
        player=of_seats(lambda block: block.player),
        facets=of_seats(lambda block: block.facets),
        seats=seats,
        seat_lines=_reordered(joined_slices([block.seat_lines for block in blocks]), order),
        places=_arrangements([block.places for block in blocks], games)[0],
        by_facet=tuple(
            _arrangements([block.by_facet[number] for block in blocks], games)[0]
            for number in range(len(blocks[0].by_facet))
        ),
        pairs=pairs,
        pair_others=others[pair_order].reshape(-1).astype(np.uint32),
    )


def _arrangements(parts: Sequence[Arrangement], sources: Moves) -> tuple[Arrangement, Array, Moves]:
    """`sources` say where the source of each part is now. Also gives the order of words, and where positions went."""
    words = [len(part.source) // BITS for part in parts]
    cell_of_word = np.concatenate(
        [
            # A part without any items still has its gap; it goes to the end.
            np.repeat(part.cells, np.diff(part.begins, append=count))
            if len(part.cells)
            else np.full(count, np.iinfo(np.int64).max)
            for part, count in zip(parts, words, strict=True)
        ]
    )
    order = np.argsort(cell_of_word, kind="stable")
    went = np.empty_like(order)
    went[order] = np.arange(len(order))
    source = np.concatenate([move[part.source] for move, part in zip(sources, parts, strict=True)]).reshape(
        -1, BITS
    )
    cells = np.unique(np.concatenate([part.cells for part in parts]))
    sums = np.zeros((len(cells), parts[0].sums.shape[1]), dtype=np.int64)
    for part in parts:
        sums[np.searchsorted(cells, part.cells)] += part.sums
    arrangement = Arrangement(
        source=source[order].reshape(-1).astype(np.uint32),
        cells=cells,
        begins=np.searchsorted(cell_of_word[order], cells),
        slices=_reordered(joined_slices([part.slices for part in parts]), order),
        sums=sums,
    )
    at = (went[:, None] * BITS + np.arange(BITS)).reshape(-1)
    moves = np.split(at, (np.cumsum(words)[:-1] * BITS).tolist())
    return arrangement, order, moves


def _reordered(slices: Slices, order: Array) -> Slices:
    return Slices(slices.digits, slices.signed, np.take(slices.bits, order, axis=1))
