"""Clans of Caledonia: clans are bid for, imports are worth more the rarer they are."""

from collections.abc import Mapping

from games.systems.traits import Rarity, Traits
from scoring.clans_of_caledonia.constants import IMPORTS
from scoring.clans_of_caledonia.lines import import_worths


def _worths(quantities: Mapping[str, int], options: Mapping[str, str]) -> tuple[int, ...]:
    cotton, tobacco, sugar_cane = (quantities.get(good, 0) for good in IMPORTS)
    return tuple(
        worth.vp for worth in import_worths(cotton, tobacco, sugar_cane, "static_imports" in options)
    )


TRAITS = Traits(
    facets=("turn_order", "starting_tile"),
    position="turn_order",
    bid_line="bid",
    pieces=("contract_tiles",),
    expansion="industria",
    modules=("reward", "train"),
    rarity=Rarity(goods=tuple(IMPORTS), worths=_worths),
)
