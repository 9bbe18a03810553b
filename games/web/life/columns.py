"""The seats of a game as columns of its tables: who sits there, as the viewer may know it."""

from dataclasses import dataclass

from caledonia_site.common.tartans import TARTANS
from games.models import Game, Seat
from games.wording.seats import dimension_label, seat_name


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
    is_own: bool


def columns_of(game: Game, *, own: Seat | None = None) -> list[SeatColumn]:
    """`own` is the reader's seat, by account or by personal link: nobody's own name is hidden from them."""
    return [
        SeatColumn(
            index=seat.index,
            name=seat.player.name if _is(seat, own) and seat.player else seat_name(seat, game.system),
            address=seat.player.shown.address if seat.player else None,
            dimension=dimension_label(game.system, seat.dimension),
            swatch=seat.dimension if seat.dimension in TARTANS else "",
            total=seat.total,
            rank=seat.rank,
            is_bot=seat.is_bot,
            is_own=_is(seat, own),
        )
        for seat in game.seats.all()
    ]


def _is(seat: Seat, own: Seat | None) -> bool:
    return own is not None and seat.pk == own.pk
