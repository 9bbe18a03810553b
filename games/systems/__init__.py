"""What the site knows of each game beyond its rules: a folder for each, which nothing but the registry looks into.

To add a game: its rules in `scoring/<key>/` with their line in `scoring/registry.py`, and a folder here whose
`__init__.py` has one value, `SYSTEM`, and whose `locale` has its words in other languages. A check refuses to start
while something is missing.

    base        what a folder may bring                registry    from a key to its folder
    traits      how statistics read a sheet            wording     from keys and codes to words
    pictures    drawn pieces                           swatches    the patterns of factions
    bgg         numbers on BoardGameGeek               checks      what must be there before the site starts
"""

from games.systems.registry import default_system, system_of, traits_of
from games.systems.traits import Rarity, Traits
from games.systems.wording import game_names, label, sentence, short_label, wording_of, words_of

__all__ = [
    "Rarity",
    "Traits",
    "default_system",
    "game_names",
    "label",
    "sentence",
    "short_label",
    "system_of",
    "traits_of",
    "wording_of",
    "words_of",
]
