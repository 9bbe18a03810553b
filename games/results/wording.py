"""Who sits in a seat and what they play, in words."""

from functools import lru_cache
from typing import Protocol

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.players.models.player import ShownPlayer
from games.results.models import Game
from games.systems import label
from scoring import registry


class SeatLike(Protocol):
    """A seat of the database, or what a list read of it."""

    @property
    def shown(self) -> ShownPlayer | None: ...
    @property
    def is_bot(self) -> bool: ...
    @property
    def name(self) -> str: ...
    @property
    def index(self) -> int: ...


def seat_name(seat: SeatLike, system: str) -> str:
    """A player as the viewer may see them; a bot by its kind; otherwise what was typed."""
    if shown := seat.shown:
        return shown.name
    if seat.is_bot:
        bots = [kind.key for kind in registry.get(system).description.seat_kinds if kind.bot]
        return str(label(system, f"seat_kind.{bots[0]}")) if bots else _("Bot")
    return seat.name or _("Seat %(number)s") % {"number": seat.index + 1}


def result_in_words(game: Game) -> str:
    """Of a game fetched with its seats for somebody: "Ailsa 84, Rory 64"."""
    seats = sorted(game.seats.all(), key=lambda seat: (seat.rank, seat.index))
    return ", ".join(f"{seat_name(seat, game.system)} {seat.total}" for seat in seats)


def faction_label(system: str, faction: str) -> str:
    return _faction_label(system, faction, get_language())


@lru_cache(maxsize=1_000)
def _faction_label(system: str, faction: str, _language: str | None) -> str:
    field = registry.get(system).description.dimension
    return str(label(system, f"choice.{field}.{faction}")) if field and faction else ""
