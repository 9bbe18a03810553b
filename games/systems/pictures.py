"""Catalogues whose pieces are drawn."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from games.systems.base import Pictures, Text, Texts
from games.systems.registry import system_of


def pictures_of(system: str, catalogue: str) -> Pictures | None:
    return system_of(system).pictures.get(catalogue)


def describe_piece(name: Text, pictures: Pictures, piece: Mapping[str, int | str]) -> str:
    """What the picture shows, for those who cannot see it: "12: 4 Whisky → 3 Hops, 4 Sugar cane"."""
    return _("%(number)s: %(costs)s → %(gains)s") % {
        "number": name,
        "costs": _listed(piece, pictures.costs),
        "gains": _listed(piece, pictures.gains),
    }


def _listed(piece: Mapping[str, int | str], columns: Texts) -> str:
    return ", ".join(f"{piece[column]} {name}" for column, name in columns.items() if piece[column])
