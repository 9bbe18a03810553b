"""Places from what a file knows of a result."""

import itertools
from collections.abc import Sequence


def places_of(
    totals: Sequence[int], *, ranks: Sequence[int | None] = (), winners: Sequence[bool] = ()
) -> list[int]:
    """1 for the best. The file's own ranks when it has them for everybody and they follow the totals; otherwise by
    total, equal totals by who is marked as winner.
    """
    known = [rank for rank in ranks if rank and rank > 0]
    if known and len(known) == len(totals) and _follow(totals, known):
        return [sum(1 for other in known if other < rank) + 1 for rank in known]
    marked = winners or [False] * len(totals)
    keys = [(total, won) for total, won in zip(totals, marked, strict=True)]
    return [sum(1 for other in keys if other > key) + 1 for key in keys]


def contradicts(totals: Sequence[int], ranks: Sequence[int | None]) -> bool:
    """Whether the file's own places, where it has them for everybody, are not those of its totals."""
    known = [rank for rank in ranks if rank and rank > 0]
    return bool(known) and len(known) == len(totals) and not _follow(totals, known)


def _follow(totals: Sequence[int], ranks: Sequence[int]) -> bool:
    """Nobody with fewer points stands before somebody with more."""
    ordered = sorted(zip(ranks, totals, strict=True), key=lambda pair: (pair[0], -pair[1]))
    return all(earlier[1] >= later[1] for earlier, later in itertools.pairwise(ordered))
