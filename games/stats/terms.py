"""Keys of a game system in words."""

from caledonia_site.common.formatting import address_at
from games.stats.index import layout_of
from games.systems import label
from scoring import registry


def systems() -> list[str]:
    return [ruleset.description.key for ruleset in registry.systems()]


def named_systems() -> list[tuple[str, str]]:
    return [(key, system_name(key)) for key in systems()]


def systems_with_factions() -> list[str]:
    return [key for key in systems() if layout_of(key).factions]


def system_name(system: str) -> str:
    return str(label(system, f"system.{system}"))


def faction_name(system: str, faction: str) -> str:
    return choice_name(system, layout_of(system).description.dimension, faction)


def faction_address(faction: str) -> str:
    """The page of a faction."""
    return address_at("statistics:faction", faction)


def faction_word(system: str) -> str:
    """What the system calls its factions, in the singular."""
    return field_name(system, layout_of(system).description.dimension)


def field_name(system: str, field: str) -> str:
    return str(label(system, f"field.{field}"))


def choice_name(system: str, field: str, choice: str) -> str:
    return str(label(system, f"choice.{field}.{choice}"))


def line_name(system: str, line: str) -> str:
    return str(label(system, f"line.{line}"))


def option_name(system: str, option: str) -> str:
    return str(label(system, f"option.{option}"))


def edition_name(system: str, edition: str) -> str:
    return str(label(system, f"edition.{edition}"))
