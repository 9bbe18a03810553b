"""The ratings of tables that a process has at hand."""

import threading
import zlib
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from games.stats.index.bitmap import Array
from games.stats.index.snapshot import GAMES_IN_BLOCK
from games.stats.models import TableRatingBlock


@dataclass(frozen=True, eq=False)
class TableRatings:
    """`name` changes with every change."""

    name: tuple[str, ...]
    blocks: dict[int, tuple[str, Array]]

    @cached_property
    def _all(self) -> tuple[Array, Array]:
        """Where the ratings of each number begin, and the ratings of all of them one after the other; behind the last
        number, and behind the last ratings, a block without ratings, for games of which none are known.
        """
        numbers = sorted(self.blocks)
        begins = np.full((numbers[-1] if numbers else -1) + 2, len(numbers), dtype=np.int64)
        begins[numbers] = np.arange(len(numbers))
        unknown = np.zeros(GAMES_IN_BLOCK, dtype="<i2")
        return begins * GAMES_IN_BLOCK, np.concatenate([*(self.blocks[one][1] for one in numbers), unknown])

    def of(self, games: Array) -> Array:
        """The mean rating before each of the games, 0 where it is not known."""
        begins, ratings = self._all
        # Looked up, not searched for: a filter asks for all games there are.
        number = games // GAMES_IN_BLOCK
        at = np.take(begins, number, mode="clip") + (games - number * GAMES_IN_BLOCK)
        found: Array = np.take(ratings, at)
        return found


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
