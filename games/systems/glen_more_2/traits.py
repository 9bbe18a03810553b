"""Glen More II: no clans; the chronicles are what makes one game differ from another."""

from games.systems.traits import Traits
from scoring.glen_more_2.pieces import CHRONICLES

TRAITS = Traits(expansion="chronicles", modules=CHRONICLES)
