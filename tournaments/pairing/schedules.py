"""Balanced schedules: a fixed list of tables for a group, in which everyone meets everyone about equally often.

Where mathematics has a perfect answer, it is used:

- A cyclic schedule has as many tables as players: table g seats player (D[s] + g) mod n at seat s. Everyone plays as
  many games as a table has seats, and sits in each seat exactly once. If the differences within D hit every
  number equally often, every pair meets equally often (7 with 0,3,5,6: twice; 13 with 0,1,3,9: once).
- An affine geometry plays in rounds in which everybody sits at a table: lines of the plane for 9 players at threes
  and 16 at fours (every pair meets once), planes of the cube for 8 at fours (every pair meets three times).
- Twos play a round robin, once or twice.

Elsewhere the best D is found by trying all of them, which takes milliseconds; a test counts what each size gives.
"""

from __future__ import annotations

import functools
import itertools
from collections import Counter
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from scoring.types import Param, params
from tournaments.pairing.seating import seat_tables

Table = tuple[int, ...]
Span = tuple[int, int]

GROUP_SIZES: Mapping[int, range] = MappingProxyType({2: range(2, 17), 3: range(3, 17), 4: range(4, 17)})
# Up to here all pairs of starts are tried for two turns; beyond, the second start follows the best first.
FEW_CANDIDATES = 120
# The choices printed in league rules; any other D with the same differences would do as well.
KNOWN_STARTS: Mapping[Span, Table] = MappingProxyType(
    {(7, 4): (0, 3, 5, 6), (13, 4): (0, 1, 3, 9), (5, 4): (0, 1, 2, 3), (7, 3): (0, 1, 3)}
)


class ScheduleError(Exception):
    """No such schedule: a code and its parameters."""

    def __init__(self, code: str, **named: Param) -> None:
        super().__init__(code)
        self.code = code
        self.params = params(**named)


class Schedule(NamedTuple):
    """Tables of player numbers in seat order; `rounds` lists tables that can be played at the same time."""

    players: int
    seats: int
    games: tuple[Table, ...]
    rounds: tuple[tuple[int, ...], ...]
    kind: str

    @property
    def games_each(self) -> int:
        return len(self.games) * self.seats // self.players


class Balance(NamedTuple):
    """The least and the most games of a player, meetings of a pair, and times of a player in one seat."""

    games_each: Span
    meetings: Span
    seat_counts: Span

    @property
    def perfect(self) -> bool:
        """Every pair meets equally often and everyone sits in each seat equally often."""
        return all(least == most for least, most in self)


def schedule(players: int, seats: int = 4, games_each: int | None = None) -> Schedule:
    """The recommended schedule, or the one with so many games for each player."""
    for one in choices(players, seats):
        if games_each in (None, one.games_each):
            return one
    raise ScheduleError("schedule.games", players=players, seats=seats, games=games_each)


@functools.cache
def choices(players: int, seats: int = 4) -> tuple[Schedule, ...]:
    """What a group of that size can play, the recommended schedule first."""
    if seats not in GROUP_SIZES:
        raise ScheduleError("schedule.seats", seats=seats)
    sizes = GROUP_SIZES[seats]
    if players not in sizes:
        raise ScheduleError("schedule.players", players=players, least=sizes.start, most=sizes.stop - 1)
    if seats == 2:
        return _round_robin(players, turns=1), _round_robin(players, turns=2)
    perfect = [_affine(players, seats)] if (players, seats) in AFFINE else []
    cyclic = _cyclic(players, seats, 1)
    double = _cyclic(players, seats, 2)
    # Twice the games are worth offering where they even out what one turn cannot.
    more = [double] if not balance(cyclic).perfect else []
    return (*perfect, cyclic, *more)


def balance(schedule: Schedule) -> Balance:
    """Count what a schedule gives: nothing about balance is taken on trust."""
    played = Counter(player for table in schedule.games for player in table)
    met = Counter(frozenset(pair) for table in schedule.games for pair in itertools.combinations(table, 2))
    seated = Counter((player, seat) for table in schedule.games for seat, player in enumerate(table))
    everyone = range(schedule.players)
    return Balance(
        _span([played[player] for player in everyone]),
        _span([met[frozenset(pair)] for pair in itertools.combinations(everyone, 2)]),
        _span([seated[player, seat] for player in everyone for seat in range(schedule.seats)]),
    )


def _span(counts: Sequence[int]) -> Span:
    return min(counts), max(counts)


def _cyclic(players: int, seats: int, turns: int) -> Schedule:
    starts = _starts(players, seats, turns)
    games = [
        tuple((offset + shift) % players for offset in start) for start in starts for shift in range(players)
    ]
    return Schedule(players, seats, tuple(games), _rounds(games), "cyclic")


