"""The draw of a round: the tables of least cost that many searches from a recorded seed find, and their seats.

Searches (four beginnings at each of four temperatures) cool down from a start in order of score. What they found is
finished by going through all ways to seat everybody, or, of many players, those at some tables; see `finishing`.
"""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from scoring.types import Violation, params
from tournaments.pairing.conflicts import MOST_WISHES, Wish, only_wishes, wishes_of
from tournaments.pairing.costs import BROKEN, SCALE, Costs, Model, Part
from tournaments.pairing.finishing import WHOLE, Groups, finish
from tournaments.pairing.kernel import MOST_PASSES, WAITS
from tournaments.pairing.loops import PLAIN, Loops, compiled, form
from tournaments.pairing.request import ENGINE, VERSION, DrawRequest, check_request
from tournaments.pairing.sizes import LARGEST

# Temperatures a search starts at. Few players have to cross the cost of a repeat to come to a better round; many
# always find a way around, and would only lose time at such heat. Measured from 14 to 256 players.
FEW, HOT = 48, (10, 30, 120, 300)
COOL = (1, 3, 10, 30)
BEGINNINGS = 4
# The most swaps of a search, unless there are so many players that each would have fewer than 500.
MANY_MOVES = 384_000
MOVES_PER_PLAYER = 500
# Up to here the plain loops are done before a compiler has even been loaded.
PLAIN_PLAYERS = 16


class DrawError(Exception):
    """A request that cannot be drawn."""

    def __init__(self, violations: Sequence[Violation]) -> None:
        super().__init__(", ".join(one.code for one in violations))
        self.violations = tuple(violations)


class Draw(NamedTuple):
    """The tables of a round with their players in seat order, the first table first; and who has a bye.

    `digest` names the request, `engine` and `version` the code: with the same three the draw is the same.
    """

    tables: tuple[tuple[str, ...], ...]
    byes: tuple[str, ...]
    costs: Costs
    engine: str
    version: str
    digest: str


def draw(request: DrawRequest, *, loops: Loops | None = None) -> Draw:
    """Draw a round. Raises DrawError when the request is wrong or its wishes cannot all be met."""
    violations = check_request(request)
    if violations:
        raise DrawError(violations)
    model = Model(request)
    loops = loops or (PLAIN if len(model.entrants) <= PLAIN_PLAYERS else compiled())
    groups = _search(model, loops)
    tables = [tuple(model.entrants[one].player for one in group) for group in groups]
    costs = model.costs(tables)
    if costs.parts[Part.WISHES]:
        raise DrawError([Violation("draw.wishes_impossible", "together"), *_named(_conflict(request, loops))])
    seated = [seat(model, group) for group in groups if len(group) > 1]
    byes = [model.entrants[group[0]].player for group in groups if len(group) == 1]
    return Draw(tuple(seated), tuple(byes), costs, ENGINE, VERSION, request.digest)


def _conflict(request: DrawRequest, loops: Loops) -> tuple[Wish, ...]:
    """Wishes that cannot be kept together, as few of them as possible: without any one of them the others can."""
    found = wishes_of(request)
    if len(found) > MOST_WISHES:
        return found
    for wish in found:
        others = tuple(one for one in found if one != wish)
        model = Model(only_wishes(request, others))
        groups = _search(model, loops)
        tables = [tuple(model.entrants[one].player for one in group) for group in groups]
        if model.costs(tables).parts[Part.WISHES]:
            found = others
    return found


def _named(wishes: Sequence[Wish]) -> list[Violation]:
    return [
        Violation(f"draw.wish_{wish.kind}", wish.kind, params(one=wish.pair[0], other=wish.pair[1]))
        for wish in wishes
    ]


