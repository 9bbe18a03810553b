"""Every number of the rules that decides a score, in one place."""

from __future__ import annotations

from typing import NamedTuple

# VP of one unit
GLORY_VP = 1
BASIC_GOOD_VP = 1
PROCESSED_GOOD_VP = 2
HOPS_VP = 1
POUNDS_PER_VP = 10

# Imports from the rarest good to the most common one. The order of the goods settles equal totals: an earlier
# good counts as rarer.
IMPORTS = ("cotton", "tobacco", "sugar_cane")
IMPORT_VP = (5, 4, 3)
STATIC_IMPORT_VP = 4

# Rankings: the tiers from the first place on, for two players and for more
EXPORT_TIERS = {2: (8, 0), 3: (12, 6, 0), 4: (12, 6, 0, 0)}
SETTLEMENT_TIERS = {2: (12, 0), 3: (18, 12, 6), 4: (18, 12, 6, 0)}
REWARD_TIERS = {2: (8, 0), 3: (12, 6, 0), 4: (12, 6, 0, 0)}


class CloseSecond(NamedTuple):
    """Two players: what the second gets when not more than `within` behind."""

    within: int
    vp: int


CLOSE_SECOND_EXPORTS = CloseSecond(within=1, vp=4)
CLOSE_SECOND_SETTLEMENTS = CloseSecond(within=2, vp=6)

# Industria: VP by number of deliveries, and by the place in which a milestone was claimed
DELIVERY_VP = (0, 2, 5, 9, 14, 20)
MILESTONE_VP = (8, 4, 2, 0)
MILESTONE_VP_TWO_PLAYERS = (6, 2)
MILESTONE_SLOTS = 4

# One human alone or against the Automa: VP by the round in which a milestone was claimed
MILESTONE_ROUND_VP = (10, 8, 6, 4, 2)
REWARD_CARD_VP = 4
SOLO_RAILWAY_VP = -30

# Solo: (at least, VP), the best first; fewer give nothing
SOLO_EXPORTS = ((7, 12), (6, 8), (5, 4))
SOLO_SETTLEMENTS = ((14, 18), (11, 12), (8, 6))
SOLO_TITLES = ((161, "genius"), (146, "expert"), (131, "average"), (116, "rookie"))
SOLO_LOWEST_TITLE = "newbie"

# The Automa: by level 1 to 5, as glory and, with the train module, once more as VP
AUTOMA_LEVELS = (1, 2, 3, 4, 5)
AUTOMA_VP = (10, 20, 30, 40, 50)
AUTOMA_POUNDS_PER_VP = 5

HIGHEST_BID = 30
