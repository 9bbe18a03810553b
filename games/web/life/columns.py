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


def columns_of(game: Game, *, own: Seat | None = None, at_the_table: bool = False) -> list[SeatColumn]:
    """`own` is the reader's seat, by account or by personal link: nobody's own name is hidden from them, and
    `at_the_table` people know each other's.
    """
    columns = []
    for seat in game.seats.all():
        column = column_of(seat, game.system)
        is_own = own is not None and seat.pk == own.pk
        if is_own or at_the_table:
            name = seat.player.name if seat.player else column.name
            column = replace(column, is_own=is_own, name=name)
        columns.append(column)
    return columns


def column_of(seat: SeatWithResult, system: str) -> SeatColumn:
    return SeatColumn(
        index=seat.index,
        name=seat_name(seat, system),
        address=seat.player.shown.address if seat.player else None,
        dimension=dimension_label(system, seat.dimension),
        swatch=seat.dimension if seat.dimension in TARTANS else "",
        total=seat.total,
        rank=seat.rank,
        is_bot=seat.is_bot,
    )
