"""The pieces of a set-up, with stable keys and the numbers printed on them.

Nothing here scores by itself; it names what was in play, so that statistics can use it.
"""

from __future__ import annotations

from scoring.description import Catalogue

BASE = "base"
INDUSTRIA = "industria"

_BASE_CLANS = (
    "buchanan",
    "campbell",
    "cunningham",
    "fergusson",
    "macdonald",
    "macewen",
    "mackenzie",
    "robertson",
    "stewart",
)
_INDUSTRIA_CLANS = (
    "douglas",
    "fraser",
    "gordon",
    "macfarlane",
    "macgregor",
    "mackintosh",
    "macleod",
    "macpherson",
    "sinclair",
)
CLANS: Catalogue = (
    *({"key": clan, "set": BASE} for clan in _BASE_CLANS),
    *({"key": clan, "set": INDUSTRIA} for clan in _INDUSTRIA_CLANS),
)

# A scoring tile gives `glory` for every `per` of what it counts.
_SCORING_TILES = (
    ("basic_goods", 1, 1),
    ("processed_goods", 3, 2),
    ("production_units", 1, 1),  # sheep, cows, dairies, bakeries, distilleries; fields give 2
    ("workers", 2, 1),
    ("border_units", 3, 2),
    ("rare_imports", 1, 1),
    ("meat", 2, 1),
    ("upgrades", 1, 1),
    ("costly_hexes", 2, 1),  # hexes of cost 5 or 6
    ("neighbouring_animals", 4, 2),
    ("merchants_on_market", 2, 1),
    ("kinds_of_goods", 3, 1),
    ("production_chains", 3, 2),
    ("central_loch_units", 3, 2),
    ("inland_units", 2, 1),
    ("unit_types_in_settlement", 3, 1),
    ("equal_units_across_river", 4, 2),
    ("settlements_of_two", 3, 1),
)
SCORING_TILES: Catalogue = tuple(
    {"key": key, "number": number, "set": BASE if number <= 9 else INDUSTRIA, "glory": glory, "per": per}
    for number, (key, glory, per) in enumerate(_SCORING_TILES, start=1)
)

# What a port gives (or, below zero, costs) in pounds and glory; its other effects are in its key.
_PORT_TILES = (
    ("less_meat", 0, 0),
    ("basic_good_for_three", 0, 0),
    ("processed_good_for_two", 0, 0),
    ("upgrade_and_glory", 0, 3),
    ("ten_pounds", 10, 0),
    ("move_price", 0, 0),
    ("swap_units", 0, 0),
    ("money_and_building_bonus", 5, 0),
    ("use_another_port", -3, 0),
    ("less_processed_good", 0, 0),
    ("animal_on_animal", 0, 0),
    ("factory_for_field", 0, 0),
    ("technology_or_glory", -10, 4),  # £10 for two technologies, or 4 glory
    ("processed_goods_for_money", 50, 0),
    ("three_merchants", 0, 0),
    ("move_units_or_cheaper_delivery", 0, 0),
    ("move_factory_or_advance_delivery", 0, 0),
    ("pay_for_contract", -25, 0),
)
PORT_TILES: Catalogue = tuple(
    {"key": key, "number": number, "set": BASE if number <= 9 else INDUSTRIA, "money": money, "glory": glory}
    for number, (key, money, glory) in enumerate(_PORT_TILES, start=1)
)

# Starting tiles are known by number only: the books name no other mark.
STARTING_TILES: Catalogue = tuple(
    {"key": number, "number": number, "set": BASE if number <= 9 else INDUSTRIA} for number in range(1, 17)
)

# The least a milestone asks for of what its key names.
_MILESTONES = (
    ("rare_imports_of_one_kind", 6),
    ("ports", 3),
    ("factories", 5),
    ("basic_goods", 7),
    ("all_workers", 8),
    ("upgrades", 7),
    ("triangles", 2),
    ("unit_types_three_times", 2),
    ("every_unit_type", 1),
    ("units", 15),
    ("units_in_one_settlement", 6),
    ("river_units", 8),
    ("hexes_in_line", 5),
    ("contracts_with_three_hops", 2),
    ("kinds_of_goods_exported", 5),
    ("contracts_without_bonus", 2),
)
MILESTONES: Catalogue = tuple(
    {"key": key, "number": number, "set": INDUSTRIA, "least": least}
    for number, (key, least) in enumerate(_MILESTONES, start=1)
)

# Reward tiles; `zero_from` and `plus_from` are the thresholds of the solo card with the same measure.
_REWARDS = (
    ("units", 24, 27),
    ("imports_of_one_kind", 7, 10),
    ("glory", 42, 48),
    ("money", 60, 75),
    ("units_in_one_settlement", 5, 8),
    ("basic_goods", 6, 8),
    ("processed_goods", 8, 10),
    ("river_units", 11, 14),
    ("loch_units", 15, 18),
)
REWARDS: Catalogue = tuple(
    {"key": key, "number": number, "set": INDUSTRIA, "zero_from": zero_from, "plus_from": plus_from}
    for number, (key, zero_from, plus_from) in enumerate(_REWARDS, start=1)
)

MAP_MODULES = ("a", "b", "c", "d")
MAP_SIDES: Catalogue = (
    {"key": "side_1", "set": BASE},
    {"key": "side_2", "set": BASE},
    {"key": "side_industria", "set": INDUSTRIA},
)

COLOURS = ("black", "blue", "red", "white")


def keys(catalogue: Catalogue) -> tuple[int | str, ...]:
    """What a field's choices hold."""
    return tuple(piece["key"] for piece in catalogue)
