"""The selections of games that a worth is fitted for.

Fitting takes seconds, so it is done beforehand for the selections people ask for most; a filter beyond them shows
the worth of the closest one and says so.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, replace

from games.stats.filters.base import RATING_BANDS, StatsFilter, filter_fields


@dataclass(frozen=True, slots=True)
class Preset:
    """`key` is what the fit is stored under, such as "seats:3"."""

    key: str

    def filter_of(self, system: str) -> StatsFilter:
        kind, _, value = self.key.partition(":")
        wanted = StatsFilter(system=system)
        if kind == "seats":
            return replace(wanted, seats=int(value))
        if kind == "edition":
            return replace(wanted, edition=value)
        if kind == "band":
            low, high = RATING_BANDS[int(value)]
            return replace(wanted, rating_from=low, rating_to=high)
        return wanted


ALL = Preset("all")


def presets_of(system: str) -> Iterable[Preset]:
    """None for a system without factions."""
    fields = filter_fields(system)
    if not fields.factions:
        return []
    return [
        ALL,
        *(Preset(f"seats:{seats}") for seats in fields.seats),
        *(Preset(f"edition:{edition}") for edition in fields.editions),
        *(Preset(f"band:{number}") for number in range(len(RATING_BANDS))),
    ]


def preset_for(wanted: StatsFilter) -> tuple[Preset, bool]:
    """The closest selection, and whether it is exactly the filter's."""
    for preset in presets_of(wanted.system):
        if preset.filter_of(wanted.system) == wanted:
            return preset, True
    if wanted.seats is not None:
        return Preset(f"seats:{wanted.seats}"), False
    if wanted.edition:
        return Preset(f"edition:{wanted.edition}"), False
    return ALL, False


def source_name(digests: Iterable[str]) -> str:
    """Names a state of the blocks."""
    return hashlib.sha256("".join(digests).encode()).hexdigest()
