"""The inner loops of a draw in their two forms: plain, and as machine code. Both give the same tables."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from tournaments.pairing.exact import cover, least_share, take
from tournaments.pairing.kernel import (
    anneal,
    apply_shift,
    apply_swap,
    descend,
    shift_cost,
    swap_cost,
    total_cost,
)


class Loops(NamedTuple):
    anneal: Callable[..., int]
    descend: Callable[..., int]
    total_cost: Callable[..., int]
    cover: Callable[..., int]


PLAIN = Loops(anneal, descend, total_cost, cover)


@functools.cache
def compiled() -> Loops:
    """The loops as machine code.

    Compiling takes seconds, once for each version of these files, and importing the compiler a part of one: only who
    draws many players asks for it.
    """
    import numba
    from numba.extending import register_jitable

    for helper in (swap_cost, shift_cost, apply_swap, apply_shift, take, least_share):
        register_jitable(helper)

    def fast(loop: Callable[..., int]) -> Callable[..., int]:
        try:
            return numba.njit(cache=True, nogil=True)(loop)
        except RuntimeError:
            # There is no folder to keep the machine code in.
            return numba.njit(nogil=True)(loop)

    return Loops(*(fast(loop) for loop in PLAIN))


def form(values: Sequence[Any], loops: Loops) -> Any:
    """Whole numbers as the loops want them: lists, or arrays for the compiled ones."""
    if loops is PLAIN:
        return values
    import numpy as np

    return np.array(values, np.int64)


def filled(size: int, value: int, loops: Loops) -> Any:
    if loops is PLAIN:
        return [value] * size
    import numpy as np

    return np.full(size, value, np.int64)
