"""What may still happen: chances of ending in certain places, and what a player needs for it.

Every remaining game gets a finishing order, drawn by Luce's rule from the players' strengths: the first place goes to
each in proportion to strength, then the second among the rest, and so on. Few games are worked out completely,
many are sampled from a recorded seed.
"""

from __future__ import annotations

import itertools
import math
import random
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from tournaments.standings.results import MOST_SEATS, Adjustment, Result, ResultKind, Seat
from tournaments.standings.rules import Rules
from tournaments.standings.table import Standings, Status, standings

# Complete orders of all remaining games that are still worked out one by one: two tables of four.
EXACT_ORDERS = 600
# What the places of a table have of each other while no game tells.
STEPS = (120, 108, 98, 86)
LAST_OF_THE_DAY = 1 << 40

Weights = Callable[[tuple[str, ...]], Sequence[float]]


class Fixture(NamedTuple):
    """A game that is still to be played."""

    key: str
    players: tuple[str, ...]


class Need(NamedTuple):
    """If the player still gains so many points: how likely that is, and the chance it leaves."""

    points: Fraction
    likelihood: float
    chance: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlook:
    """The chance of ending in the wanted places.

    `best` and `worst` are bounds by points alone: no result of the remaining games can lead beyond them.
    `certain` is True when the wanted places cannot be missed any more, False when they are out of reach.
    """

    player: str
    chance: float
    places: tuple[float, ...]
    exact: bool
    samples: int
    error: float
    best: int
    worst: int
    certain: bool | None
    needs: tuple[Need, ...]


class _Future(NamedTuple):
    probability: float
    results: tuple[Result, ...]