def _search(model: Model, loops: Loops) -> Groups:
    """The best groups of player numbers that were found, the highest scores first."""
    pair, alone = (form(matrix, loops) for matrix in model.matrices())
    waits = form(WAITS, loops)
    players = len(model.entrants)
    moves = moves_of_a_search(players)
    wishes = bool(model.request.together or model.request.apart)
    # Nothing costs less: sitting together as wished counts below nothing, everything else above.
    floor = -BROKEN * sum(len(circle) - 1 for circle in model.circles.values()) // 2
    best: tuple[Any, Any] = ((), ())
    least: int | None = None
    for beginning, temperature in searches(players):
        chance = Chance(f"{model.request.seed}/{beginning}/{temperature}")
        tables, sizes = _start(model, chance, spread_short_tables=beginning > 0)
        found = form(tables, loops), form(sizes, loops)
        if wishes:
            # Far tables may hold who belongs together: random swaps would hardly find that.
            loops.descend(pair, alone, *found, MOST_PASSES)
        loops.anneal(pair, alone, *found, moves, temperature * SCALE, chance.state, waits)
        cost = int(loops.total_cost(pair, alone, *found))
        if least is None or cost < least:
            best, least = found, cost
        if least == floor:
            return _in_order(model, *best)
    loops.descend(pair, alone, *best, MOST_PASSES)
    lot = list(range(players))
    Chance(f"{model.request.seed}/lot").shuffle(lot)
    groups = finish(pair, alone, _in_order(model, *best), lot, loops)
    return sorted(groups, key=lambda group: _rank(model, group))


def _in_order(model: Model, tables: Any, sizes: Any) -> Groups:
    groups = [[int(one) for one in row[:size]] for row, size in zip(tables, sizes, strict=True)]
    return sorted(groups, key=lambda group: _rank(model, group))


def searches(players: int) -> tuple[tuple[int, int], ...]:
    """The searches of a draw, each by the number of its beginning and its temperature."""
    temperatures = HOT if players <= FEW else COOL
    return tuple(itertools.product(range(1 if players <= WHOLE else BEGINNINGS), temperatures))


def moves_of_a_search(players: int) -> int:
    """The more players, the more there is to try, until time sets a limit; few are seated in all ways anyway."""
    if players <= WHOLE:
        return players**3
    return min(players**4 // 2, max(MANY_MOVES, MOVES_PER_PLAYER * players))


def _rank(model: Model, group: Sequence[int]) -> tuple[bool, Fraction, list[int]]:
    """Byes last, then by mean score; the players' numbers settle the rest."""
    mean = Fraction(sum(model.scores[one] for one in group), len(group))
    return (len(group) == 1, -mean, sorted(group))


class Chance:
    """Whole random numbers from a text: xorshift, started from a hash."""

    def __init__(self, text: str) -> None:
        # A state of zero would stay zero.
        self.state = int.from_bytes(hashlib.sha256(text.encode()).digest()[:4]) or 1

    def below(self, limit: int) -> int:
        state = self.state
        state ^= (state << 13) & 0xFFFFFFFF
        state ^= state >> 17
        state ^= (state << 5) & 0xFFFFFFFF
        self.state = state
        return state % limit

    def shuffle(self, values: list[int]) -> None:
        for index in range(len(values) - 1, 0, -1):
            other = self.below(index + 1)
            values[index], values[other] = values[other], values[index]


def _start(model: Model, chance: Chance, *, spread_short_tables: bool) -> tuple[list[list[int]], list[int]]:
    """Players in order of score, equal scores in random order, cut into tables; players who have to sit together
    stand side by side, where the best of them stands."""
    players = list(range(len(model.entrants)))
    chance.shuffle(players)
    sizes = list(model.request.sizes)
    if spread_short_tables:
        chance.shuffle(sizes)

    def standing(one: int) -> tuple[int, str]:
        circle = model.circles.get(model.entrants[one].player)
        if circle is None:
            return -model.scores[one], ""
        return -max(model.scores[model.number[player]] for player in circle), min(circle)

    players.sort(key=standing)
    tables, start = [], 0
    for size in sizes:
        group = players[start : start + size]
        tables.append(group + [0] * (LARGEST - size))
        start += size
    return tables, sizes


def seat(model: Model, group: Sequence[int]) -> tuple[str, ...]:
    """The order of a table's players that evens out the seats they had; a lot decides between equal orders."""
    orders = list(itertools.permutations(sorted(group)))
    imbalance = [_imbalance(model, order) for order in orders]
    equal = [order for order, value in zip(orders, imbalance, strict=True) if value == min(imbalance)]
    names = [tuple(model.entrants[one].player for one in order) for order in equal]
    return names[Chance(f"{model.request.seed}/seats/{'/'.join(sorted(names[0]))}").below(len(names))]


def _imbalance(model: Model, order: Sequence[int]) -> int:
    """Taking a seat for the (c + 1)th time adds 2c + 1 to the sum of squared counts, so the counts say it all."""
    return sum(model.entrants[one].seats[position] for position, one in enumerate(order))
