"""The inner loops of a draw: simulated annealing and descent over tables.

Whole numbers only, with a random generator of our own, so that the plain form and the compiled form go through exactly
the same steps, on every machine and with every version of the libraries.

State: `tables[t]` lists the players of table t, of which the first `sizes[t]` are valid; `pair[x][y]` is the cost of
x and y at one table; `alone[x][n]` the cost of x at a table of n.
"""

from __future__ import annotations

import math
from collections.abc import MutableSequence, Sequence

# Waiting times of the exponential distribution, in thousandths: a worse step is taken while its cost is below
# temperature times a waiting time, which is exp(-cost / temperature) of the time.
WAITS = tuple(round(-1000 * math.log((index + 0.5) / 1024)) for index in range(1024))
# Most swaps go to a near table (tables are in order of score), one in eight anywhere.
REACH = 3
MOST_PASSES = 60

Matrix = Sequence[Sequence[int]]
Tables = Sequence[MutableSequence[int]]


def anneal(
    pair: Matrix,
    alone: Matrix,
    tables: Tables,
    sizes: MutableSequence[int],
    moves: int,
    heat: int,
    state: int,
    waits: Sequence[int],
) -> int:
    """Change `tables` by `moves` random swaps while cooling from `heat` to nothing; the new random state."""
    count = len(sizes)
    reach = min(REACH, count - 1)
    if reach < 1:
        return state
    for step in range(moves):
        temperature = heat * (moves - step) // moves
        # Xorshift on 32 bits, twice a step.
        state ^= (state << 13) & 0xFFFFFFFF
        state ^= state >> 17
        state ^= (state << 5) & 0xFFFFFFFF
        first = state % count
        far = (state >> 24) & 7 == 0
        span = count - 1 if far else reach
        state ^= (state << 13) & 0xFFFFFFFF
        state ^= state >> 17
        state ^= (state << 5) & 0xFFFFFFFF
        second = (first + 1 + state % span) % count
        one = (state >> 20) % sizes[first]
        other = (state >> 16) % sizes[second]
        shift = sizes[first] == sizes[second] + 1 and (state >> 13) & 7 == 0
        if shift:
            change = shift_cost(pair, alone, tables, sizes, first, one, second)
        else:
            change = swap_cost(pair, alone, tables, sizes, first, one, second, other)
        if change <= 0 or 1000 * change <= temperature * waits[(state >> 3) & 1023]:
            if shift:
                apply_shift(tables, sizes, first, one, second)
            else:
                apply_swap(tables, first, one, second, other)
    return state


def descend(pair: Matrix, alone: Matrix, tables: Tables, sizes: MutableSequence[int], passes: int) -> int:
    """Take every swap and every change of size that improves, until none does; the number of passes."""
    count = len(sizes)
    for number in range(passes):
        improved = False
        for first in range(count):
            for second in range(count):
                if first == second:
                    continue
                if first < second:
                    for one in range(sizes[first]):
                        for other in range(sizes[second]):
                            if swap_cost(pair, alone, tables, sizes, first, one, second, other) < 0:
                                apply_swap(tables, first, one, second, other)
                                improved = True
                if sizes[first] == sizes[second] + 1:
                    for one in range(sizes[first]):
                        if shift_cost(pair, alone, tables, sizes, first, one, second) < 0:
                            apply_shift(tables, sizes, first, one, second)
                            improved = True
                            break
        if not improved:
            return number + 1
    return passes


def swap_cost(
    pair: Matrix,
    alone: Matrix,
    tables: Tables,
    sizes: Sequence[int],
    first: int,
    one: int,
    second: int,
    other: int,
) -> int:
    """What it costs if two players of two tables change places."""
    left, right = tables[first], tables[second]
    left_size, right_size = sizes[first], sizes[second]
    x, y = left[one], right[other]
    pair_x, pair_y = pair[x], pair[y]
    change = 0
    if left_size != right_size:
        change += alone[x][right_size] - alone[x][left_size] + alone[y][left_size] - alone[y][right_size]
    for index in range(left_size):
        if index != one:
            z = left[index]
            change += pair_y[z] - pair_x[z]
    for index in range(right_size):
        if index != other:
            z = right[index]
            change += pair_x[z] - pair_y[z]
    return change


def shift_cost(
    pair: Matrix, alone: Matrix, tables: Tables, sizes: Sequence[int], first: int, one: int, second: int
) -> int:
    """What it costs if a player moves from a table to one with a seat less, which makes that the larger one."""
    left, right = tables[first], tables[second]
    large, small = sizes[first], sizes[second]
    x = left[one]
    pair_x = pair[x]
    change = 0
    for index in range(large):
        if index != one:
            z = left[index]
            change += alone[z][small] - alone[z][large] - pair_x[z]
    for index in range(small):
        z = right[index]
        change += alone[z][large] - alone[z][small] + pair_x[z]
    return change


def apply_swap(tables: Tables, first: int, one: int, second: int, other: int) -> None:
    x = tables[first][one]
    tables[first][one] = tables[second][other]
    tables[second][other] = x


def apply_shift(tables: Tables, sizes: MutableSequence[int], first: int, one: int, second: int) -> None:
    last = sizes[first] - 1
    tables[second][sizes[second]] = tables[first][one]
    tables[first][one] = tables[first][last]
    sizes[first] -= 1
    sizes[second] += 1


def total_cost(pair: Matrix, alone: Matrix, tables: Tables, sizes: Sequence[int]) -> int:
    """The cost of all tables."""
    cost = 0
    for index in range(len(sizes)):
        table = tables[index]
        for one in range(sizes[index]):
            cost += alone[table[one]][sizes[index]]
            for other in range(one):
                cost += pair[table[one]][table[other]]
    return cost
