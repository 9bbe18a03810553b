"""What a round's tables cost, part by part, and the same as matrices for the search.

All costs are whole numbers, `SCALE` times those an organiser sees, because scores are compared to a hundredth.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterable, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from tournaments.pairing.request import DrawRequest, Entrant, Method, circles_of, ordered, pair_counts
from tournaments.pairing.sizes import LARGEST

SCALE = 10_000
# Above everything that weights can add up to at a table: breaking a wish is never a bargain.
BROKEN = 10**7 * SCALE
# What a first place is worth in the hundredths that scores are compared in.
WIN = 500


class Part(StrEnum):
    """What a cost is made of."""

    REPEATS = "repeats"
    SCORES = "scores"
    SHORT = "short"
    CLUB = "club"
    FAMILY = "family"
    SEEDING = "seeding"
    WISHES = "wishes"


class Costs(NamedTuple):
    """The costs of some tables by part, in the units an organiser sees."""

    parts: dict[Part, Fraction]

    @property
    def total(self) -> Fraction:
        return sum(self.parts.values(), Fraction(0))

    def less(self, other: Costs) -> Costs:
        """The difference by part."""
        return Costs({part: self.parts[part] - other.parts[part] for part in Part})


class Model:
    """The costs of one request. Players are numbered in the order of their keys, so that the order in which
    they were given has no say."""

    def __init__(self, request: DrawRequest) -> None:
        self.request = request
        self.entrants: tuple[Entrant, ...] = tuple(sorted(request.entrants, key=lambda one: one.player))
        self.number = {one.player: index for index, one in enumerate(self.entrants)}
        self.meetings = pair_counts(request.meetings)
        self.circles = circles_of(request.together)
        self.apart = {ordered(*pair) for pair in request.apart}
        self.least_short = min((one.short + one.byes for one in self.entrants), default=0)
        self.scores = self._scores()
        self.pots = self._pots() if request.method is Method.SEEDED else [None] * len(self.entrants)

    def costs(self, tables: Iterable[Sequence[str]]) -> Costs:
        """The costs of tables (a table of one is a bye), by part."""
        parts: dict[Part, Fraction | int] = dict.fromkeys(Part, 0)
        for table in tables:
            numbers = sorted(self.number[player] for player in table)
            for index, one in enumerate(numbers):
                parts[Part.SHORT] += self.alone_cost(one, len(numbers))
                for other in numbers[index + 1 :]:
                    for part, cost in self.pair_parts(one, other):
                        parts[part] += cost
            parts[Part.WISHES] += BROKEN * self._split_wishes(table)
        return Costs({part: Fraction(cost) / SCALE for part, cost in parts.items()})

    def _split_wishes(self, table: Sequence[str]) -> Fraction:
        """Pairs that must sit together and do not; each half counts at its own table."""
        seated = set(table)
        return Fraction(sum(len(self.circles.get(player, seated) - seated) for player in table), 2)

    def pair_parts(self, one: int, other: int) -> Iterable[tuple[Part, int]]:
        """Every reason to keep two players apart, with its cost."""
        weights = self.request.weights
        first, second = self.entrants[one], self.entrants[other]
        pair = (first.player, second.player)
        if met := self.meetings.get(pair, 0):
            yield Part.REPEATS, SCALE * weights.repeat * met
        if (difference := self.scores[one] - self.scores[other]) != 0:
            yield Part.SCORES, weights.score * difference**2
        if first.club is not None and first.club == second.club:
            yield Part.CLUB, SCALE * weights.club
        if first.family is not None and first.family == second.family:
            yield Part.FAMILY, SCALE * weights.family
        if self.pots[one] is not None and self.pots[one] == self.pots[other]:
            yield Part.SEEDING, SCALE * weights.seeding
        if pair in self.apart:
            yield Part.WISHES, BROKEN

    def alone_cost(self, one: int, size: int) -> int:
        """What a table of that size costs a player: nothing if it is full or it is the player's turn.

        By the square, so that one turn too many may avoid a repeat, but two never.
        """
        if size >= self.full_size:
            return 0
        entrant = self.entrants[one]
        turns = entrant.short + entrant.byes - self.least_short
        return SCALE * self.request.weights.short * turns**2 * (2 if size == 1 else 1)

    @functools.cached_property
    def full_size(self) -> int:
        return max(self.request.sizes, default=self.request.table_size)

    def matrices(self) -> tuple[list[list[int]], list[list[int]]]:
        """The cost of each pair at one table, and of each player at each size of table.

        Sitting together as wished takes away the cost of sitting apart. Says the same as `pair_parts`, but
        looks only at the pairs that have something to say: a thousand players are half a million pairs.
        """
        weight = self.request.weights.score
        pair = [[weight * (one - other) ** 2 for other in self.scores] for one in self.scores]
        for one, other, cost in self._exceptional_pairs():
            pair[one][other] += cost
            pair[other][one] += cost
        count = range(len(self.entrants))
        return pair, [[self.alone_cost(one, size) for size in range(LARGEST + 1)] for one in count]

    def _exceptional_pairs(self) -> Iterable[tuple[int, int, int]]:
        weights, number = self.request.weights, self.number
        for (one, other), met in self.meetings.items():
            if one in number and other in number:
                yield number[one], number[other], SCALE * weights.repeat * met
        for groups, weight in (
            ([one.club for one in self.entrants], weights.club),
            ([one.family for one in self.entrants], weights.family),
            (self.pots, weights.seeding),
        ):
            yield from ((one, other, SCALE * weight) for one, other in _same(groups))
        for one, other in self.apart:
            yield number[one], number[other], BROKEN
        for player, circle in self.circles.items():
            for other in circle:
                if player < other:
                    yield number[player], number[other], -BROKEN

    def _scores(self) -> list[int]:
        request = self.request
        if request.method is Method.RANDOM:
            return [0] * len(self.entrants)
        points = [round(WIN * one.score / request.win) for one in self.entrants]
        if request.method is Method.ACCELERATED:
            # The upper half is treated as if it had won a game already.
            upper = self._by_rating()[: (len(self.entrants) + 1) // 2]
            for one in upper:
                points[one] += WIN
        return points

    def _pots(self) -> list[int | None]:
        """As many of each pot as there are tables: the strongest, the next, and so on."""
        tables = len(self.request.sizes)
        pots: list[int | None] = [None] * len(self.entrants)
        for rank, one in enumerate(self._by_rating()):
            pots[one] = rank // tables
        return pots

    def _by_rating(self) -> list[int]:
        """Player numbers, the strongest first; without a rating last."""

        def strength(one: int) -> tuple[bool, int, str]:
            rating = self.entrants[one].rating
            return (rating is None, -(rating or 0), self.entrants[one].player)

        return sorted(range(len(self.entrants)), key=strength)


def _same(groups: Sequence[object]) -> Iterable[tuple[int, int]]:
    """Every two numbers whose group is the same, where there is one."""
    members: dict[object, list[int]] = {}
    for one, group in enumerate(groups):
        if group is not None:
            members.setdefault(group, []).append(one)
    return (pair for numbers in members.values() for pair in itertools.combinations(numbers, 2))
