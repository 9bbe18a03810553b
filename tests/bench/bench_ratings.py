"""Ratings: how well they predict, how fast they are replayed, and how soon a change of the past is visible."""

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from games.ratings.engine.reference import Parameters
from games.ratings.engine.replay import play
from games.ratings.engine.state import State, distinct
from tests.bench.ratings_accuracy import (
    Score,
    openskill,
    openskill_models,
    ours,
    real_games,
    tuned_elo,
    tuned_openskill,
)
from tests.bench.ratings_plot import calibration
from tests.bench.ratings_scale import GAMES, PLAYERS, rated_games
from tests.servers import PostgresServer, Program, missing_programs

PICTURE = Path(__file__).parents[2] / "docs" / "images" / "ratings-calibration.svg"
# The slower ones are measured on fewer games and compared by games a second.
PYTHON_GAMES = 20_000
OPENSKILL_GAMES = 5_000
ROUNDS = 3


def run() -> str:
    return "\n\n".join(["## Ratings", accuracy(), speed(), scale()])


def accuracy() -> str:
    games = real_games()
    best: Score = ours(games, Parameters())
    PICTURE.write_text(calibration(best.predictions))
    rows = [
        ("**ours, with clan and seat terms**", f"**{best.log_loss:.4f}**", ""),
        ("ours, players only", f"{ours(games, Parameters(), players_only=True).log_loss:.4f}", ""),
        ("plain Elo on pairs", "", f"{tuned_elo(games):.4f}"),
    ]
    for name, model in openskill_models().items():
        plain, tuned = openskill(games, model()).log_loss, tuned_openskill(games, model)
        rows.append((f"openskill {name}", f"{plain:.4f}", f"{tuned:.4f}"))
    lines = [f"| {name} | {plain} | {tuned} |" for name, plain, tuned in rows]
    return "\n".join(
        [
            f"How well they predict {len(games):,} real games ({len(best.predictions):,} pairs whose players have ten",
            "earlier games): mean log-loss, lower is better, a coin has 0.6931.",
            "",
            "| method | as it is | tuned on these games |",
            "| --- | --- | --- |",
            *lines,
        ]
    )


def speed() -> str:
    games = rated_games(GAMES, PLAYERS)
    parameters = Parameters()

    def fresh(count: int) -> tuple[Any, State]:
        part = games.part(0, count)
        return part, State.fresh(players=distinct([part.players]), labels=part.labels, parameters=parameters)

    # The first run compiles or loads the kernel.
    play(*fresh(PYTHON_GAMES), parameters, compiled=True)
    work: dict[str, tuple[int, Callable[[], Any]]] = {
        "compiled kernel": (GAMES, lambda: play(*fresh(GAMES), parameters, compiled=True)),
        "plain Python (the reference)": (
            PYTHON_GAMES,
            lambda: play(*fresh(PYTHON_GAMES), parameters, compiled=False),
        ),
    }
    for name, model in openskill_models().items():
        part = games.part(0, OPENSKILL_GAMES)
        work[f"openskill {name}"] = (OPENSKILL_GAMES, partial(_openskill, part, model()))
    rates = dict.fromkeys(work, 0.0)
    for _ in range(ROUNDS):
        for name, (count, replay) in work.items():
            rates[name] = max(rates[name], _rate(count, replay))
    fastest = max(rate for name, rate in rates.items() if name.startswith("openskill"))
    lines = [f"| {name} | {rate:,.0f} | {rate / fastest:,.1f} |" for name, rate in rates.items()]
    return "\n".join(
        [
            f"Replay of {GAMES:,} games of {PLAYERS:,} players with the history of everybody: ours as segments keep",
            "it, rating and deviation before and after each game to a tenth of a point, openskill's as the ratings",
            f"it makes. Plain Python was measured on {PYTHON_GAMES:,} of the games, openskill on {OPENSKILL_GAMES:,}.",
            f"Processor time of one core, the best of {ROUNDS} runs each, in turn.",
            "",
            "| method | games a second | times the fastest of openskill |",
            "| --- | --- | --- |",
            *lines,
        ]
    )


def _rate(games: int, work: Any) -> float:
    """Games per second of processor time, so that what else the machine does counts less."""
    start = time.process_time()
    work()
    return games / (time.process_time() - start)


def _openskill(games: Any, model: Any) -> list[Any]:
    """With the history kept, as ours is."""
    players = {player: model.rating() for player in np.unique(games.players).tolist()}
    history = []
    everybody, places, start = games.players.tolist(), games.places.tolist(), 0
    for count in games.counts.tolist():
        seated, ranks = everybody[start : start + count], places[start : start + count]
        start += count
        rated = model.rate([[players[player]] for player in seated], ranks=ranks)
        for player, (after,) in zip(seated, rated, strict=True):
            players[player] = after
            history.append(after)
    return history


def scale() -> str:
    measured = [_measured({})]
    if Program.POSTGRES not in missing_programs():
        with PostgresServer() as server:
            measured.append(_measured({"CALEDONIA_DATABASE_URL": server.create_database("bench")}))
    lines = [
        f"| {row['database']} | {row['edit'][0]:.2f} s ({row['edit'][1]:.2f} s) |"
        f" {row['cold'][0]:.2f} s ({row['cold'][1]:.2f} s) | {1_000 * row['append'][0]:.0f} ms |"
        f" {row['leaderboard_ms'][0]:.0f} and {row['leaderboard_ms'][1]:.0f} ms | {row['memory_mib']:.0f} MiB |"
        for row in measured
    ]
    return "\n".join(
        [
            f"A game in the middle of {GAMES:,} is corrected: from saving to the new ratings (in brackets the",
            "processor time of worker and database). The first time includes loading the compiled kernel, which a",
            "worker does ahead of need. The leaderboard's first page, and one 45,000 places further down.",
            "",
            "| database | change in the middle | first in a process | new game | leaderboard | memory of the job |",
            "| --- | --- | --- | --- | --- | --- |",
            *lines,
        ]
    )


def _measured(environment: dict[str, str]) -> dict[str, Any]:
    """In processes of their own: one fills the database, another is the worker."""
    with tempfile.TemporaryDirectory(prefix="caledonia-bench-") as folder:
        for phase in ("seed", "job"):
            done = subprocess.run(
                [sys.executable, "-m", "tests.bench.ratings_scale", phase, folder],
                env=os.environ | environment,
                capture_output=True,
                text=True,
                check=True,
            )
    figures: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return figures
