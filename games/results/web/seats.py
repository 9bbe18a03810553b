"""The seats of a game as columns of its tables, as the viewer may know who sits there; and what it was played with:
options, set-up, the pieces of each seat, and the circumstances.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Protocol

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from caledonia_site.common.formatting import format_date, format_number
from games.results.models import Game, Seat, SheetVersion
from games.results.web.cells import content
from games.results.wording import SeatLike, faction_label, seat_name
from games.systems import label
from games.systems.swatches import swatch_of
from scoring import registry

# Facts of a seat stand in this section of every system's sheet.
SEAT_SECTION = "seat"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatColumn:
    """`swatch` is the name of a pattern where the seat's faction has one."""

    index: int
    name: str
    address: str | None
    faction: str
    swatch: str
    total: int
    rank: int
    is_bot: bool
    is_own: bool = False


class SeatWithResult(SeatLike, Protocol):
    @property
    def faction(self) -> str: ...
    @property
    def total(self) -> int: ...
    @property
    def rank(self) -> int: ...


class Fact(NamedTuple):
    name: str
    value: str


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
        faction=faction_label(system, seat.faction),
        swatch=swatch_of(system, seat.faction),
        total=seat.total,
        rank=seat.rank,
        is_bot=seat.is_bot,
    )


def options_of(game: Game, version: SheetVersion | None) -> list[Fact]:
    """The options that differ from their default."""
    if version is None:
        return []
    chosen = version.sheet.get("options") or {}
    return [
        Fact(
            str(label(game.system, f"option.{option.key}")),
            content(game.system, "options", option.key, chosen[option.key]),
        )
        for option in registry.get(game.system).description.options
        if chosen.get(option.key) not in (None, option.blank)
    ]


def set_up_of(game: Game, version: SheetVersion | None) -> list[Fact]:
    """Set-up and fields of the whole table, as far as they were entered."""
    if version is None:
        return []
    description = registry.get(game.system).description
    return [
        *_entered(game.system, "setup", description.setup, version.sheet.get("setup") or {}),
        *_entered(game.system, "game", description.game, version.sheet.get("game") or {}),
    ]


def _entered(system: str, scope: str, fields: Sequence[Any], given: dict[str, Any]) -> Iterator[Fact]:
    for field in fields:
        if given.get(field.key) not in (None, [], False):
            yield Fact(
                str(label(system, f"field.{field.key}")), content(system, scope, field.key, given[field.key])
            )


def seat_facts(
    game: Game, version: SheetVersion | None, columns: Sequence[SeatColumn]
) -> list[tuple[SeatColumn, list[Fact]]]:
    """Colour, turn order and the like, by seat; the faction stands in the table's head already."""
    if version is None:
        return []
    description = registry.get(game.system).description
    fields = [
        field
        for field in description.seat
        if field.section == SEAT_SECTION and field.key != description.dimension
    ]
    facts_by_seat = [
        (column, list(_entered(game.system, "seats", fields, seat)))
        for column, seat in zip(columns, version.sheet["seats"], strict=False)
    ]
    return [(column, facts) for column, facts in facts_by_seat if facts]


def circumstances_of(game: Game) -> list[Fact]:
    """When and where; the club and the notes have places of their own on the page."""
    facts = [Fact(_("Date of play"), format_date(game.played_on))]
    if game.place:
        facts.append(Fact(pgettext("where it was played", "Place"), game.place))
    if game.duration_minutes:
        minutes = format_number(game.duration_minutes)
        facts.append(Fact(_("Duration"), _("%(minutes)s minutes") % {"minutes": minutes}))
    return facts
