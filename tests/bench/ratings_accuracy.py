"""How well ratings predict real results: ours, openskill's five models, and plain Elo, on the same games.

The question: replay the games in order; before each, for every pair at the table whose two players have at least
ten earlier games, say how likely one ends ahead of the other (equal places are left out). The mean log-loss of these
predictions is the figure; lower is better, a coin has 0.6931.
"""

import csv
import math
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import combinations, product
from pathlib import Path
from typing import Any

import numpy as np

from games.ratings.engine.games import RatedGames
from games.ratings.engine.packing import position_code
from games.ratings.engine.reference import Belief, Parameters, chance_ahead
from games.ratings.engine.replay import play_in_python
from games.ratings.engine.state import State, distinct

FILE = Path(__file__).parent / "data" / "race-for-the-galaxy-3to4p.csv"
EARLIER_GAMES = 10
# (player, start world, place)
Sitter = tuple[int, str, int]
# Before a game and for two of its seats: the chance that the first ends ahead.
Prediction = tuple[float, bool]


@dataclass(frozen=True)
class Score:
    log_loss: float
    predictions: list[Prediction]


def real_games() -> list[list[Sitter]]:
    rows_by_game: dict[str, list[dict[str, str]]] = defaultdict(list)
    with FILE.open(newline="") as file:
        for row in csv.DictReader(file):
            rows_by_game[row["game"]].append(row)
    games = []
    for seats in rows_by_game.values():
        results = [(int(seat["vp"]), int(seat["tiebreak"])) for seat in seats]
        places = [1 + sum(other > result for other in results) for result in results]
        games.append(
            [
                (int(seat["player"][1:]), seat["faction"], place)
                for seat, place in zip(seats, places, strict=True)
            ]
        )
    return games


def score(games: list[list[Sitter]], chances: Iterator[Callable[[int, int], float]]) -> Score:
    """`chances` gives, game by game, the chance that one seat of it ends ahead of another."""
    played: dict[int, int] = defaultdict(int)
    predictions = []
    for seats, chance in zip(games, chances, strict=True):
        for one, other in combinations(range(len(seats)), 2):
            (a, _, place), (b, _, other_place) = seats[one], seats[other]
            if place != other_place and min(played[a], played[b]) >= EARLIER_GAMES:
                predictions.append((chance(one, other), place < other_place))
        for player, _, _ in seats:
            played[player] += 1
    losses = [-math.log(chance if ahead else 1 - chance) for chance, ahead in predictions]
    return Score(sum(losses) / len(losses), predictions)


# -- ours -------------------------------------------------------------------------------------------------


def as_rated_games(games: list[list[Sitter]]) -> RatedGames:
    counts = np.array([len(seats) for seats in games])
    labels = tuple(sorted({clan for seats in games for _, clan, _ in seats}))
    codes = {label: code for code, label in enumerate(labels, start=1)}
    seats = [seat for game in games for seat in game]
    positions = [position_code(seats=len(game), turn=turn + 1) for game in games for turn in range(len(game))]
    return RatedGames(
        ids=np.arange(len(games)),
        finished=np.zeros(len(games), dtype=np.int64),
        days=np.arange(len(games), dtype=np.int32),
        counts=counts.astype(np.uint8),
        players=np.array([player for player, _, _ in seats], dtype=np.int32),
        clans=np.array([codes[clan] for _, clan, _ in seats], dtype=np.uint8),
        positions=np.array(positions, dtype=np.uint8),
        places=np.array([place for _, _, place in seats], dtype=np.uint8),
        labels=labels,
    )


def ours(games: list[list[Sitter]], parameters: Parameters, *, players_only: bool = False) -> Score:
    rated_games = as_rated_games(games)
    if players_only:
        nothing = np.zeros_like(rated_games.clans)
        rated_games = replace(rated_games, clans=nothing, positions=nothing)
    state = State.fresh(
        players=distinct([rated_games.players]), labels=rated_games.labels, parameters=parameters
    )
    beliefs = play_in_python(rated_games, state, parameters)
    means, variances = beliefs[:, 0] + beliefs[:, 4], beliefs[:, 1] + beliefs[:, 5]

    def chances() -> Iterator[Callable[[int, int], float]]:
        for start in rated_games.offsets[:-1]:
            seats = [
                Belief(float(means[row]), float(variances[row]))
                for row in range(start, start + 5)
                if row < len(means)
            ]
            yield lambda one, other, seats=seats: chance_ahead(seats[one], seats[other])

    return score(games, chances())


# -- the others -------------------------------------------------------------------------------------------


def elo(games: list[list[Sitter]], factor: float) -> Score:
    """Every pair of a table as a game of two, the factor shared among a player's opponents."""
    ratings: dict[int, float] = defaultdict(lambda: 1500.0)

    def expected(a: int, b: int) -> float:
        return 1 / (1 + 10 ** ((ratings[b] - ratings[a]) / 400))

    def chances() -> Iterator[Callable[[int, int], float]]:
        for seats in games:
            yield lambda one, other, seats=seats: expected(seats[one][0], seats[other][0])
            moves: dict[int, float] = defaultdict(float)
            for (a, _, place), (b, _, other_place) in combinations(seats, 2):
                result = 1.0 if place < other_place else 0.5 if place == other_place else 0.0
                move = factor / (len(seats) - 1) * (result - expected(a, b))
                moves[a] += move
                moves[b] -= move
            for player, move in moves.items():
                ratings[player] += move

    return score(games, chances())


def openskill(games: list[list[Sitter]], model: Any) -> Score:
    """By the model's own formula for two: a normal in the difference, with both uncertainties and twice beta."""
    players: dict[int, Any] = defaultdict(model.rating)

    def chances() -> Iterator[Callable[[int, int], float]]:
        for seats in games:
            sitting = [players[player] for player, _, _ in seats]
            yield lambda one, other, sitting=sitting: _normal(model, sitting[one], sitting[other])
            rated = model.rate([[player] for player in sitting], ranks=[place for _, _, place in seats])
            for (player, _, _), (after,) in zip(seats, rated, strict=True):
                players[player] = after

    return score(games, chances())


def _normal(model: Any, first: Any, second: Any) -> float:
    spread = math.sqrt(2 * model.beta**2 + first.sigma**2 + second.sigma**2)
    chance = 0.5 * math.erfc((second.mu - first.mu) / spread / math.sqrt(2))
    return min(max(chance, 1e-9), 1 - 1e-9)


def openskill_models() -> dict[str, Any]:
    from openskill import models

    names = (
        "PlackettLuce", "BradleyTerryFull", "BradleyTerryPart", "ThurstoneMostellerFull", "ThurstoneMostellerPart"
    )  # fmt: skip
    return {name: getattr(models, name) for name in names}


BETAS = (25 / 6, 25 / 3, 50 / 3, 100 / 3)
TAUS = (25 / 300, 25 / 100, 25 / 30)
FACTORS = (8, 12, 16, 20, 24, 32)


def tuned_openskill(games: list[list[Sitter]], model: Any) -> float:
    return min(openskill(games, model(beta=beta, tau=tau)).log_loss for beta, tau in product(BETAS, TAUS))


def tuned_elo(games: list[list[Sitter]]) -> float:
    return min(elo(games, factor).log_loss for factor in FACTORS)
