"""From a system's key to its traits."""

from games.systems.clans_of_caledonia.stats import TRAITS as CLANS_OF_CALEDONIA
from games.systems.glen_more_2.stats import TRAITS as GLEN_MORE_2
from games.systems.traits import Traits

_TRAITS = {"clans_of_caledonia": CLANS_OF_CALEDONIA, "glen_more_2": GLEN_MORE_2}
_PLAIN = Traits()


def traits_of(system: str) -> Traits:
    """A system nobody said anything about has the figures that every game has."""
    return _TRAITS.get(system, _PLAIN)
