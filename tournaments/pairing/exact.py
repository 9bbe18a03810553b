"""The tables of least cost for a few players, by going through all ways to seat them.

`cover` builds a round table by table; the lowest player without a table always sits at the next one, so that no round
is built twice, and of two ways to seat the same people only the cheaper is followed. Sixteen players are half a million
steps at most. Like the other loops it is whole numbers only and has a plain and a compiled form.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import MutableSequence, Sequence

from tournaments.pairing.kernel import Matrix

# More than any round can cost.
NEVER = 1 << 60


def cover(
    pair: Matrix,
    alone: Matrix,
    players: Sequence[int],
    legal: Matrix,
    least: MutableSequence[int],
    last: MutableSequence[int],
    below: int,
) -> int:
    """The least cost of seating all `players` if that is less than `below`, else `NEVER`.

    A set of players is a number with a bit for each. `legal[n]` lists the sizes (0 is none) the next table may have
    when n players sit. For each set, `least` holds what seating it costs and `last` the table that came last; both come
    in with 2**len(players) places, `least` full of `NEVER`.
    """
    count = len(players)
    everybody = (1 << count) - 1
    bound = [0] * count
    for one in range(count):
        bound[one] = least_share(pair, alone, players, legal, one)
    free = [0] * count
    least[0] = 0
    for seated in range(everybody):
        cost = least[seated]
        if cost >= NEVER:
            continue
        waiting = 0
        rest = 0
        for one in range(count):
            if (seated >> one) & 1 == 0:
                free[waiting] = one
                waiting += 1
                rest += bound[one]
        if 2 * cost + rest >= 2 * below:
            continue
        sizes = legal[count - waiting]
        for choice in range(2):
            size = sizes[choice]
            if size == 0 or size > waiting:
                continue
            first = players[free[0]]
            with_first = seated | (1 << free[0])
            cost_first = cost + alone[first][size]
            if size == 1:
                take(least, last, seated, with_first, cost_first)
                continue
            for b in range(1, waiting):
                second = players[free[b]]
                with_second = with_first | (1 << free[b])
                cost_second = cost_first + pair[first][second] + alone[second][size]
                if size == 2:
                    take(least, last, seated, with_second, cost_second)
                    continue
                for c in range(b + 1, waiting):
                    third = players[free[c]]
                    with_third = with_second | (1 << free[c])
                    cost_third = cost_second + pair[first][third] + pair[second][third] + alone[third][size]
                    if size == 3:
                        take(least, last, seated, with_third, cost_third)
                        continue
                    for d in range(c + 1, waiting):
                        fourth = players[free[d]]
                        cost_fourth = (
                            cost_third
                            + pair[first][fourth]
                            + pair[second][fourth]
                            + pair[third][fourth]
                            + alone[fourth][size]
                        )
                        take(least, last, seated, with_third | (1 << free[d]), cost_fourth)
    return least[everybody] if least[everybody] < below else NEVER


def take(least: MutableSequence[int], last: MutableSequence[int], seated: int, now: int, cost: int) -> None:
    if cost < least[now]:
        least[now] = cost
        last[now] = now ^ seated


def least_share(pair: Matrix, alone: Matrix, players: Sequence[int], legal: Matrix, one: int) -> int:
    """Twice what a player adds to any round at least: half of each pair with the cheapest company there is."""
    x = players[one]
    # The cheapest one, two and three others together.
    near = middle = far = NEVER // 8
    for other in range(len(players)):
        if other == one:
            continue
        cost = pair[x][players[other]]
        if cost < near:
            near, middle, far = cost, near, middle
        elif cost < middle:
            middle, far = cost, middle
        elif cost < far:
            far = cost
    best = NEVER
    for sizes in legal:
        for choice in range(2):
            size = sizes[choice]
            if size == 0:
                continue
            share = 2 * alone[x][size]
            if size > 1:
                share += near
            if size > 2:
                share += middle
            if size > 3:
                share += far
            if share < best:
                best = share
    return best


def legal_sizes(sizes: Sequence[int]) -> list[list[int]]:
    """For each number of players who sit, the sizes the next table may have so that all have `sizes` in the end.

    Sizes are a full one and one less, and there are too few short tables to be mistaken for full ones, so the number of
    players who sit says how many of each there are.
    """
    players, full = sum(sizes), max(sizes)
    count = Counter(sizes)
    legal = [[0, 0] for _ in range(players + 1)]
    for fulls in range(count[full] + 1):
        for shorts in range(count[full - 1] + 1):
            seated = full * fulls + (full - 1) * shorts
            legal[seated] = [full if fulls < count[full] else 0, full - 1 if shorts < count[full - 1] else 0]
    return legal


def tables_of(last: Sequence[int], players: Sequence[int]) -> list[list[int]]:
    """The tables that lead to everybody sitting."""
    tables, left = [], (1 << len(players)) - 1
    while left:
        bits = int(last[left])
        tables.append([players[one] for one in range(len(players)) if bits >> one & 1])
        left ^= bits
    return tables
