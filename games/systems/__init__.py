"""What the site knows of each game beyond its rules."""

from games.systems.registry import traits_of
from games.systems.traits import Rarity, Traits
from games.systems.wording import label, sentence, wording_of

__all__ = ["Rarity", "Traits", "label", "sentence", "traits_of", "wording_of"]