def outlook(
    *,
    player: str,
    results: Iterable[Result],
    fixtures: Sequence[Fixture],
    entrants: Iterable[str],
    rules: Rules,
    last: int,
    first: int = 1,
    weights: Weights | None = None,
    withdrawn: Collection[str] = (),
    adjustments: Sequence[Adjustment] = (),
    samples: int = 1000,
    seed: str = "",
) -> Outlook:
    """Chances of `player` to end in places `first` to `last`; without `weights` all are equally strong."""
    played = tuple(results)
    taking_part = tuple(dict.fromkeys(entrants))

    def table(future: Iterable[Result]) -> Standings:
        return standings(
            results=(*played, *future),
            entrants=taking_part,
            rules=rules,
            withdrawn=withdrawn,
            adjustments=adjustments,
        )

    now = table(())
    strengths = weights or _equal
    maker = _Maker(played, with_vp=not rules.scheme.of_places)
    exact = math.prod(math.factorial(len(fixture.players)) for fixture in fixtures) <= EXACT_ORDERS
    futures = (
        _all(fixtures, strengths, maker) if exact else _sampled(fixtures, strengths, maker, samples, seed)
    )
    places: defaultdict[int, float] = defaultdict(float)
    gains: defaultdict[Fraction, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for future in futures:
        line = table(future.results).line(player)
        place = line.place or len(taking_part)
        places[place] += future.probability
        gain = gains[line.points - now.line(player).points]
        gain[0] += future.probability
        gain[1] += future.probability * (first <= place <= last)
    chance = min(1.0, sum(share for place, share in places.items() if first <= place <= last))
    best, worst = _bounds(player, now, fixtures, rules)
    return Outlook(
        player=player,
        chance=chance,
        places=tuple(places[place] for place in range(1, len(taking_part) + 1)),
        exact=exact,
        samples=0 if exact else samples,
        error=0.0 if exact else _error(chance, samples),
        best=best,
        worst=worst,
        certain=_certain(best, worst, first, last),
        needs=tuple(Need(gain, all_, good / all_) for gain, (all_, good) in sorted(gains.items()) if all_),
    )


def _error(chance: float, samples: int) -> float:
    """The standard error, with two more samples each way (Agresti and Coull): what never happened is not impossible."""
    middle = (chance * samples + 2) / (samples + 4)
    return math.sqrt(middle * (1 - middle) / (samples + 4))


def _equal(players: tuple[str, ...]) -> Sequence[float]:
    return [1.0] * len(players)


def _certain(best: int, worst: int, first: int, last: int) -> bool | None:
    if first <= best and worst <= last:
        return True
    return False if worst < first or best > last else None


def _all(fixtures: Sequence[Fixture], weights: Weights, maker: _Maker) -> Iterator[_Future]:
    """Every combination of finishing orders with its probability."""
    each = [
        [
            (luce(order, fixture, weights), maker.result(fixture, order))
            for order in itertools.permutations(fixture.players)
        ]
        for fixture in fixtures
    ]
    for combination in itertools.product(*each):
        yield _Future(
            math.prod(probability for probability, _ in combination),
            tuple(result for _, result in combination),
        )


def luce(order: Sequence[str], fixture: Fixture, weights: Weights) -> float:
    """The probability of one finishing order."""
    strength = dict(zip(fixture.players, weights(fixture.players), strict=True))
    probability = 1.0
    left = sum(strength.values())
    for player in order:
        probability *= strength[player] / left if left > 0 else 1.0
        left -= strength[player]
    return probability


def _sampled(
    fixtures: Sequence[Fixture], weights: Weights, maker: _Maker, samples: int, seed: str
) -> Iterator[_Future]:
    chance = random.Random(f"outlook {seed}")  # noqa: S311 a forecast, not a secret
    strengths = [weights(fixture.players) for fixture in fixtures]
    for _ in range(samples):
        results = []
        for fixture, own in zip(fixtures, strengths, strict=True):
            # The least of exponential waiting times falls on each in proportion to strength: Luce's rule.
            waits = [chance.expovariate(strength) for strength in own]
            order = [one for _, one in sorted(zip(waits, fixture.players, strict=True))]
            results.append(maker.result(fixture, order))
        yield _Future(1 / samples, tuple(results))


class _Maker:
    """Makes results of games to come. Where points follow VP, each place gets the VP it usually has."""

    def __init__(self, played: Sequence[Result], *, with_vp: bool) -> None:
        self.day = max((one.played_on for one in played), default=date.min)
        self.played = played
        self.with_vp = with_vp
        self._usual: dict[int, tuple[int, ...]] = {}

    def result(self, fixture: Fixture, order: Sequence[str]) -> Result:
        places = {player: place for place, player in enumerate(order, start=1)}
        vps = self._vps(len(order)) if self.with_vp else (None,) * len(order)
        seats = tuple(Seat(player, places[player], vps[places[player] - 1]) for player in fixture.players)
        return Result(fixture.key, self.day, seats, sequence=LAST_OF_THE_DAY)

    def _vps(self, seats: int) -> tuple[int, ...]:
        if seats not in self._usual:
            tables = [
                sorted((seat.vp for seat in one.seats if seat.vp is not None), reverse=True)
                for one in self.played
                if one.kind is ResultKind.PLAYED and len(one.seats) == seats
            ]
            full = [vps for vps in tables if len(vps) == seats] or [list(STEPS[:seats])]
            self._usual[seats] = tuple(sum(column) // len(full) for column in zip(*full, strict=True))
        return self._usual[seats]


def _bounds(player: str, now: Standings, fixtures: Sequence[Fixture], rules: Rules) -> tuple[int, int]:
    """The best and the worst place that points allow, with every remaining game at its extreme."""
    least: dict[str, Fraction] = {line.player: line.points for line in now.lines}
    most = dict(least)
    # Where a game may count for nothing, or push out another one, the least it adds is nothing.
    sure = rules.best_games is None and rules.games_per_opponent is None
    for fixture in fixtures:
        low, high = _extremes(len(fixture.players), rules)
        for one in fixture.players:
            if one in least:
                least[one] += low if sure else min(low, Fraction(0))
                most[one] += high
    rivals = [line for line in now.lines if line.status is not Status.WITHDRAWN and line.player != player]
    ahead = sum(line.place is not None and least[line.player] > most[player] for line in rivals)
    level_or_ahead = sum(most[line.player] >= least[player] for line in rivals)
    return 1 + ahead, 1 + level_or_ahead


def _extremes(seats: int, rules: Rules) -> tuple[Fraction, Fraction]:
    """The least and the most a seat of such a table can bring."""
    row = rules.scheme.values[seats]
    factor = Fraction(seats, MOST_SEATS) if rules.scale_short_tables else Fraction(1)
    low = row[-1] * factor if rules.scheme.of_places else Fraction(0)
    return min(low, rules.forfeit_points), row[0] * factor
