"""Clans of Caledonia, with its expansion Industria."""

from django.utils.translation import gettext_lazy as _

from games.systems.base import BoardGameGeek, Demo, GameSystem, Pictures, Swatches
from games.systems.clans_of_caledonia.demo import invent_sheet
from games.systems.clans_of_caledonia.imports import FILE_NAMES, recover_counts
from games.systems.clans_of_caledonia.tartans import TARTANS
from games.systems.clans_of_caledonia.traits import TRAITS
from games.systems.clans_of_caledonia.wording import WORDING

SYSTEM = GameSystem(
    wording=WORDING,
    traits=TRAITS,
    boxes={"base": _("Base game"), "industria": "Industria"},
    demo=Demo(
        invent_sheet=invent_sheet,
        mistaken_field="money",
        share=0.65,
        drawn_setup=("scoring_tiles", "port_tiles"),
    ),
    bgg=BoardGameGeek(number=216132, name="Clans of Caledonia", other_numbers=(391913,)),
    pictures={
        "contracts": Pictures(
            sprite="systems/clans_of_caledonia/contracts.svg",
            costs={
                "wool": _("Wool"),
                "bread": _("Bread"),
                "cheese": _("Cheese"),
                "whisky": _("Whisky"),
                "mutton": _("Mutton"),
                "beef": _("Beef"),
            },
            gains={
                "hops": _("Hops"),
                "cotton": _("Cotton"),
                "tobacco": _("Tobacco"),
                "sugar_cane": _("Sugar cane"),
            },
        )
    },
    swatches=Swatches(sprite="systems/clans_of_caledonia/clans.svg", tartans=TARTANS),
    home_template="systems/clans_of_caledonia/home.html",
    stylesheet="systems/clans_of_caledonia/system.css",
    file_names=FILE_NAMES,
    recover_counts=recover_counts,
    hints={
        "basic_goods": {"gordon": _("Silos included")},
        "processed_goods": {
            "fraser": _("Kilts included"),
            "mackenzie": _("Cellar included"),
        },
    },
)
