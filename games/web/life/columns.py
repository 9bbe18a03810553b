"""The seats of a game as columns of its tables: who sits there, as the viewer may know it."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from caledonia_site.common.tartans import TARTANS
from games.models import Game, Seat
from games.wording import label
from scoring import registry


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


def seat_name(seat: Seat, system: str) -> str:
    """A player as the viewer may see them; a bot by its kind; otherwise what was typed."""
    if seat.player:
        return seat.player.shown.name
    if seat.is_bot:
        bots = [kind.key for kind in registry.get(system).description.seat_kinds if kind.bot]
        return str(label(system, f"seat_kind.{bots[0]}")) if bots else _("Bot")
    return seat.name or _("Seat %(number)s") % {"number": seat.index + 1}


def dimension_label(system: str, dimension: str) -> str:
    field = registry.get(system).description.dimension
    return str(label(system, f"choice.{field}.{dimension}")) if field and dimension else ""


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
