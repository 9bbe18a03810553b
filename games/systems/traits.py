"""The little that a description does not say."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

# The worth of each good, by the whole table's quantities and the chosen options.
Worths = Callable[[Mapping[str, int], Mapping[str, str]], tuple[int, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rarity:
    """Goods whose worth depends on how many of them the whole table has; each is a line of its own."""

    goods: tuple[str, ...]
    worths: Worths


@dataclass(frozen=True, slots=True, kw_only=True)
class Traits:
    """How a system's sheet is read by statistics.

    facets         fields of a seat, known before the game, that figures are split by (the turn order, say)
    position       the facet that stands for the place in turn order in the adjusted worth, or ""
    bid_line       the line with the VP paid in an auction, or ""
    pieces         tile fields of a seat of which the most used are listed
    expansion      what a game is called that uses one of `modules`, or a piece that is not of the base box
    modules        options that belong to it
    """

    facets: tuple[str, ...] = ()
    position: str = ""
    bid_line: str = ""
    pieces: tuple[str, ...] = ()
    expansion: str = ""
    modules: tuple[str, ...] = ()
    rarity: Rarity | None = None
