"""Who sits in a seat and what they play, in words."""

from functools import lru_cache
from typing import Protocol

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.players.models.player import ShownPlayer
from games.wording import label
from scoring import registry


class Named(Protocol):
    @property
    def shown(self) -> ShownPlayer: ...


class SeatLike(Protocol):
    """A seat of the database, or what a list read of it."""

    @property
    def player(self) -> Named | None: ...
    @property
    def is_bot(self) -> bool: ...
    @property
    def name(self) -> str: ...
    @property
    def index(self) -> int: ...


def seat_name(seat: SeatLike, system: str) -> str:
    """A player as the viewer may see them; a bot by its kind; otherwise what was typed."""
    if seat.player:
        return seat.player.shown.name
    if seat.is_bot:
        bots = [kind.key for kind in registry.get(system).description.seat_kinds if kind.bot]
        return str(label(system, f"seat_kind.{bots[0]}")) if bots else _("Bot")
    return seat.name or _("Seat %(number)s") % {"number": seat.index + 1}


def dimension_label(system: str, dimension: str) -> str:
    return _dimension_label(system, dimension, get_language())


@lru_cache(maxsize=1_000)
def _dimension_label(system: str, dimension: str, _language: str | None) -> str:
    field = registry.get(system).description.dimension
    return str(label(system, f"choice.{field}.{dimension}")) if field and dimension else ""
