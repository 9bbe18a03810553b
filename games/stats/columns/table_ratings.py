"""The ratings of tables that a process has at hand."""

import threading
import zlib
from dataclasses import dataclass

import numpy as np

from games.stats.columns.block import Array
from games.stats.columns.numbering import GAMES_IN_BLOCK
from games.stats.models import TableRatingBlock


@dataclass(frozen=True, eq=False)
class TableRatings:
    """`name` changes with every change."""

    name: tuple[str, ...]
    blocks: dict[int, tuple[str, Array]]

    def of(self, number: int, games: Array) -> Array:
        """The mean rating before each of the games, 0 where it is not known."""
        if number not in self.blocks:
            return np.zeros(len(games), dtype=np.int16)
        ratings: Array = self.blocks[number][1][games - number * GAMES_IN_BLOCK]
        return ratings


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
