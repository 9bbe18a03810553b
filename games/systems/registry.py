"""From the key of a game system to what its folder brings.

The rules are the list of systems there are; this finds the folder of each. So nothing beside the two names a game.
"""

from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from games.systems.base import GameSystem
from games.systems.traits import Traits
from scoring import registry


@cache
def system_of(key: str) -> GameSystem:
    """Raises KeyError for a game whose rules nobody knows."""
    registry.get(key)
    system: GameSystem = import_module(app_name(key)).SYSTEM
    return system


def systems() -> dict[str, GameSystem]:
    """Every game system by its key, in the order the site offers them."""
    return {key: system_of(key) for key in system_keys()}


def system_keys() -> list[str]:
    return [ruleset.description.key for ruleset in registry.systems()]


def default_system() -> str:
    """The key of the one that forms begin with."""
    return system_keys()[0]


def traits_of(key: str) -> Traits:
    return system_of(key).traits


def app_name(key: str) -> str:
    """Each folder is an app of its own: it brings templates and static files."""
    return f"games.systems.{key}"


def app_names() -> list[str]:
    """For the settings. A folder that is missing is left to the check, which has a sentence for it."""
    return [app_name(key) for key in system_keys() if has_folder(key)]


def translation_folders() -> list[Path]:
    """For the settings: where the folders have their words in other languages."""
    folders = [Path(next(iter(import_module(name).__path__))) / "locale" for name in app_names()]
    return [folder for folder in folders if folder.is_dir()]


def has_folder(key: str) -> bool:
    return find_spec(app_name(key)) is not None
