"""The seats of a game as columns of its tables: who sits there, as the viewer may know it."""

from dataclasses import dataclass, replace
from typing import Protocol

from caledonia_site.common.tartans import TARTANS
from games.models import Game, Seat
from games.wording.seats import SeatLike, dimension_label, seat_name


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatColumn:
    """`swatch` is the key of a pattern where the seat's dimension has one."""

    index: int
    name: str
    address: str | None
    dimension: str
    swatch: str
    total: int
    rank: int
    is_bot: bool
    is_own: bool = False


class SeatWithResult(SeatLike, Protocol):
    @property
    def dimension(self) -> str: ...
    @property
    def total(self) -> int: ...
    @property
    def rank(self) -> int: ...


def columns_of(game: Game, *, own: Seat | None = None) -> list[SeatColumn]:
    """`own` is the reader's seat, by account or by personal link."""
    columns = [(seat, column_of(seat, game.system)) for seat in game.seats.all()]
    return [
        replace(column, is_own=True) if own is not None and seat.pk == own.pk else column
        for seat, column in columns
    ]


def column_of(seat: SeatWithResult, system: str) -> SeatColumn:
    return SeatColumn(
        index=seat.index,
        name=seat_name(seat, system),
        address=shown.address if (shown := seat.shown) else None,
        dimension=dimension_label(system, seat.dimension),
        swatch=seat.dimension if seat.dimension in TARTANS else "",
        total=seat.total,
        rank=seat.rank,
        is_bot=seat.is_bot,
    )
