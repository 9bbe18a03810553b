"""Seating a few players in all ways there are."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence

import pytest

from tournaments.pairing.exact import NEVER, cover, legal_sizes, tables_of
from tournaments.pairing.finishing import finish
from tournaments.pairing.kernel import total_cost
from tournaments.pairing.loops import PLAIN, compiled, form
from tournaments.pairing.sizes import table_sizes

Costs = tuple[list[list[int]], list[list[int]]]


def costs(count: int, seed: int) -> Costs:
    chance = random.Random(f"{count} {seed}")
    pair = [[0] * count for _ in range(count)]
    for one, other in itertools.combinations(range(count), 2):
        # Some pairs are wished together, which counts below nothing.
        pair[one][other] = pair[other][one] = chance.choice([-40, 0, 3, 7, 20, 100])
    return pair, [[0, *(chance.randint(0, 30) for _ in range(3)), 0] for _ in range(count)]


def rounds(players: Sequence[int], sizes: Sequence[int]) -> Iterator[list[tuple[int, ...]]]:
    """Every way to seat players at tables of these sizes, equal ones more than once."""
    if not sizes:
        yield []
        return
    for table in itertools.combinations(players, sizes[0]):
        for others in rounds([one for one in players if one not in table], sizes[1:]):
            yield [table, *others]


def cost_of(tables: Sequence[Sequence[int]], given: Costs) -> int:
    return total_cost(*given, [list(table) for table in tables], [len(table) for table in tables])


@pytest.mark.parametrize("loops", [PLAIN, compiled()], ids=["plain", "compiled"])
@pytest.mark.parametrize(
    ("count", "largest"), [(8, 4), (7, 4), (5, 4), (9, 4), (8, 3), (7, 3), (7, 2), (6, 2), (2, 4)]
)
def test_it_finds_the_least_of_all_rounds(count, largest, loops):
    given = costs(count, largest)
    sizes = table_sizes(count, largest)
    wanted = min(cost_of(tables, given) for tables in rounds(range(count), sizes))
    parts = [form(one, loops) for one in (*given, list(range(count)), legal_sizes(sizes))]
    last = form([0] * 2**count, loops)
    assert loops.cover(*parts, form([NEVER] * 2**count, loops), last, wanted + 1) == wanted
    found = tables_of(last, range(count))
    assert sorted(map(len, found), reverse=True) == list(sizes)
    assert sorted(one for table in found for one in table) == list(range(count))
    assert cost_of(found, given) == wanted
    assert loops.cover(*parts, form([NEVER] * 2**count, loops), last, wanted) == NEVER


def test_players_have_any_numbers():
    given = costs(12, 1)
    players = [11, 2, 5, 7, 0, 3, 9]
    wanted = min(cost_of(tables, given) for tables in rounds(players, (4, 3)))
    last = [0] * 2**7
    assert cover(*given, players, legal_sizes((4, 3)), [NEVER] * 2**7, last, NEVER) == wanted
    assert cost_of(tables_of(last, players), given) == wanted


@pytest.mark.parametrize("count", [21, 26, 50])
def test_beyond_twenty_no_few_tables_can_be_seated_better(count):
    """Tables of two and a bye: 11, 13 and 25 of them, a case for each way to choose some."""
    given = costs(count, 3)
    order = random.Random(count).sample(range(count), count)
    sizes = table_sizes(count, 2)
    rest = iter(range(count))
    start = [list(itertools.islice(rest, size)) for size in sizes]
    found = finish(*given, start, order, PLAIN)
    assert sorted(one for table in found for one in table) == list(range(count))
    assert sorted(map(len, found), reverse=True) == list(sizes)
    assert cost_of(found, given) < cost_of(start, given)
    near = itertools.combinations(found, 3) if count < 50 else zip(found, found[1:], found[2:], strict=False)
    for few in itertools.islice(near, 60):
        players = [one for table in few for one in table]
        now = cost_of(few, given)
        assert now == min(cost_of(one, given) for one in rounds(players, [len(table) for table in few]))
    fast = finish(*(form(one, compiled()) for one in given), start, order, compiled())
    assert fast == found
