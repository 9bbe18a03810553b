"""Tie-breakers: what tells players with equal points apart.

Each is a small class with a key, a direction and the values of a group of tied players. Values are exact. What
is counted comes from the games that count for a player; only the direct comparison looks at all games played.

- A shared place counts in parts: two who share the first place have half a win and half a second place each.
- VP comparisons leave out tables where nothing was scored (walkovers, byes) and those who forfeited.
"""

from __future__ import annotations

import hashlib
import math
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import NamedTuple, Protocol

from tournaments.standings.schemes import Direction

LOT = "lot"
ZERO = Fraction(0)


class TableVp(NamedTuple):
    """The VP of a table: all together (none below zero), the best, the next best, and how many scored."""

    whole: int
    best: int
    second: int
    seats: int


@dataclass(slots=True)
class Tally:
    """What one player has gathered in the games that count."""

    points: Fraction
    games: int
    # Twelfths, because a place may be shared by two, three or four: by place, as (first, second, third, fourth).
    twelfths: list[int]
    # Own VP, and those of the table.
    scored: list[tuple[int, TableVp]]
    opponents: list[str]

    @property
    def mean_points(self) -> Fraction:
        return self.points / self.games if self.games else ZERO


class Season(NamedTuple):
    """What a tie-breaker may look at.

    `duels` counts, for each ordered pair, how often the first was ahead at the same table less how often
    behind. It is asked for only when somebody is tied.
    """

    tallies: Mapping[str, Tally]
    duels: Callable[[], Mapping[tuple[str, str], int]]
    lot_seed: str


class TieBreaker(Protocol):
    @property
    def key(self) -> str: ...
    @property
    def direction(self) -> Direction: ...
    @property
    def within_ties(self) -> bool:
        """Whether a value only has a meaning among the players who are tied."""

    def values(self, players: Sequence[str], season: Season) -> dict[str, Fraction]: ...


@dataclass(frozen=True, slots=True)
class Places:
    """How often a player came first, second or third."""

    key: str
    place: int
    direction: Direction = Direction.HIGHER
    within_ties: bool = False

    def values(self, players: Sequence[str], season: Season) -> dict[str, Fraction]:
        return {player: Fraction(season.tallies[player].twelfths[self.place - 1], 12) for player in players}


@dataclass(frozen=True, slots=True)
class MeanShare:
    """Mean share of the table's VP, times the number of seats: 1 is par at every size of table."""

    key: str = "vp_share"
    direction: Direction = Direction.HIGHER
    within_ties: bool = False

    def values(self, players: Sequence[str], season: Season) -> dict[str, Fraction]:
        return {player: self._of(season.tallies[player].scored) for player in players}

    def _of(self, scored: Sequence[tuple[int, TableVp]]) -> Fraction:
        tops: defaultdict[int, int] = defaultdict(int)
        for own, (whole, _, _, seats) in scored:
            if not whole:
                # Nobody has anything: everyone has a par share.
                tops[1] += 1
            elif own > 0:
                tops[whole] += seats * own
        return _mean(tops, len(scored))


@dataclass(frozen=True, slots=True)
class MeanOfBest:
    """Mean of VP divided by the winner's VP."""

    key: str = "vp_of_winner"
    direction: Direction = Direction.HIGHER
    within_ties: bool = False

    def values(self, players: Sequence[str], season: Season) -> dict[str, Fraction]:
        return {player: self._of(season.tallies[player].scored) for player in players}

    def _of(self, scored: Sequence[tuple[int, TableVp]]) -> Fraction:
        tops: defaultdict[int, int] = defaultdict(int)
        for own, (_, best, _, _) in scored:
            if best <= 0:
                # The winner has nothing either.
                tops[1] += 1
            elif own > 0:
                tops[best] += own
        return _mean(tops, len(scored))


