"""All that the site knows of curling on the loch."""

from django.utils.translation import gettext_lazy as _
from games.systems.loch_curling.demo import invent_sheet
from games.systems.loch_curling.wording import WORDING

from games.systems.base import BoardGameGeek, Demo, FileNames, GameSystem, Pictures, Stripe, Swatches, Tartan
from games.systems.traits import Traits

COLOURS = ("#a33", "#36a", "#383", "#a83")
RINKS = ("braemar_rink", "kelso_rink", "leith_rink", "perth_rink")

SYSTEM = GameSystem(
    wording=WORDING,
    traits=Traits(
        facets=("throw_order",),
        position="throw_order",
        pieces=("trick_shots",),
        expansion="snow_box",
        modules=("hot_toddy",),
    ),
    boxes={"base": _("Base stones"), "snow_box": _("The snow box")},
    demo=Demo(
        invent_sheet=invent_sheet, mistaken_field="near_stones", share=0.5, drawn_setup=("drawn_shots",)
    ),
    bgg=BoardGameGeek(number=9_999_999, name="Loch Curling"),
    pictures={
        "shots": Pictures(
            sprite="systems/loch_curling/shots.svg",
            costs={"stones": _("Stones")},
            gains={"cheers": _("Cheers")},
        )
    },
    swatches=Swatches(
        sprite="systems/loch_curling/rinks.svg",
        tartans={
            rink: Tartan("#eee", (Stripe(0, 8, colour),)) for rink, colour in zip(RINKS, COLOURS, strict=True)
        },
    ),
    home_template="systems/loch_curling/home.html",
    stylesheet="systems/loch_curling/system.css",
    file_names=FileNames(
        rows={"nearstones": "near_stones", "toddycups": "toddy_cups", "trickshots": "trick_shots"},
        bots=frozenset({"snowman"}),
        faction_prefixes=("rink",),
    ),
)
