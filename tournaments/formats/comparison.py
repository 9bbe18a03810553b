"""Formats side by side: what a club with so many players and rounds can choose from."""

from __future__ import annotations

import multiprocessing
import random
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

from tournaments.formats.knockout import table_count
from tournaments.formats.simulation import Outcome, Quality, outcome, play_event, quality
from tournaments.formats.stages import Kind, Stage
from tournaments.pairing.draw import Draw
from tournaments.pairing.sizes import LARGEST
from tournaments.standings.rules import Rules

PLAYERS = (16, 32, 64, 128)
ROUNDS = (3, 4, 5, 6, 7)
# Tournaments behind each figure: large ones take long, and each of them tells more about the order of players.
EVENTS = {16: 200, 32: 120, 64: 60, 128: 40}
# What the ratings assume of players before they know them.
SPREAD = 0.5
FINALISTS = 4
SEMIFINALISTS = 8
ROUNDS_OF_SEMIFINALISTS = 2
# Groups of so many play so many rounds.
GROUPS = (4, 5, 6)


class Candidate(NamedTuple):
    key: str
    stages: tuple[Stage, ...]


class Cell(NamedTuple):
    key: str
    rounds: int
    quality: Quality


class Trial(NamedTuple):
    """One set of players, with whom every format of every length is played."""

    players: int
    rounds: tuple[int, ...]
    spread: float
    seed: str


def candidates(players: int, rounds: int) -> Iterator[Candidate]:
    """Every format that takes exactly so many rounds, finals included."""
    final = Stage(kind=Kind.FINAL)
    yield Candidate("swiss", (Stage(kind=Kind.SWISS, rounds=rounds),))
    yield Candidate("swiss_final", (Stage(kind=Kind.SWISS, rounds=rounds - 1, advance=FINALISTS), final))
    before = rounds - ROUNDS_OF_SEMIFINALISTS
    swiss = Stage(kind=Kind.SWISS, rounds=before, advance=SEMIFINALISTS)
    yield Candidate("swiss_semifinals", (swiss, Stage(kind=Kind.KNOCKOUT)))
    yield Candidate("heats", (_heats(rounds),))
    yield Candidate("heats_final", (_heats(rounds - 1, advance=FINALISTS), final))
    if rounds - 1 in GROUPS:
        groups = Stage(kind=Kind.GROUPS, group_size=rounds - 1, advance=FINALISTS)
        yield Candidate("groups_final", (groups, final))
    if _bracket_rounds(players) == rounds:
        yield Candidate("knockout", (Stage(kind=Kind.KNOCKOUT),))


def compare(
    players: int,
    rounds: Iterable[int],
    *,
    events: int,
    seed: str,
    spread: float = SPREAD,
    processes: int = 1,
) -> list[Cell]:
    """Every format of every length, with the same players: differences are those of the formats."""
    lengths = tuple(rounds)
    trials = [Trial(players, lengths, spread, f"{seed}/{players}/{number}") for number in range(events)]
    if processes == 1:
        played = list(map(play_trial, trials))
    else:
        # Processes that begin with nothing: whoever calls may have threads.
        fresh = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(processes, mp_context=fresh) as pool:
            played = list(pool.map(play_trial, trials))
    return [
        Cell(key, length, quality([one[key, length] for one in played]))
        for length in lengths
        for key, _stages in candidates(players, length)
    ]


def play_trial(trial: Trial) -> dict[tuple[str, int], Outcome]:
    """By format and number of rounds."""
    chance = random.Random(f"strengths {trial.seed}")  # noqa: S311 a trial, not a secret
    strengths = {f"b{index:04}": chance.gauss(0, trial.spread) for index in range(trial.players)}
    draws: dict[str, Draw] = {}
    return {
        (one.key, length): outcome(
            play_event(one.stages, strengths, seed=trial.seed, draws=draws).order, strengths
        )
        for length in trial.rounds
        for one in candidates(trial.players, length)
    }


def _heats(rounds: int, *, advance: int = 0) -> Stage:
    """All but the worst game count."""
    rules = Rules(best_games=max(1, rounds - 1))
    return Stage(kind=Kind.HEATS, rounds=rounds, advance=advance, rules=rules)


def _bracket_rounds(players: int) -> int:
    rounds = 1
    while players > LARGEST:
        players = table_count(players) * 2
        rounds += 1
    return rounds
