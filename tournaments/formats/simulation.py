"""Whole events played by bots of known strength: how well a format finds the best player.

A bot's strength is on the scale of the ratings (natural logits): at one table, one is ahead of another with probability
1 / (1 + exp(difference)).
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from tournaments.formats.ranking import advancing, event_order
from tournaments.formats.rounds import FixedTables, next_round, walkover
from tournaments.formats.stages import Stage
from tournaments.formats.state import Participant, StageState
from tournaments.pairing.draw import draw
from tournaments.standings.results import Result, Seat

DAY = date(2000, 1, 1)
# A mean game, and what a logit of strength is worth in it.
MEAN_VP = 120
VP_PER_LOGIT = 12
FIRST = 4


class Played(NamedTuple):
    """An event that was played out: its final order and every stage."""

    order: tuple[str, ...]
    stages: tuple[StageState, ...]


class Quality(NamedTuple):
    """How well a format found the strongest, over many events: how often the best player won, and was among
    the first four, the mean place of the best, and how well the order agrees with the strengths (from -1 to 1)."""

    best_wins: float
    best_in_four: float
    mean_place_of_best: float
    agreement: float
    events: int


def play_event(
    stages: Sequence[Stage], strengths: Mapping[str, float], *, seed: str, quick: bool = True
) -> Played:
    """Play all stages. Bots know nothing of each other: the first seeds are drawn by lot."""
    chance = random.Random(f"event {seed}")  # noqa: S311 a trial, not a secret
    players = sorted(strengths)
    chance.shuffle(players)
    finished = []
    for number, stage in enumerate(stages):
        participants = tuple(Participant(player, place) for place, player in enumerate(players, start=1))
        state = StageState(stage, participants)
        while True:
            results = _round(state, strengths, chance, f"{seed}/{number}", quick=quick)
            if results is None:
                break
            state = replace(state, rounds=(*state.rounds, results))
        finished.append(state)
        players = list(advancing(state))
    return Played(event_order(finished), tuple(finished))


def measure(stages: Sequence[Stage], *, players: int, events: int, spread: float, seed: str) -> Quality:
    """Play many events with strengths drawn from a normal distribution of that spread."""
    chance = random.Random(f"measure {seed}")  # noqa: S311 a trial, not a secret
    places, agreements = [], []
    for number in range(events):
        strengths = {f"b{index:04}": chance.gauss(0, spread) for index in range(players)}
        order = play_event(stages, strengths, seed=f"{seed}/{number}").order
        best = max(strengths, key=strengths.__getitem__)
        places.append(order.index(best) + 1)
        agreements.append(_agreement(order, strengths))
    return Quality(
        best_wins=places.count(1) / events,
        best_in_four=sum(place <= FIRST for place in places) / events,
        mean_place_of_best=sum(places) / events,
        agreement=sum(agreements) / events,
        events=events,
    )


def _round(
    state: StageState, strengths: Mapping[str, float], chance: random.Random, seed: str, *, quick: bool
) -> tuple[Result, ...] | None:
    plan = next_round(state, seed=seed)
    if plan is None:
        return None
    number = len(state.rounds)
    day = date.fromordinal(DAY.toordinal() + number)
    results = []
    if isinstance(plan, FixedTables):
        tables = plan.tables
        results += [
            walkover(f"{number}/through {index}", table, day) for index, table in enumerate(plan.through)
        ]
    else:
        drawn = draw(plan, quick=quick)
        tables = drawn.tables
        results += [walkover(f"{number}/bye {player}", (player,), day) for player in drawn.byes]
    results += [
        _game(f"{number}/{index}", table, strengths, chance, day) for index, table in enumerate(tables)
    ]
    return tuple(results)


def _game(
    key: str, table: Sequence[str], strengths: Mapping[str, float], chance: random.Random, day: date
) -> Result:
    # The greatest of strengths with such noise falls on each by Luce's rule.
    shown = {player: strengths[player] - math.log(chance.expovariate(1)) for player in table}
    vps = {player: MEAN_VP + round(VP_PER_LOGIT * value) for player, value in shown.items()}
    seats = tuple(
        Seat(player, 1 + sum(other > vps[player] for other in vps.values()), vps[player], position)
        for position, player in enumerate(table, start=1)
    )
    return Result(key, day, seats)


def _agreement(order: Sequence[str], strengths: Mapping[str, float]) -> float:
    """Spearman's rank correlation."""
    count = len(order)
    if count < 2:
        return 1.0
    true = {player: rank for rank, player in enumerate(sorted(strengths, key=lambda one: -strengths[one]))}
    squares = sum((rank - true[player]) ** 2 for rank, player in enumerate(order))
    return float(1 - Fraction(6 * squares, count * (count * count - 1)))
