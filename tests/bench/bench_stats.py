"""How fast statistics answer and are kept fresh, and how well the adjusted worth covers the truth.

On SQLite, and on PostgreSQL where it is installed, each with a database of its own in a temporary folder.
`CALEDONIA_BENCH_GAMES` says how many games are stored (a million unless told; that takes some minutes on each),
`CALEDONIA_BENCH_LEAGUES` how many leagues are invented (60).
"""

import json
import os
import subprocess
import sys
import tempfile
import time

from tests.bench.stats_answers import QUESTIONS
from tests.bench.stats_scale import GAMES
from tests.servers import PostgresServer, Program

LEAGUES = int(os.environ.get("CALEDONIA_BENCH_LEAGUES", "60"))
FIT_GAMES = 100_000


def run() -> str:
    """A Markdown section."""
    measured = {"SQLite": _measured({})}
    if Program.POSTGRES.find():
        with PostgresServer() as server:
            measured["PostgreSQL"] = _measured({"CALEDONIA_DATABASE_URL": server.create_database("bench")})
    names = [name for name, _ in measured["SQLite"]]
    adjusted, raw, runs = _coverage()
    return "\n".join(
        [
            "## Statistics",
            "",
            f"{GAMES:,} counted games, two thirds of them Clans of Caledonia. Filters are {QUESTIONS} random",
            "combinations of everything that can be filtered by, each asked for the first time. A whole page is all",
            "that the server does for it, from the first middleware to the last; figures are what is worked out for",
            "it. Processor time where nothing else is said, so that what else the machine does counts less.",
            "",
            f"| what | {' | '.join(measured)} |",
            f"| --- |{' ---: |' * len(measured)}",
            *(f"| {name} | {' | '.join(dict(rows)[name] for rows in measured.values())} |" for name in names),
            "",
            f"The adjusted fit of {FIT_GAMES:,} games takes {_fit_seconds():.1f} s.",
            "",
            f"{runs} invented leagues of 200 to 1,000 games with known worths, strong players preferring strong",
            f"clans: the 95 % intervals of the adjusted worth hold the truth in **{adjusted:.1%}** of the cases,",
            f"those of the plain win index in {raw:.1%}.",
        ]
    )


def _measured(environment: dict[str, str]) -> list[tuple[str, str]]:
    """In a process of its own."""
    with tempfile.TemporaryDirectory(prefix="caledonia-bench-") as folder:
        done = subprocess.run(
            [sys.executable, "-m", "tests.bench.stats_scale", folder],
            check=True,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, **environment},
        )
    return [(name, figure) for name, figure in json.loads(done.stdout.splitlines()[-1])]


def _fit_seconds() -> float:
    """Players as unequally busy as in real leagues; everything else as the model has it."""
    import numpy as np

    from games.stats.estimators import Observations, fit_worths

    rng = np.random.default_rng(1886)
    sizes = rng.integers(2, 5, FIT_GAMES)
    game = np.repeat(np.arange(1, FIT_GAMES + 1), sizes)
    player = (rng.beta(0.6, 2, len(game)) * 5_000).astype(np.int64)
    clan = rng.integers(0, 18, len(game))
    first = np.concatenate(([0], np.cumsum(sizes)[:-1]))
    position = np.arange(len(game)) - np.repeat(first, sizes) + 1 + 100 * np.repeat(sizes, sizes)
    # Nobody sits twice at a table.
    _, kept = np.unique(game * 5_000 + player, return_index=True)
    skill, worth, mastery = rng.normal(0, 10, 5_000), rng.normal(0, 4, 18), rng.normal(0, 3, (5_000, 18))
    vp = np.round(120 + skill[player] + worth[clan] + mastery[player, clan] + rng.normal(0, 12, len(game)))
    observed = Observations(game=game, player=player + 1, faction=clan + 1, position=position, vp=vp)
    began = time.process_time()
    fit_worths(observed.rows(np.sort(kept)))
    return time.process_time() - began


def _coverage() -> tuple[float, float, int]:
    import numpy as np

    from games.stats.estimators import fit_worths
    from games.stats.estimators.reporting import contrasts
    from tests.games.stats.leagues import invent_league, raw_win_index_covers, true_win_index

    adjusted: list[bool] = []
    raw: list[bool] = []
    scenarios = ((200, 20, 1.0), (400, 40, 2.0), (1_000, 60, 2.0))
    for seed in range(LEAGUES):
        games, players, preference = scenarios[seed % len(scenarios)]
        league = invent_league(10_000 + seed, games=games, players=players, preference=preference)
        fit = fit_worths(league.observed)
        assert fit is not None
        worth = contrasts(fit, "faction")
        for number, code in enumerate(worth.codes):
            interval = worth.against_mean(number)
            adjusted.append(interval is not None and interval[1] <= league.worth[code - 1] <= interval[2])
        raw += raw_win_index_covers(league, true_win_index(league.worth))
    return float(np.mean(adjusted)), float(np.mean(raw)), LEAGUES
