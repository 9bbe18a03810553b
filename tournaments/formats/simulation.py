"""Whole events played by bots of known strength: how well a format finds the best player.

A bot's strength is on the scale of the ratings (natural logits): at one table, one is ahead of another with probability
1 / (1 + exp(difference)).
"""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, MutableMapping, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from tournaments.formats.ranking import advancing, event_order
from tournaments.formats.rounds import FixedTables, next_round, walkover
from tournaments.formats.stages import Stage
from tournaments.formats.state import Participant, StageState
from tournaments.pairing.draw import Draw, draw
from tournaments.pairing.request import DrawRequest, Method
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


class Outcome(NamedTuple):
    """What one event says about its format: the place of the strongest, and how well the order agrees with the
    strengths (from -1 to 1)."""

    place_of_best: int
    agreement: float


class Figure(NamedTuple):
    """A mean and its standard error."""

    mean: float
    error: float


class Quality(NamedTuple):
    """How well a format found the strongest, over many events: how often the best player won, and was among
    the first four, the mean place of the best, and how well the order agrees with the strengths."""

    best_wins: Figure
    best_in_four: Figure
    place_of_best: Figure
    agreement: Figure
    events: int


def play_event(
    stages: Sequence[Stage],
    strengths: Mapping[str, float],
    *,
    seed: str,
    draws: MutableMapping[str, Draw] | None = None,
) -> Played:
    """Play all stages. Bots know nothing of each other: the first seeds are drawn by lot.

    How well somebody plays in a round depends on the seed alone, not on the format: two formats that begin alike are
    alike until they differ. `draws` keeps what was drawn, for the next event that asks for the same.
    """
    players = sorted(strengths)
    _chance(f"event {seed}").shuffle(players)
    known = {} if draws is None else draws
    finished = []
    for number, stage in enumerate(stages):
        participants = tuple(Participant(player, place) for place, player in enumerate(players, start=1))
        state = StageState(stage, participants)
        while True:
            results = _round(state, strengths, f"{seed}/{number}", known)
            if results is None:
                break
            state = replace(state, rounds=(*state.rounds, results))
        finished.append(state)
        players = list(advancing(state))
    return Played(event_order(finished), tuple(finished))


def outcome(order: Sequence[str], strengths: Mapping[str, float]) -> Outcome:
    best = max(strengths, key=strengths.__getitem__)
    return Outcome(order.index(best) + 1, _agreement(order, strengths))


def quality(outcomes: Sequence[Outcome]) -> Quality:
    return Quality(
        best_wins=_figure([one.place_of_best == 1 for one in outcomes]),
        best_in_four=_figure([one.place_of_best <= FIRST for one in outcomes]),
        place_of_best=_figure([one.place_of_best for one in outcomes]),
        agreement=_figure([one.agreement for one in outcomes]),
        events=len(outcomes),
    )


def _figure(values: Sequence[float]) -> Figure:
    count = len(values)
    mean = sum(values) / count
    spread = math.sqrt(sum((value - mean) ** 2 for value in values) / max(1, count - 1))
    return Figure(mean, spread / math.sqrt(count))


def _round(
    state: StageState, strengths: Mapping[str, float], seed: str, draws: MutableMapping[str, Draw]
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
        drawn = _drawn(plan, draws)
        tables = drawn.tables
        results += [walkover(f"{number}/bye {player}", (player,), day) for player in drawn.byes]
    chance = _chance(f"{seed}/{number}")
    # The greatest of strengths with such noise falls on each by Luce's rule.
    shown = {player: strengths[player] - math.log(chance.expovariate(1)) for player in sorted(strengths)}
    results += [_game(f"{number}/{index}", table, shown, day) for index, table in enumerate(tables)]
    return tuple(results)


def _drawn(request: DrawRequest, draws: MutableMapping[str, Draw]) -> Draw:
    if request.method is Method.RANDOM:
        # A lot does not look at scores: without them, the same lot is seen to be the same.
        entrants = tuple(one._replace(score=Fraction(0)) for one in request.entrants)
        request = replace(request, entrants=entrants)
    digest = request.digest
    if digest not in draws:
        draws[digest] = draw(request)
    return draws[digest]


def _chance(seed: str) -> random.Random:
    return random.Random(seed)  # noqa: S311 a trial, not a secret


def _game(key: str, table: Sequence[str], shown: Mapping[str, float], day: date) -> Result:
    vps = {player: MEAN_VP + round(VP_PER_LOGIT * shown[player]) for player in table}
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
