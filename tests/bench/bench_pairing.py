"""How fast and how good a draw is: time by size, and cost against plain annealing and an exact solver."""

from __future__ import annotations

import itertools
import random
import time
from collections import Counter
from fractions import Fraction

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp

from tournaments.pairing.costs import SCALE, Model
from tournaments.pairing.draw import MANY_MOVES, draw, moves_of_a_search, searches
from tournaments.pairing.kernel import MOST_PASSES, WAITS
from tournaments.pairing.loops import compiled
from tournaments.pairing.request import DrawRequest, Entrant, Method, meetings_of

POINTS = {4: (5, 3, 2, 1), 3: (5, 3, 1), 2: (5, 1)}
TARGETS = {64: 2, 256: 10, 1000: 60}
SMALL = (12, 15, 16, 20, 22, 24)


def run() -> str:
    """A Markdown section: seconds and repeats by size, then costs side by side."""
    draw(event(13, 1))
    return "\n".join([*_speed(), "", *_quality()])


def event(players: int, rounds: int, seed: int = 1) -> DrawRequest:
    """The request for the round after so many rounds of an event, played by bots of different strength."""
    chance = random.Random(f"{players} {rounds} {seed}")
    names = [f"p{number:04}" for number in range(players)]
    strength = {name: chance.gauss(0, 1) for name in names}
    score: Counter[str] = Counter()
    short: Counter[str] = Counter()
    met: Counter[tuple[str, str]] = Counter()
    for number in range(rounds + 1):
        request = DrawRequest(
            entrants=tuple(Entrant(name, Fraction(score[name]), short=short[name]) for name in names),
            seed=f"round {number}",
            method=Method.SCORES if number else Method.RANDOM,
            meetings=dict(met),
        )
        if number == rounds:
            break
        for table in draw(request).tables:
            met += meetings_of([table])
            order = sorted(table, key=lambda name: -strength[name] - chance.gauss(0, 1))
            score.update(dict(zip(order, POINTS[len(table)], strict=True)))
            short.update(table if len(table) < 4 else ())
    return request


def _speed() -> list[str]:
    rows = []
    for players, target in TARGETS.items():
        request = event(players, 5)
        # Processor time, so that a busy machine does not look like a slow draw.
        start = time.process_time()
        plan = draw(request)
        spent = time.process_time() - start
        met = meetings_of(plan.tables)
        repeats = sum(pair in request.meetings for pair in met)
        rows.append(
            f"| {players} | {spent:.2f} | {target} | {repeats} | {float(plan.costs.total):,.0f} "
            f"| {float(_plain_annealing(request)):,.0f} |"
        )
    return [
        "## Draws",
        "",
        "The sixth round of an event, the whole draw from the request to the seats on one core, code loaded. Plain",
        "annealing starts at random from one temperature and makes as many swaps in all (and at least 384,000).",
        "",
        "| players | seconds | target | repeats | cost | plain annealing |",
        "| ---: | ---: | ---: | ---: | ---: | ---: |",
        *rows,
    ]


def _plain_annealing(request: DrawRequest) -> Fraction:
    loops = compiled()
    model = Model(request)
    pair, alone = (np.array(matrix, np.int64) for matrix in model.matrices())
    order = list(range(len(model.entrants)))
    random.Random(5).shuffle(order)
    tables = np.zeros((len(request.sizes), 4), np.int64)
    for index, size in enumerate(request.sizes):
        tables[index, :size] = [order.pop() for _ in range(size)]
    sizes = np.array(request.sizes, np.int64)
    players = len(model.entrants)
    moves = max(MANY_MOVES, len(searches(players)) * moves_of_a_search(players))
    loops.anneal(pair, alone, tables, sizes, moves, 300 * SCALE, 12345, np.array(WAITS, np.int64))
    loops.descend(pair, alone, tables, sizes, MOST_PASSES)
    return Fraction(int(loops.total_cost(pair, alone, tables, sizes)), SCALE)


def _quality() -> list[str]:
    rows, above = [], 0
    for players in SMALL:
        for rounds in (3, 5):
            request = event(players, rounds)
            start = time.perf_counter()
            cost = draw(request).costs.total
            spent = time.perf_counter() - start
            limited, _ = _solver(request, max(spent, 0.5))
            best, proved = _solver(request, 60)
            annealed = _plain_annealing(request)
            above += any(other is not None and cost > round(other) for other in (limited, annealed))
            rows.append(
                f"| {players}, round {rounds + 1} | {float(cost):,.0f} | {spent:.2f} "
                f"| {float(annealed):,.0f} | {'none' if limited is None else f'{limited:,.0f}'} "
                f"| {'none' if best is None else f'{best:,.0f}'}{'' if proved else ' (not proved)'} |"
            )
    return [
        "Against HiGHS, which chooses from all possible tables: within the time of the draw (at least half a",
        "second), and within a minute. Draws that cost more than plain annealing or the solver in the same time:",
        f"{above or 'none'}.",
        "",
        "| players | cost | seconds | plain annealing | solver in the same time | solver in a minute |",
        "| --- | ---: | ---: | ---: | ---: | ---: |",
        *rows,
    ]


def _solver(request: DrawRequest, seconds: float) -> tuple[float | None, bool]:
    """The cost HiGHS finds, and whether it proved that there is no better one."""
    model = Model(request)
    pair, alone = model.matrices()
    sizes = Counter(request.sizes)
    columns = [table for size in sorted(sizes) for table in itertools.combinations(range(len(pair)), size)]
    costs = np.array(
        [
            sum(pair[player][other] for player, other in itertools.combinations(table, 2))
            + sum(alone[player][len(table)] for player in table)
            for table in columns
        ]
    )
    uses = np.zeros((len(pair) + len(sizes), len(columns)))
    for index, table in enumerate(columns):
        uses[list(table), index] = 1
        uses[len(pair) + sorted(sizes).index(len(table)), index] = 1
    needs = np.array([1] * len(pair) + [sizes[size] for size in sorted(sizes)])
    answer = milp(
        costs / SCALE,
        constraints=LinearConstraint(uses, needs, needs),
        integrality=np.ones(len(columns)),
        bounds=Bounds(0, 1),
        options={"time_limit": seconds},
    )
    return (None if answer.x is None else float(answer.fun)), answer.status == 0
