"""Sizes of tables: as many full ones as possible, the rest one smaller, twos or byes only when nothing else fits."""

from __future__ import annotations

SMALLEST = 2
LARGEST = 4


def table_sizes(players: int, largest: int = LARGEST) -> tuple[int, ...]:
    """The sizes of the tables of a round, full ones first; a table of one is a bye.

    >>> table_sizes(13), table_sizes(10), table_sizes(5), table_sizes(7, largest=2)
    ((4, 3, 3, 3), (4, 3, 3), (3, 2), (2, 2, 2, 1))
    """
    if not SMALLEST <= largest <= LARGEST:
        raise ValueError(f"tables seat {SMALLEST} to {LARGEST}, not {largest}")
    smaller = largest - 1
    short = -players % largest
    if smaller >= SMALLEST and short * smaller <= players:
        return (largest,) * ((players - short * smaller) // largest) + (smaller,) * short
    if largest > SMALLEST:
        # Too few people for that: 1, 2, 3 or 5 at fours; 1 or 2 at threes.
        return table_sizes(players, smaller)
    return (largest,) * (players // largest) + (1,) * (players % largest)
