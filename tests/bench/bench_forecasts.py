"""How good forecasts of whole tables are, on the same real games as the ratings.

Every game with three or four seats, no shared place and only players with at least ten earlier games is foretold
before it is played: who wins, and the whole order. The log-loss is the figure; lower is better.
"""

import math
from collections import defaultdict
from collections.abc import Sequence
from itertools import pairwise

from games.ratings.engine.forecast import chance_of_order, forecast
from games.ratings.engine.reference import (
    Belief,
    Parameters,
    chance_ahead,
    clan_prior,
    player_prior,
    position_prior,
    steps,
    strength,
)
from tests.bench.ratings_accuracy import EARLIER_GAMES, real_games

EDGES = (0.0, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 1.0)
Table = tuple[list[Belief], list[int]]


def run() -> str:
    tables = foretold()
    count = len(tables)
    ours = [forecast(seats).wins for seats, _ in tables]
    products = [products_of_pairs(seats) for seats, _ in tables]
    winners = [places.index(1) for _, places in tables]
    orders = sum(-math.log(chance_of_order(seats, places)) for seats, places in tables) / count
    equal_orders = sum(math.log(math.factorial(len(seats))) for seats, _ in tables) / count
    equal_wins = sum(math.log(len(seats)) for seats, _ in tables) / count
    return f"""## Forecasts of a table

{count:,} real games, each foretold before it was played (`python -m tests.bench forecasts`).

| method | who wins, log-loss | whole order, log-loss |
| --- | --- | --- |
| **ours**: drawn place by place, shrunk by uncertainty | **{loss(ours, winners):.4f}** | **{orders:.4f}** |
| products of the chances of each pair | {loss(products, winners):.4f} | |
| equal chances | {equal_wins:.4f} | {equal_orders:.4f} |

Calibration of the chance to win: of the seats given a chance in a range, how many won.

| given | seats | mean chance | won | won by products of pairs given the same |
| --- | --- | --- | --- | --- |
{calibration(ours, products, winners)}"""


def foretold() -> list[Table]:
    """The strengths of the seats before each game that is looked at, and the places they came in."""
    parameters = Parameters()
    players: dict[int, Belief] = defaultdict(lambda: player_prior(parameters))
    clans: dict[str, Belief] = defaultdict(lambda: clan_prior(parameters))
    positions: dict[tuple[int, int], Belief] = defaultdict(lambda: position_prior(parameters))
    played: dict[int, int] = defaultdict(int)
    tables = []
    for seats in real_games():
        places = [place for _, _, place in seats]
        rooms = []
        for turn, (player, clan, _) in enumerate(seats):
            known = players[player]
            players[player] = Belief(known.mean, known.variance + parameters.drift**2)
            rooms.append([(players, player), (clans, clan), (positions, (len(seats), turn))])
        strengths = [strength([room[key] for room, key in row]) for row in rooms]
        is_known = all(played[player] >= EARLIER_GAMES for player, _, _ in seats)
        if is_known and len(seats) in (3, 4) and len(set(places)) == len(places):
            tables.append((strengths, places))
        changes = [
            (room, key, room[key].variance * gain, room[key].variance ** 2 * loss_)
            for row, (gain, loss_) in zip(rooms, steps(strengths, places), strict=True)
            for room, key in row
        ]
        for room, key, gain, loss_ in changes:
            room[key] = Belief(room[key].mean + gain, room[key].variance - loss_)
        for player, _, _ in seats:
            played[player] += 1
    return tables


def products_of_pairs(seats: Sequence[Belief]) -> tuple[float, ...]:
    """What one might think of first: the chance to be ahead of each of the others, multiplied and made to add up."""
    weights = [math.prod(chance_ahead(seat, other) for other in seats if other is not seat) for seat in seats]
    return tuple(weight / sum(weights) for weight in weights)


def loss(chances: Sequence[Sequence[float]], winners: Sequence[int]) -> float:
    return sum(-math.log(row[winner]) for row, winner in zip(chances, winners, strict=True)) / len(winners)


def calibration(
    ours: Sequence[Sequence[float]], products: Sequence[Sequence[float]], winners: Sequence[int]
) -> str:
    lines = []
    for low, high in pairwise(EDGES):
        mine, others = _within(ours, winners, low, high), _within(products, winners, low, high)
        mean = sum(chance for chance, _ in mine) / len(mine)
        lines.append(
            f"| {low:.0%} to {high:.0%} | {len(mine)} | {mean:.1%} | {_share(mine):.1%} | {_share(others):.1%} |"
        )
    return "\n".join(lines)


def _within(
    chances: Sequence[Sequence[float]], winners: Sequence[int], low: float, high: float
) -> list[tuple[float, bool]]:
    return [
        (chance, seat == winner)
        for row, winner in zip(chances, winners, strict=True)
        for seat, chance in enumerate(row)
        if low <= chance < high
    ]


def _share(outcomes: Sequence[tuple[float, bool]]) -> float:
    return sum(won for _, won in outcomes) / len(outcomes)