def _starts(players: int, seats: int, turns: int) -> tuple[Table, ...]:
    """The first tables of each turn whose differences are spread most evenly."""
    known = KNOWN_STARTS.get((players, seats))
    candidates = [(0, *rest) for rest in itertools.combinations(range(1, players), seats - 1)]
    if turns == 1:
        return (known or min(candidates, key=lambda start: _unevenness([start], players)),)
    firsts = candidates if len(candidates) <= FEW_CANDIDATES else list(_starts(players, seats, 1))
    one, other = min(itertools.product(firsts, candidates), key=lambda pair: _unevenness(pair, players))
    # The second turn begins with another seat, so that it does not repeat who follows whom.
    return one, (*other[1:], other[0])


def _unevenness(starts: Sequence[Table], players: int) -> tuple[int, int]:
    """How far meetings are from equal: their range, then the sum of their squares."""
    met = Counter(
        (one - other) % players for start in starts for one, other in itertools.permutations(start, 2)
    )
    counts = [met[difference] for difference in range(1, players)]
    return max(counts) - min(counts), sum(count * count for count in counts)


def _rounds(games: Sequence[Table]) -> tuple[tuple[int, ...], ...]:
    """Tables in as few rounds as a greedy choice gives, nobody twice in one."""
    left = list(range(len(games)))
    rounds = []
    while left:
        busy: set[int] = set()
        chosen = []
        for index in left:
            if busy.isdisjoint(games[index]):
                chosen.append(index)
                busy.update(games[index])
        rounds.append(tuple(chosen))
        left = [index for index in left if index not in chosen]
    return tuple(rounds)


def _round_robin(players: int, *, turns: int) -> Schedule:
    """Everyone against everyone by turning a circle around one player; an odd number rests one each round.

    In a second turn everyone meets again with seats changed.
    """
    circle = list(range(players + players % 2))
    games: list[Table] = []
    for _ in range(len(circle) - 1):
        pairs = [(circle[index], circle[-1 - index]) for index in range(len(circle) // 2)]
        games += [_first_seat(*pair, players) for pair in pairs if max(pair) < players]
        circle = [circle[0], circle[-1], *circle[1:-1]]
    if turns == 2:
        games += [(second, first) for first, second in games]
    return Schedule(players, 2, tuple(games), _rounds(games), "round_robin")


def _first_seat(one: int, other: int, players: int) -> Table:
    """Who sits first: against the half of the circle that follows, one sits first, against the other half second."""
    ahead = (other - one) % players
    first = 2 * ahead < players or (2 * ahead == players and one < other)
    return (one, other) if first else (other, one)


def _affine(players: int, seats: int) -> Schedule:
    rounds = AFFINE[players, seats]()
    tables = [table for one in rounds for table in one]
    games = seat_tables(tables, players)
    starts = itertools.accumulate((len(one) for one in rounds), initial=0)
    grouped = tuple(tuple(range(start, start + len(one))) for start, one in zip(starts, rounds, strict=False))
    return Schedule(players, seats, tuple(games), grouped, "affine")


def _lines_of_plane(
    order: int, multiply: Sequence[Sequence[int]], add: Sequence[Sequence[int]]
) -> list[list[Table]]:
    """The classes of parallel lines y = m x + b and x = c over a field; point (x, y) is x * order + y."""
    field = range(order)
    sloped = [[tuple(x * order + add[multiply[m][x]][b] for x in field) for b in field] for m in field]
    upright = [tuple(x * order + y for y in field) for x in field]
    return [*sloped, upright]


def _plane_of_three() -> list[list[Table]]:
    field = range(3)
    return _lines_of_plane(
        3, [[a * b % 3 for b in field] for a in field], [[(a + b) % 3 for b in field] for a in field]
    )


def _plane_of_four() -> list[list[Table]]:
    # The field of four: 2 stands for x and 3 for x + 1, with x * x = x + 1; addition is "exclusive or".
    multiply = ((0, 0, 0, 0), (0, 1, 2, 3), (0, 2, 3, 1), (0, 3, 1, 2))
    field = range(4)
    return _lines_of_plane(4, multiply, [[a ^ b for b in field] for a in field])


def _planes_of_cube() -> list[list[Table]]:
    """The corners of a cube split by each of the seven planes through them: two tables of four."""
    rounds = []
    for normal in range(1, 8):
        side = [corner for corner in range(8) if (corner & normal).bit_count() % 2 == 0]
        other = [corner for corner in range(8) if corner not in side]
        rounds.append([tuple(side), tuple(other)])
    return rounds


AFFINE = MappingProxyType({(8, 4): _planes_of_cube, (9, 3): _plane_of_three, (16, 4): _plane_of_four})
