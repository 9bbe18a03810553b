"""How runs of rated games and states of a pool are kept as bytes.

Columns lie one after another, each an array of one kind of number, so that a page reads them without copying and a
replay hands them to numpy as they are. Standard library only: pages must not pay for numpy. Numbers are
little-endian, as on every machine the site runs on; another one refuses instead of reading nonsense.
"""

import json
import struct
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

# name, kind of number (see the `struct` module), what it has one of
Column = tuple[str, str, str]

RATED_GAMES: tuple[Column, ...] = (
    ("ids", "q", "games"),
    ("finished", "q", "games"),
    ("days", "i", "games"),
    ("players", "i", "seats"),
    ("counts", "B", "games"),
    ("clans", "B", "seats"),
    ("positions", "B", "seats"),
    ("places", "B", "seats"),
)
# Tenths of a point: the ratings before and after, and what clan and position were believed to be worth.
OUTCOMES: tuple[Column, ...] = (
    ("before_rating", "H", "seats"),
    ("before_deviation", "H", "seats"),
    ("after_rating", "H", "seats"),
    ("after_deviation", "H", "seats"),
    ("bonus", "h", "seats"),
    ("bonus_deviation", "H", "seats"),
)
STATE: tuple[Column, ...] = (
    ("means", "d", "players"),
    ("variances", "d", "players"),
    ("players", "i", "players"),
    ("games", "i", "players"),
    ("last_days", "i", "players"),
    ("recent", "H", "recent"),
)
# A position is kept in one byte: the number of seats in the upper half, the turn in the lower; 0 is unknown.
POSITION_BITS = 4
HIGHEST_TURN = (1 << POSITION_BITS) - 1
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Packed:
    """What was packed: a few facts (counts, labels) and the columns."""

    facts: dict[str, Any]
    columns: dict[str, Any]


class WrongByteOrderError(RuntimeError):
    """This machine's numbers are big-endian, the packed ones are not."""


def pack(layout: tuple[Column, ...], facts: Mapping[str, Any], columns: Mapping[str, Any]) -> bytes:
    """`facts` must hold a count for everything the layout's columns have one of."""
    head = json.dumps(facts, separators=(",", ":"), sort_keys=True).encode()
    # Columns begin at a multiple of eight, where every kind of number may begin.
    head += b" " * (-(len(head) + 4) % 8)
    parts: list[bytes | memoryview] = [struct.pack("<I", len(head)), head]
    for name, kind, unit in layout:
        body = memoryview(columns[name]).cast("B")
        if len(body) != struct.calcsize(kind) * facts[unit]:
            raise ValueError(f"column {name} has {len(body)} bytes")
        parts.append(body)
    return b"".join(parts)


def unpack(layout: tuple[Column, ...], packed: bytes | memoryview) -> Packed:
    """PostgreSQL and SQLite hand over bytes or memoryviews; both will do."""
    if sys.byteorder != "little":
        raise WrongByteOrderError
    whole = memoryview(packed).cast("B")
    (length,) = struct.unpack_from("<I", whole)
    facts = json.loads(bytes(whole[4 : 4 + length]))
    columns: dict[str, Any] = {}
    at = 4 + length
    for name, kind, unit in layout:
        end = at + struct.calcsize(kind) * facts[unit]
        columns[name] = whole[at:end].cast(kind)  # type: ignore[call-overload]
        at = end
    return Packed(facts, columns)


def moment(finished_at: datetime | None) -> int:
    """In microseconds; 0 is not known, which comes before every known time of the day."""
    return max(1, (finished_at - EPOCH) // timedelta(microseconds=1)) if finished_at else 0


def order_key(day: int, finished: int, game: int) -> str:
    """The total order of games as text: date of play, time finished if known, the game's number."""
    return f"{day:07d}{finished:017d}{game:019d}"


def position_code(*, seats: int, turn: int) -> int:
    return seats << POSITION_BITS | turn


def position_of(code: int) -> tuple[int, int] | None:
    """(number of seats, turn), or None when the turn order is not known."""
    return (code >> POSITION_BITS, code & HIGHEST_TURN) if code else None
