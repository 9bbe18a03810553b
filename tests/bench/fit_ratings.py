"""Fit the rating's parameters on the real games: `python -m tests.bench.fit_ratings`.

A grid over the deviations of the priors and the drift, judged by the log-loss of predictions made before each game.
What was chosen, and why, is in docs/ratings.md.
"""

from itertools import product

from games.ratings.engine.reference import Parameters
from tests.bench.ratings_accuracy import ours, real_games

PLAYER = (0.35, 0.5, 0.7)
CLAN = (0.1, 0.2, 0.3)
POSITION = (0.1, 0.2, 0.3)
DRIFT = (0.0, 0.01, 0.02, 0.03)
SHOWN = 10


def main() -> None:
    games = real_games()
    results = []
    for player, clan, position, drift in product(PLAYER, CLAN, POSITION, DRIFT):
        parameters = Parameters(player=player, clan=clan, position=position, drift=drift)
        results.append((ours(games, parameters).log_loss, parameters))
    results.sort(key=lambda result: result[0])
    print(f"{len(results)} combinations, log-loss {results[0][0]:.5f} to {results[-1][0]:.5f}; the best:")
    for loss, parameters in results[:SHOWN]:
        print(f"{loss:.5f}  {parameters}")
    print(f"{ours(games, Parameters()).log_loss:.5f}  in use: {Parameters()}")


if __name__ == "__main__":
    main()
