"""What statistics ask of each game system beyond its description."""

from games.stats.systems.lookup import traits_of
from games.stats.systems.traits import Rarity, Traits

__all__ = ["Rarity", "Traits", "traits_of"]
