"""The ratings of tables that a process has at hand."""

import threading
import zlib
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from games.stats.columns.numbering import GAMES_IN_BLOCK
from games.stats.columns.types import Array
from games.stats.models import TableRatingBlock


@dataclass(frozen=True, eq=False)
class TableRatings:
    """`name` changes with every change."""

    name: tuple[str, ...]
    blocks: dict[int, tuple[str, Array]]

    @cached_property
    def _all(self) -> tuple[Array, Array]:
        """The numbers, and the ratings of all of them one after the other; behind them a block without ratings."""
        numbers = np.array(sorted(self.blocks), dtype=np.int64)
        unknown = np.zeros(GAMES_IN_BLOCK, dtype="<i2")
        return numbers, np.concatenate([*(self.blocks[number][1] for number in numbers.tolist()), unknown])

    def of(self, games: Array) -> Array:
        """The mean rating before each of the games, 0 where it is not known."""
        numbers, ratings = self._all
        number, within = np.divmod(games, GAMES_IN_BLOCK)
        at = np.searchsorted(numbers, number)
        at[~np.isin(number, numbers)] = len(numbers)
        return np.take(ratings, at * GAMES_IN_BLOCK + within)


_lock = threading.Lock()
_latest: dict[str, TableRatings] = {}


def table_ratings(system: str) -> TableRatings:
    """One query when nothing changed; else the changed ones are fetched too."""
    rows = TableRatingBlock.objects.filter(system=system)
    current = dict(rows.order_by("number").values_list("number", "digest"))
    name = tuple(current.values())
    with _lock:
        known = _latest.get(system)
        if known is not None and known.name == name:
            return known
        kept = {
            number: pair
            for number, pair in (known.blocks if known else {}).items()
            if current.get(number) == pair[0]
        }
        missing = [number for number in current if number not in kept]
        for start in range(0, len(missing), 500):
            some = rows.filter(number__in=missing[start : start + 500])
            for number, digest, content in some.values_list("number", "digest", "content"):
                kept[number] = (digest, np.frombuffer(zlib.decompress(bytes(content)), dtype="<i2"))
        ratings = TableRatings(name, kept)
        _latest[system] = ratings
    return ratings
