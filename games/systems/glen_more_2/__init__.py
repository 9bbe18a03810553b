"""Glen More II: Chronicles."""

from games.systems.base import BoardGameGeek, Demo, GameSystem
from games.systems.glen_more_2.demo import invent_sheet
from games.systems.glen_more_2.traits import TRAITS
from games.systems.glen_more_2.wording import WORDING

SYSTEM = GameSystem(
    wording=WORDING,
    traits=TRAITS,
    demo=Demo(invent_sheet=invent_sheet, mistaken_field="coins", share=0.35),
    bgg=BoardGameGeek(number=265188, name="Glen More II: Chronicles"),
    home_template="systems/glen_more_2/home.html",
    stylesheet="systems/glen_more_2/system.css",
)
