"""Rankings: who is ahead of whom, and how ties share the tiers of the places they take.

A tier is the prize of one place, e.g. 12 for the first and 6 for the second.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Share(NamedTuple):
    """What one participant takes of a ranking: the places it holds, alone or with others, and their tiers."""

    first_place: int
    last_place: int
    tiers: tuple[int, ...]
    each: int

    @property
    def sharers(self) -> int:
        return self.last_place - self.first_place + 1


def share_tiers(counts: Sequence[int], tiers: Sequence[int]) -> tuple[Share, ...]:
    """Rank counts, the most first, and deal out the tiers; places beyond the tiers are worth 0.

    Tied participants take the tiers of all the places they hold together, divided evenly and rounded down.
    The answer keeps the order of `counts`.
    """
    order = sorted(counts, reverse=True)
    shares: dict[int, Share] = {}
    for ahead, count in enumerate(order):
        if count not in shares:
            tied = order.count(count)
            taken = tuple(tiers[ahead : ahead + tied])
            taken += (0,) * (tied - len(taken))
            shares[count] = Share(ahead + 1, ahead + tied, taken, sum(taken) // tied)
    return tuple([shares[count] for count in counts])


def places(standings: Sequence[int] | Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """The place of each standing, the greatest first; equal standings share a place (1, 1, 3)."""
    order = sorted(standings, reverse=True)
    return tuple([1 + order.index(standing) for standing in standings])


def margin(totals: Sequence[int]) -> int | None:
    """By how much the best total is ahead of the next one; None when there is no other."""
    if len(totals) < 2:
        return None
    best, second = sorted(totals, reverse=True)[:2]
    return best - second
