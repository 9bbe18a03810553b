"""The selections of games that a worth is fitted for.

Fitting takes seconds, so it is done beforehand for the selections people ask for most; a filter beyond them shows
the worth of the closest one and says so.
"""

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from games.stats.filters.fields import filter_fields
from games.stats.filters.filter_set import FilterSet
from games.stats.filters.games import Edition, SeatCount
from games.stats.filters.ranges import RATING_BANDS, RatingFrom, RatingTo

# Fewer games say nothing yet.
FEWEST_GAMES = 30


@dataclass(frozen=True, slots=True)
class Preset:
    """`key` is what the fit is stored under, such as "seats:3"."""

    key: str

    def filters_of(self, system: str) -> FilterSet:
        kind, _, value = self.key.partition(":")
        values: dict[str, Any] = {}
        if kind == "seats":
            values = {SeatCount.key: int(value)}
        elif kind == "edition":
            values = {Edition.key: value}
        elif kind == "band":
            low, high = RATING_BANDS[int(value)]
            values = {RatingFrom.key: low, RatingTo.key: high}
        return FilterSet.of(system, values)


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


def preset_for(filters: FilterSet) -> tuple[Preset, bool]:
    """The closest selection, and whether it is exactly the filters'."""
    for preset in presets_of(filters.system):
        if preset.filters_of(filters.system) == filters:
            return preset, True
    if (seats := filters.get(SeatCount.key)) is not None:
        return Preset(f"seats:{seats}"), False
    if edition := filters.get(Edition.key):
        return Preset(f"edition:{edition}"), False
    return ALL, False


def source_name(digests: Iterable[str]) -> str:
    """Names a state of the segments."""
    return hashlib.sha256("".join(digests).encode()).hexdigest()
