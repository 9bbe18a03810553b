"""The pieces a sheet names, with stable keys and what is printed on them or said of them in the book."""

from __future__ import annotations

from scoring.description import Catalogue

CHRONICLES = (
    "dragon_boat_races",
    "highlander",
    "single_cask_reserve",
    "hammer_of_the_scots",
    "haggis",
    "dubious_tome",
    "rock_and_hard_place",
    "penny_mobs",
)


def _gangster(key: str, letter: str, *, chronicle: str = "", fewest_players: int = 2) -> dict[str, int | str]:
    return {
        "key": key,
        "set": "penny_mobs",
        "letter": letter,
        "chronicle": chronicle,
        "fewest_players": fewest_players,
    }


# The letter on the back says when a gangster comes to prison: s at the start, b with the first tile of pile
# B. `chronicle` is the other chronicle a gangster belongs to.
GANGSTERS: Catalogue = (
    _gangster("peggy_mcwander", "s"),
    _gangster("joe_mcduff", "s"),
    _gangster("bruce_mcmail", "s"),
    _gangster("peggy_mclaird", "s"),
    _gangster("kenneth_mcsnitch", "s", fewest_players=3),
    _gangster("sibyl_macsponge", "b"),
    _gangster("derek_anderson", "b"),
    _gangster("fergus_macdarkie", "b", fewest_players=3),
    _gangster("mike_mccastle", "b", fewest_players=3),
    _gangster("calum_mcquack", "b", chronicle="dragon_boat_races"),
    _gangster("bully_mcmuscle", "b", chronicle="dragon_boat_races"),
    _gangster("fraser_mcstarve", "b", chronicle="haggis"),
    _gangster("elspeth_mctrick", "s", chronicle="highlander"),
    _gangster("erin_macmalt", "b", chronicle="single_cask_reserve"),
    _gangster("john_mcclaim", "s", chronicle="dubious_tome"),
    _gangster("oonagh_mchagg", "b", chronicle="haggis"),
)
GANGSTER_BY_KEY = {str(gangster["key"]): gangster for gangster in GANGSTERS}

# The ten council cards. `measure` says where the compared number comes from: typed in for the card, or worked
# out from the rest of the sheet.
COUNCIL_CARDS: Catalogue = (
    {"key": "sheep_and_cattle", "set": "rock_and_hard_place", "measure": "typed"},
    {"key": "wood_and_stone", "set": "rock_and_hard_place", "measure": "typed"},
    {"key": "largest_square", "set": "rock_and_hard_place", "measure": "typed"},
    {"key": "complete_sets", "set": "rock_and_hard_place", "measure": "derived"},
    {"key": "castles_with_scot", "set": "rock_and_hard_place", "measure": "typed"},
    {"key": "whisky_tiles", "set": "rock_and_hard_place", "measure": "typed"},
    {"key": "farthest_scot", "set": "rock_and_hard_place", "measure": "typed"},
    {"key": "discard_pile", "set": "rock_and_hard_place", "measure": "typed"},
    {"key": "smallest_territory", "set": "rock_and_hard_place", "measure": "derived"},
    {"key": "connected_pastures", "set": "rock_and_hard_place", "measure": "typed"},
)
TYPED_COUNCIL_CARDS = tuple(str(card["key"]) for card in COUNCIL_CARDS if card["measure"] == "typed")

# How many landmark cards come with the pile of each round, by the set they belong to
LANDMARK_CARDS = {
    "base": {"a": 3, "b": 3, "c": 2, "d": 3},
    "hammer_of_the_scots": {"a": 1, "b": 1, "c": 1, "d": 1},
    "dubious_tome": {"a": 1, "b": 1, "c": 1, "d": 1},
}
CASTLE_MOIL_PILE = "d"


def keys(catalogue: Catalogue) -> tuple[str, ...]:
    return tuple(str(piece["key"]) for piece in catalogue)
