"""Formats side by side: what a club with so many players and rounds can choose from."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from tournaments.formats.knockout import table_count
from tournaments.formats.simulation import Quality, measure
from tournaments.formats.stages import Kind, Stage
from tournaments.pairing.sizes import LARGEST
from tournaments.standings.rules import Rules

PLAYERS = (16, 32, 64, 128)
ROUNDS = (3, 4, 5, 6, 7)
# Tournaments behind each figure: large ones take long, and each of them tells more about the order of players.
EVENTS = {16: 100, 32: 100, 64: 50, 128: 25}
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
    players: int
    rounds: int
    quality: Quality


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


def compare(players: int, rounds: int, *, events: int, seed: str, spread: float = SPREAD) -> Iterator[Cell]:
    for one in candidates(players, rounds):
        quality = measure(
            one.stages, players=players, events=events, spread=spread, seed=f"{seed}/{players}/{rounds}"
        )
        yield Cell(one.key, players, rounds, quality)


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
