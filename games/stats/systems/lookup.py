"""From a system's key to its traits."""

from games.stats.systems import clans_of_caledonia, glen_more_2
from games.stats.systems.traits import Traits

_TRAITS = {"clans_of_caledonia": clans_of_caledonia.TRAITS, "glen_more_2": glen_more_2.TRAITS}
_PLAIN = Traits()


def traits_of(system: str) -> Traits:
    """A system nobody said anything about has the figures that every game has."""
    return _TRAITS.get(system, _PLAIN)
