"""What the pieces of Clans of Caledonia are called: clans, tiles, map sides, milestones, rewards.

Tiles have no names in the books; ours say what they do, beside the number printed on them.
"""

from django.utils.translation import gettext_lazy as _

from games.systems.base import Texts

# Clan names are the same in every language.
_CLANS = (
    "Buchanan", "Campbell", "Cunningham", "Fergusson", "MacDonald", "MacEwen", "MacKenzie", "Robertson", "Stewart",
    "Douglas", "Fraser", "Gordon", "MacFarlane", "MacGregor", "Mackintosh", "MacLeod", "MacPherson", "Sinclair",
)  # fmt: skip

_SIDES = {"side_1": _("Side 1"), "side_2": _("Side 2"), "side_industria": _("Industria side")}

_REWARDS = {
    "units": _("Units on the map"),
    "imports_of_one_kind": _("Import goods of one kind"),
    "glory": _("Glory"),
    "money": _("Money"),
    "units_in_one_settlement": _("Units in one settlement"),
    "basic_goods": _("Basic goods"),
    "processed_goods": _("Processed goods"),
    "river_units": _("Units along rivers"),
    "loch_units": _("Units next to lochs"),
}

_SCORING_TILES = {
    "basic_goods": _("1 per basic good"),
    "processed_goods": _("3 per 2 processed goods"),
    "production_units": _("1 per animal or factory, 2 per field"),
    "workers": _("2 per worker"),
    "border_units": _("3 per 2 units on the border"),
    "rare_imports": _("1 per cotton, tobacco, sugar cane"),
    "meat": _("2 per meat exported"),
    "upgrades": _("1 per upgrade"),
    "costly_hexes": _("2 per hex of cost 5 or 6"),
    "neighbouring_animals": _("4 per pair of neighbouring animals"),
    "merchants_on_market": _("2 per merchant on the market"),
    "kinds_of_goods": _("3 per kind of good"),
    "production_chains": _("3 per production chain"),
    "central_loch_units": _("3 per 2 units at the central loch"),
    "inland_units": _("2 per unit away from lochs"),
    "unit_types_in_settlement": _("3 per unit type in one settlement"),
    "equal_units_across_river": _("4 per pair of equal units across a river"),
    "settlements_of_two": _("3 per settlement of two units"),
}

_PORT_TILES = {
    "less_meat": _("One animal less for a meat contract"),
    "basic_good_for_three": _("One basic good for three"),
    "processed_good_for_two": _("One processed good for two"),
    "upgrade_and_glory": _("An upgrade and 3 glory"),
    "ten_pounds": _("£10"),
    "move_price": _("Move a price by three before trading"),
    "swap_units": _("Swap two units"),
    "money_and_building_bonus": _("£5 and a building bonus"),
    "use_another_port": _("Pay £3 to use another port"),
    "less_processed_good": _("One processed good less for a contract"),
    "animal_on_animal": _("An animal on another animal’s hex"),
    "factory_for_field": _("A factory for a field"),
    "technology_or_glory": _("£10 for two technologies, or 4 glory"),
    "processed_goods_for_money": _("Four processed goods for £50"),
    "three_merchants": _("Three merchants"),
    "move_units_or_cheaper_delivery": _("Two moves, or a cheaper delivery"),
    "move_factory_or_advance_delivery": _("Move a factory, or advance a delivery"),
    "pay_for_contract": _("£25 to fulfil a contract"),
}

_MILESTONES = {
    "rare_imports_of_one_kind": _("Six imports of one kind"),
    "ports": _("Three ports"),
    "factories": _("Five factories"),
    "basic_goods": _("Seven basic goods"),
    "all_workers": _("All workers deployed"),
    "upgrades": _("Seven upgrades"),
    "triangles": _("Two triangles in two settlements"),
    "unit_types_three_times": _("Two unit types, three units each"),
    "every_unit_type": _("One unit of each type"),
    "units": _("Fifteen units"),
    "units_in_one_settlement": _("A settlement of six units"),
    "river_units": _("Eight units along rivers"),
    "hexes_in_line": _("Five hexes in a line"),
    "contracts_with_three_hops": _("Two contracts with three hops each"),
    "kinds_of_goods_exported": _("Five kinds of goods exported"),
    "contracts_without_bonus": _("Two contracts without a direct bonus"),
}


def _choices(field: str, names: Texts) -> Texts:
    return {f"choice.{field}.{key}": name for key, name in names.items()}


PIECES: Texts = {
    **{f"choice.clan.{name.lower()}": name for name in _CLANS},
    **_choices("map_a", _SIDES),
    **_choices("map_b", _SIDES),
    **_choices("map_c", _SIDES),
    **_choices("map_d", _SIDES),
    **_choices("reward", _REWARDS),
    **_choices("scoring_tiles", _SCORING_TILES),
    **_choices("port_tiles", _PORT_TILES),
    **_choices("milestone_tiles", _MILESTONES),
}
