"""Divisions of a season: who plays where next time.

A pyramid has levels, the top one first; a level has one or more groups side by side. At the end of a season the first
of each group move up and the last move down. A level keeps its size: places that become free are given first to
those who would have gone down, the best of them first, then to the best below who would not have moved. Whoever is new
enters at the bottom, and the bottom grows or shrinks with the number of people.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from enum import StrEnum
from fractions import Fraction
from typing import NamedTuple

from scoring.types import Violation, params

Group = tuple[str, ...]
# A level too small for a table joins the one above it.
SMALLEST_GROUP = 4


class Level(NamedTuple):
    """The groups of a level with their final order, best first; `up` and `down` are numbers per group."""

    groups: tuple[Group, ...]
    up: int = 0
    down: int = 0


class Move(StrEnum):
    """What the next season brings a player.

    `SPARED` would have gone down, `FILLED` would have stayed: each got a place that was free. `DISPLACED` would
    have stayed, but more came into the level than it has places.
    """

    PROMOTED = "promoted"
    RELEGATED = "relegated"
    STAYED = "stayed"
    SPARED = "spared"
    FILLED = "filled"
    DISPLACED = "displaced"
    NEW = "new"
    WITHDRAWN = "withdrawn"


class NextPyramid(NamedTuple):
    """Levels of groups, strongest first in each level's seeding, and everyone's move."""

    levels: tuple[tuple[Group, ...], ...]
    moves: dict[str, Move]


def check_pyramid(levels: Sequence[Level], group_size: int) -> tuple[Violation, ...]:
    """Everything that is wrong, or (`pyramid.unequal`) should be known, before a season is closed."""
    found = []
    times = Counter(player for level in levels for group in level.groups for player in group)
    found += [
        Violation("pyramid.player_twice", "levels", params(player=player))
        for player, count in times.items()
        if count > 1
    ]
    if group_size < 2:
        found.append(Violation("pyramid.group_size", "group_size", params(least=2)))
    for index, level in enumerate(levels):
        smallest = min((len(group) for group in level.groups), default=0)
        if level.up < 0 or level.down < 0 or level.up + level.down > smallest:
            found.append(Violation("pyramid.too_many_move", f"levels[{index}]", params(smallest=smallest)))
    for index, (upper, lower) in enumerate(itertools.pairwise(levels)):
        going_down, coming_up = upper.down * len(upper.groups), lower.up * len(lower.groups)
        if going_down != coming_up:
            found.append(
                Violation("pyramid.unequal", f"levels[{index}]", params(down=going_down, up=coming_up))
            )
    return tuple(found)


def first_pyramid(
    *, players: Sequence[str], group_size: int, top_groups: int = 1, growth: int = 1
) -> tuple[tuple[Group, ...], ...]:
    """The first season: players strongest first; each level has `growth` times the groups of the one above."""
    levels = []
    groups, start = top_groups, 0
    while len(players) - start >= group_size * groups + min(group_size, SMALLEST_GROUP):
        levels.append(_dealt(players[start : start + group_size * groups], groups))
        start += group_size * groups
        groups *= growth
    if start < len(players):
        levels.append(_dealt(players[start:], _group_count(len(players) - start, group_size)))
    return tuple(levels)


def next_pyramid(
    *,
    levels: Sequence[Level],
    group_size: int,
    withdrawn: Collection[str] = (),
    newcomers: Sequence[str] = (),
    merit: Mapping[str, Fraction] | None = None,
) -> NextPyramid:
    """The levels of the next season. `merit` (points a game) orders equal places of groups side by side."""
    order = [_merit_order(level, merit or {}) for level in levels]
    moves = {player: Move.WITHDRAWN for ranking in order for player in ranking if player in withdrawn}
    staying, rising, falling = _zones(levels, order, moves)
    for above in range(len(levels) - 1):
        below = above + 1
        free = len(order[above]) - len(staying[above]) - len(rising[below])
        if free >= 0:
            spared, falling[above] = _cut(falling[above], free)
            staying[above] += spared
            moves |= dict.fromkeys(spared, Move.SPARED)
            free -= len(spared)
            # The best below; a level that lost nearly everybody is filled from further down.
            pools = [staying[below], falling[below]]
            for deeper in range(below + 1, len(levels)):
                pools += [rising[deeper], staying[deeper], falling[deeper]]
            for pool in pools:
                filled, pool[:] = _cut(pool, free)
                moves |= dict.fromkeys(filled, Move.FILLED)
                rising[below] += filled
                free -= len(filled)
        else:
            staying[above], displaced = _cut(staying[above], max(len(staying[above]) + free, 0))
            rising[below], kept = _cut(rising[below], len(order[above]) - len(staying[above]))
            moves |= dict.fromkeys(displaced, Move.DISPLACED) | dict.fromkeys(kept, Move.STAYED)
            falling[above] = [*displaced, *falling[above]]
            staying[below] = [*kept, *staying[below]]
        staying[above] += rising[below]
        # Who comes down is seeded before who was there.
        staying[below] = [*falling[above], *staying[below]]
    new = [player for player in newcomers if player not in moves or moves[player] is Move.WITHDRAWN]
    moves |= dict.fromkeys(new, Move.NEW)
    staying[-1] += new
    return NextPyramid(_with_groups(levels, staying, group_size), moves)


def _with_groups(
    levels: Sequence[Level], players: Sequence[Sequence[str]], group_size: int
) -> tuple[tuple[Group, ...], ...]:
    """Levels cut into groups; one too small for a table joins its neighbour."""
    smallest = min(group_size, SMALLEST_GROUP)
    kept: list[tuple[int, list[str]]] = []
    for level, members in zip(levels, players, strict=True):
        if kept and min(len(members), len(kept[-1][1])) < smallest:
            kept[-1][1].extend(members)
        else:
            kept.append((len(level.groups), list(members)))
    *upper, (_, bottom) = kept
    return (
        *(_dealt(members, max(1, min(groups, len(members) // smallest))) for groups, members in upper),
        _dealt(bottom, _group_count(len(bottom), group_size)),
    )


def _zones(
    levels: Sequence[Level], order: Sequence[Sequence[str]], moves: dict[str, Move]
) -> tuple[list[list[str]], list[list[str]], list[list[str]]]:
    """For each level who stays, who rises and who falls, the best first; withdrawn players left out.

    A player who withdraws leaves a gap that nobody moves up to fill within the group: the first so many and
    the last so many are those of the final table, and only the free place is given away afterwards.
    """
    staying, rising, falling = [], [], []
    for index, level in enumerate(levels):
        up = level.up if index else 0
        down = level.down if index < len(levels) - 1 else 0
        risers = {player for group in level.groups for player in group[:up]}
        fallers = {player for group in level.groups for player in group[len(group) - down :]}
        present = [player for player in order[index] if player not in moves]
        rising.append([player for player in present if player in risers])
        falling.append([player for player in present if player in fallers])
        staying.append([player for player in present if player not in risers | fallers])
        for player in present:
            moves[player] = (
                Move.PROMOTED if player in risers else Move.RELEGATED if player in fallers else Move.STAYED
            )
    return staying, rising, falling


def _cut(players: list[str], count: int) -> tuple[list[str], list[str]]:
    return players[:count], players[count:]


def _merit_order(level: Level, merit: Mapping[str, Fraction]) -> list[str]:
    """All players of a level: by place in their group, then by merit, then by group."""
    ranked = [
        (place, -merit.get(player, Fraction(0)), number, player)
        for number, group in enumerate(level.groups)
        for place, player in enumerate(group)
    ]
    return [player for *_, player in sorted(ranked)]


def _group_count(players: int, group_size: int) -> int:
    """As many groups as come nearest to the wanted size, none of them too small for a table."""
    nearest = (2 * players + group_size) // (2 * group_size)
    return max(1, min(nearest, players // min(group_size, SMALLEST_GROUP))) if players else 0


def _dealt(players: Sequence[str], groups: int) -> tuple[Group, ...]:
    """Players dealt like a snake (1 2 3, 3 2 1 ...), so that groups side by side are equally strong."""
    dealt: list[list[str]] = [[] for _ in range(groups)]
    for index, player in enumerate(players):
        turn, step = divmod(index, groups)
        dealt[step if turn % 2 == 0 else groups - 1 - step].append(player)
    return tuple(tuple(group) for group in dealt if group)
