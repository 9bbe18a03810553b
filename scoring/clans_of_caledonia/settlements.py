"""Counting settlements, and what some rewards ask for, from the units on a map.

Words of the rules: hexes are adjacent when they touch, and neighbours when no river runs along the edge
they share. A settlement is a largest possible cluster of neighbouring units of one player; a lone unit is one
too. Settlements are connected when one is within shipping reach of another, directly or by way of others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Literal, NamedTuple, TypeVar

from scoring.clans_of_caledonia.pieces import CLANS, keys

_Item = TypeVar("_Item")

# Shipping levels: 0 none, 1 river crossing, and each further level crosses one loch hex more.
NO_SHIPPING = 0
RIVER_CROSSING = 1

# Reach of Sinclair's railway when settlements are counted
SINCLAIR_REACH = 2

# What a player has to put on the map: four units of each of six kinds, eight workers, and Industria's station
MOST_UNITS = 4 * 6 + 8 + 1
MOST_UNITS_ON_A_HEX = 2


class Hex(NamedTuple):
    """A hex in axial coordinates."""

    q: int
    r: int

    def adjacent(self) -> Iterator[Hex]:
        for dq, dr in ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)):
            yield Hex(self.q + dq, self.r + dr)

    def distance(self, other: Hex) -> int:
        dq, dr = self.q - other.q, self.r - other.r
        return max(abs(dq), abs(dr), abs(dq + dr))


Terrain = Literal["land", "loch", "port"]
TERRAINS: tuple[Terrain, ...] = ("land", "loch", "port")
Edge = frozenset[Hex]


class River(NamedTuple):
    """The edges a river runs along, and the mountain with the waterfall it springs from, if it does.

    The waterfall's hex touches the spring with a corner only: it neighbours both hexes there and does not lie
    along the river.
    """

    edges: frozenset[Edge]
    waterfall: Hex | None = None

    @property
    def banks(self) -> frozenset[Hex]:
        """The hexes along the river."""
        return frozenset(hex_ for edge in self.edges for hex_ in edge if hex_ != self.waterfall)


@dataclass(frozen=True)
class Board:
    """The active map. A port lies on water: ships cross it like a loch."""

    terrain: Mapping[Hex, Terrain]
    rivers: tuple[River, ...] = field(default=())

    @property
    def river_edges(self) -> frozenset[Edge]:
        return frozenset(edge for river in self.rivers for edge in river.edges)

    def is_water(self, hex_: Hex) -> bool:
        return self.terrain.get(hex_) in {"loch", "port"}

    def are_neighbours(self, one: Hex, other: Hex) -> bool:
        return one.distance(other) == 1 and frozenset((one, other)) not in self.river_edges

    def within_shipping(self, start: Hex, shipping: int) -> set[Hex]:
        """The hexes a unit reaches by ship: across a river, or across so many loch hexes, never over land."""
        if shipping < RIVER_CROSSING:
            return set()
        reached = {hex_ for hex_ in start.adjacent() if frozenset((start, hex_)) in self.river_edges}
        crossed = {start}
        shore = [start]
        for _ in range(shipping - RIVER_CROSSING):
            water = {hex_ for from_ in shore for hex_ in from_.adjacent() if self.is_water(hex_)} - crossed
            crossed |= water
            shore = list(water)
            reached |= {hex_ for from_ in shore for hex_ in from_.adjacent()}
        return reached & self.terrain.keys()


class MapCount(NamedTuple):
    """What a player's units on the map amount to.

    `settlements` is what the sheet asks for: those of the largest connected group. The rest are all
    settlements, and the measures of the rewards that are entered by hand.
    """

    settlements: int
    all_settlements: int
    units: int
    units_in_one_settlement: int
    river_units: int
    loch_units: int


def count(board: Board, units: Sequence[Hex], shipping: int, clan: str | None = None) -> MapCount:
    """Count one player's units; two on one hex are listed twice, a station and a fisherman are units too.

    Raises ValueError, with a sentence that says why, for a map or units that cannot be.
    """
    _require_possible_board(board)
    _require_possible_shipping(shipping, clan)
    _require_possible_units(board, units, clan)
    occupied = Counter(units)
    settlements = _clusters(list(occupied), board.are_neighbours)
    linked = _link(board, occupied, shipping, clan)
    groups = _clusters(settlements, lambda one, other: any(linked(a, b) for a in one for b in other))
    banks = frozenset(hex_ for river in board.rivers for hex_ in river.banks)
    return MapCount(
        settlements=max(map(len, groups), default=0),
        all_settlements=len(settlements),
        units=len(units),
        units_in_one_settlement=max((sum(occupied[hex_] for hex_ in one) for one in settlements), default=0),
        river_units=sum(hex_ in banks for hex_ in units),
        loch_units=sum(any(map(board.is_water, (hex_, *hex_.adjacent()))) for hex_ in units),
    )


def _require_possible_board(board: Board) -> None:
    if any(terrain not in TERRAINS for terrain in board.terrain.values()):
        raise ValueError("a hex is land, a loch or a port")
    for edge in board.river_edges:
        hexes = list(edge)
        if len(hexes) != 2 or hexes[0].distance(hexes[1]) != 1:
            raise ValueError("a river runs between two hexes that touch")


def _require_possible_shipping(shipping: int, clan: str | None) -> None:
    """The books name no end of the shipping track, so no level is too high."""
    if clan is not None and clan not in keys(CLANS):
        raise ValueError("there is no such clan")
    if shipping < NO_SHIPPING:
        raise ValueError("shipping begins at level 0")
    if clan == "sinclair" and shipping != RIVER_CROSSING:
        raise ValueError("Sinclair ships across rivers and never changes that")


def _require_possible_units(board: Board, units: Sequence[Hex], clan: str | None) -> None:
    if not board.terrain.keys() >= set(units):
        raise ValueError("a unit stands off the map")
    if len(units) > MOST_UNITS:
        raise ValueError(f"a player has {MOST_UNITS} units at most")
    if max(Counter(units).values(), default=0) > MOST_UNITS_ON_A_HEX:
        raise ValueError(f"a hex holds {MOST_UNITS_ON_A_HEX} units of a player at most")
    fishermen = [hex_ for hex_ in units if board.is_water(hex_)]
    if fishermen and clan != "macdonald":
        raise ValueError("only MacDonald's fishermen stand on lochs and ports")
    if any(one.distance(other) <= 1 for one, other in combinations(fishermen, 2)):
        raise ValueError("fishermen stand on different lochs that do not touch")


def _link(
    board: Board, occupied: Iterable[Hex], shipping: int, clan: str | None
) -> Callable[[Hex, Hex], bool]:
    """Whether a unit on one hex connects its settlement to that of a unit on another."""
    reach = {hex_: board.within_shipping(hex_, shipping) for hex_ in occupied}
    canals = [river.banks for river in board.rivers if clan == "macfarlane" and shipping >= RIVER_CROSSING]

    def linked(one: Hex, other: Hex) -> bool:
        return (
            other in reach[one]
            or (clan == "sinclair" and one.distance(other) <= SINCLAIR_REACH)
            or any(one in banks and other in banks for banks in canals)
        )

    return linked


def _clusters(items: list[_Item], together: Callable[[_Item, _Item], bool]) -> list[list[_Item]]:
    """Group items so that any two that belong together, directly or by way of others, are in one group."""
    clusters = [[item] for item in items]
    for one, other in combinations(items, 2):
        if together(one, other):
            first = next(cluster for cluster in clusters if one in cluster)
            second = next(cluster for cluster in clusters if other in cluster)
            if first is not second:
                first += second
                clusters.remove(second)
    return clusters
