"""The patterns that factions are known by.

A swatch is named by its system and faction ("system/faction"), so that two games may have a clan of one name.
"""

from games.systems.base import Swatches, Tartan, Text
from games.systems.registry import system_of, systems
from games.systems.wording import label
from scoring import registry


def swatch_of(system: str, faction: str) -> str:
    """The name of a faction's swatch; empty where it has none."""
    swatches = system_of(system).swatches
    return f"{system}/{faction}" if swatches and faction in swatches.tartans else ""


def all_swatches() -> list[str]:
    return [
        f"{key}/{faction}"
        for key, system in systems().items()
        if system.swatches
        for faction in system.swatches.tartans
    ]


def tartan_of(swatch: str) -> Tartan:
    """Raises KeyError for a name that `swatch_of` never gave."""
    swatches, faction = _split(swatch)
    return swatches.tartans[faction]


def symbol_of(swatch: str) -> tuple[str, str]:
    """The static file it is drawn in, and its symbol there. Raises KeyError as `tartan_of` does."""
    swatches, faction = _split(swatch)
    if faction not in swatches.tartans:
        raise KeyError(swatch)
    return swatches.sprite, faction


def name_of(swatch: str) -> Text:
    """What the faction is called."""
    system, _slash, faction = swatch.partition("/")
    return label(system, f"choice.{registry.get(system).description.dimension}.{faction}")


def _split(swatch: str) -> tuple[Swatches, str]:
    system, _slash, faction = swatch.partition("/")
    swatches = system_of(system).swatches
    if swatches is None:
        raise KeyError(swatch)
    return swatches, faction
