"""What a block is made from."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple


class RawSeat(NamedTuple):
    """`lines` holds quantity and VP by line key; `entered` is the seat's part of the sheet."""

    is_bot: bool
    player: int | None
    faction: str
    total: int
    rank: int
    lines: Mapping[str, Sequence[int]]
    entered: Mapping[str, Any]


class RawGame(NamedTuple):
    """`setup` are the entered facts of the table; `options` those that differ from their default."""

    key: int
    played_on: date
    club: int | None
    totals_only: bool
    options: Mapping[str, str]
    setup: Mapping[str, Any]
    seats: Sequence[RawSeat]
