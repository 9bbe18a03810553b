"""The last step of a draw: what searching by chance may have missed, looked for in all ways there are.

Up to twenty players nothing is missed: the round costs as little as any. Beyond, no few tables can be seated better
among themselves, whichever they are; where there are very many tables, whichever neighbours they are.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from typing import Any

from tournaments.pairing.exact import NEVER, legal_sizes, tables_of
from tournaments.pairing.loops import Loops, filled, form

WHOLE = 20
# Up to so many tables, any so many of them at once: each step keeps the work below half a second.
TOGETHER = ((8, 5), (12, 4), (24, 3))
NEIGHBOURS = 4

Groups = list[list[int]]


def finish(pair: Any, alone: Any, groups: Groups, order: Sequence[int], loops: Loops) -> Groups:
    """`groups` or better ones. `order` lists all players by lot: it chooses between rounds that cost the same."""
    groups = [list(group) for group in groups]
    rank = {player: index for index, player in enumerate(order)}
    improved = True
    while improved:
        improved = False
        for chosen in _neighbourhoods(groups):
            better = _better(pair, alone, [groups[one] for one in chosen], rank, loops)
            if better:
                for one, group in zip(chosen, better, strict=True):
                    groups[one] = group
                improved = len(chosen) < len(groups)
    return groups


def _neighbourhoods(groups: Groups) -> Iterable[Sequence[int]]:
    count = len(groups)
    if sum(map(len, groups)) <= WHOLE:
        return [range(count)]
    for most, size in TOGETHER:
        if count <= most:
            return itertools.combinations(range(count), size)
    return [range(first, first + NEIGHBOURS) for first in range(count - NEIGHBOURS + 1)]


def _better(pair: Any, alone: Any, groups: Groups, rank: dict[int, int], loops: Loops) -> Groups | None:
    """The same players at tables of the same sizes for less, if that is possible."""
    players = sorted((player for group in groups for player in group), key=rank.__getitem__)
    sizes = [len(group) for group in groups]
    places = 1 << len(players)
    last = filled(places, 0, loops)
    padded = [group + [0] * (max(sizes) - len(group)) for group in groups]
    least = loops.cover(
        pair,
        alone,
        form(players, loops),
        form(legal_sizes(sizes), loops),
        filled(places, NEVER, loops),
        last,
        int(loops.total_cost(pair, alone, form(padded, loops), form(sizes, loops))),
    )
    return None if least == NEVER else tables_of(last, players)