@dataclass(frozen=True, slots=True)
class MeanMargin:
    """Mean lead over the best of the others; below zero for whoever was behind."""

    key: str = "vp_margin"
    direction: Direction = Direction.HIGHER
    within_ties: bool = False

    def values(self, players: Sequence[str], season: Season) -> dict[str, Fraction]:
        found = {}
        for player in players:
            scored = season.tallies[player].scored
            leads = [own - (table.second if own == table.best else table.best) for own, table in scored]
            found[player] = Fraction(sum(leads), len(leads)) if leads else ZERO
        return found


@dataclass(frozen=True, slots=True)
class TotalVp:
    """All VP together."""

    key: str = "total_vp"
    direction: Direction = Direction.HIGHER
    within_ties: bool = False

    def values(self, players: Sequence[str], season: Season) -> dict[str, Fraction]:
        return {
            player: Fraction(sum([own for own, _ in season.tallies[player].scored])) for player in players
        }


@dataclass(frozen=True, slots=True)
class Opponents:
    """Mean, over all meetings, of the opponent's points per game."""

    key: str = "opponents"
    direction: Direction = Direction.HIGHER
    within_ties: bool = False

    def values(self, players: Sequence[str], season: Season) -> dict[str, Fraction]:
        means = {player: tally.mean_points for player, tally in season.tallies.items()}
        scale = math.lcm(*(mean.denominator for mean in means.values()))
        whole = {player: mean.numerator * (scale // mean.denominator) for player, mean in means.items()}
        found = {}
        for player in players:
            # Who is not in the season has no points to compare with.
            met = [whole[other] for other in season.tallies[player].opponents if other in whole]
            found[player] = Fraction(sum(met), scale * len(met)) if met else ZERO
        return found


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Among those who are tied: how often ahead at the same table, less how often behind."""

    key: str = "head_to_head"
    direction: Direction = Direction.HIGHER
    within_ties: bool = True

    def values(self, players: Sequence[str], season: Season) -> dict[str, Fraction]:
        duels = season.duels()
        return {
            player: Fraction(sum(duels.get((player, other), 0) for other in players)) for player in players
        }


@dataclass(frozen=True, slots=True)
class Lot:
    """A number drawn from the recorded seed: anyone can draw it again, and no arrival changes who is ahead."""

    key: str = LOT
    direction: Direction = Direction.LOWER
    within_ties: bool = False

    def values(self, players: Sequence[str], season: Season) -> dict[str, Fraction]:
        order = sorted(season.tallies, key=lambda player: (_draw(season.lot_seed, player), player))
        numbers = {player: Fraction(number) for number, player in enumerate(order, start=1)}
        return {player: numbers[player] for player in players}


def _draw(seed: str, player: str) -> bytes:
    return hashlib.sha256(f"{seed}\n{player}".encode()).digest()


def exact_sum(terms: Sequence[tuple[int, int]]) -> Fraction:
    """The sum of (numerator, denominator) pairs."""
    tops: defaultdict[int, int] = defaultdict(int)
    for above, below in terms:
        tops[below] += above
    return _mean(tops, 1)


def _mean(tops: Mapping[int, int], number: int) -> Fraction:
    """The sum of numerators by their denominators, divided by a number of terms; nothing of none.

    Adding fractions one by one would reduce ever longer numbers again and again.
    """
    scale = math.lcm(*tops)
    return Fraction(sum([above * (scale // below) for below, above in tops.items()]), scale * (number or 1))


DEFAULT_TIE_BREAKERS = ("wins", "seconds", "vp_share", "opponents", "head_to_head", LOT)

TIE_BREAKERS: Mapping[str, TieBreaker] = MappingProxyType(
    {
        tie_breaker.key: tie_breaker
        for tie_breaker in (
            Places("wins", 1),
            Places("seconds", 2),
            Places("thirds", 3),
            MeanShare(),
            MeanOfBest(),
            MeanMargin(),
            TotalVp(),
            Opponents(),
            HeadToHead(),
            Lot(),
        )
    }
)
