"""The game systems there are. A new one adds its line to `_SYSTEMS` and nothing else."""

from __future__ import annotations

from typing import Any

from scoring.clans_of_caledonia.ruleset import ClansOfCaledonia
from scoring.glen_more_2.ruleset import GlenMore2
from scoring.ruleset import Ruleset

_SYSTEMS: tuple[Ruleset[Any], ...] = (ClansOfCaledonia(), GlenMore2())

_BY_KEY = {system.description.key: system for system in _SYSTEMS}


def get(key: str) -> Ruleset[Any]:
    """The game system with that key. Raises KeyError for an unknown one."""
    return _BY_KEY[key]


def systems() -> tuple[Ruleset[Any], ...]:
    """Every game system, in the order the site offers them."""
    return _SYSTEMS
