"""Catalogues whose pieces we have drawn, and the columns they can be filtered by."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy


@dataclass(frozen=True, slots=True, kw_only=True)
class Pictures:
    """`sprite` has one symbol per piece, named by its key. Costs and gains are columns of the catalogue with
    their names.
    """

    sprite: str
    costs: Mapping[str, Promise]
    gains: Mapping[str, Promise]


_DRAWN = {
    ("clans_of_caledonia", "contracts"): Pictures(
        sprite="img/contracts.svg",
        costs={
            "wool": gettext_lazy("Wool"),
            "bread": gettext_lazy("Bread"),
            "cheese": gettext_lazy("Cheese"),
            "whisky": gettext_lazy("Whisky"),
            "mutton": gettext_lazy("Mutton"),
            "beef": gettext_lazy("Beef"),
        },
        gains={
            "hops": gettext_lazy("Hops"),
            "cotton": gettext_lazy("Cotton"),
            "tobacco": gettext_lazy("Tobacco"),
            "sugar_cane": gettext_lazy("Sugar cane"),
        },
    )
}


def pictures_of(system: str, catalogue: str) -> Pictures | None:
    return _DRAWN.get((system, catalogue))


def in_words(pictures: Pictures, piece: Mapping[str, int | str]) -> str:
    """What the picture shows, for those who cannot see it: "12: 4 Whisky → 3 Hops, 4 Sugar cane"."""
    return _("%(number)s: %(costs)s → %(gains)s") % {
        "number": piece["key"],
        "costs": _listed(piece, pictures.costs),
        "gains": _listed(piece, pictures.gains),
    }


def _listed(piece: Mapping[str, int | str], columns: Mapping[str, Promise]) -> str:
    return ", ".join(f"{piece[column]} {name}" for column, name in columns.items() if piece[column])
