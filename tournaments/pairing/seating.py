"""Seats within a table: everyone should sit in each seat (turn order) equally often."""

from __future__ import annotations

import itertools
from collections.abc import Sequence

Table = tuple[int, ...]


def best_seating(table: Sequence[int], counts: Sequence[Sequence[int]]) -> Table:
    """The order of a table's players, of all orders, that evens out the seats they had before.

    Taking a seat for the (c + 1)th time adds 2c + 1 to the sum of squared counts, so that comparing the counts
    before is comparing that sum after.
    """
    return min(
        itertools.permutations(sorted(table)),
        key=lambda order: sum(counts[player][seat] for seat, player in enumerate(order)),
    )


def seat_tables(tables: Sequence[Table], players: int) -> list[Table]:
    """Order the seats of a whole schedule, one table after the other."""
    counts = [[0] * len(tables[0]) for _ in range(players)]
    seated = []
    for table in tables:
        order = best_seating(table, counts)
        for seat, player in enumerate(order):
            counts[player][seat] += 1
        seated.append(order)
    return seated
