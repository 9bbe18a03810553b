"""Stages and participants for tests."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import date

from tournaments.formats.rounds import FixedTables, walkover
from tournaments.formats.stages import Kind, Stage
from tournaments.formats.state import Participant, StageState
from tournaments.standings.results import Result, Seat

DAY = date(2026, 1, 1)


def stage(kind: Kind, **options: object) -> Stage:
    return Stage(kind=kind, **options)  # type: ignore[arg-type]


def state(of: Stage, count: int) -> StageState:
    """A stage that has not begun; player p01 is the first seed."""
    players = [f"p{number:02}" for number in range(1, count + 1)]
    return StageState(of, tuple(Participant(player, seed) for seed, player in enumerate(players, start=1)))


def finished(table: Sequence[str], key: str, order: Iterable[str] | None = None) -> Result:
    """A table in seat order, finished in the order of names unless another is given."""
    places = {player: place for place, player in enumerate(order or sorted(table), start=1)}
    seats = (Seat(player, places[player], None, seat) for seat, player in enumerate(table, start=1))
    return Result(key, DAY, tuple(seats))


def played(before: StageState, plan: FixedTables) -> StageState:
    """The state after a round in which the better seed is always ahead."""
    number = len(before.rounds)
    results = [finished(table, f"{number}/{index}") for index, table in enumerate(plan.tables)]
    results += [walkover(f"{number}/w{index}", table, DAY) for index, table in enumerate(plan.through)]
    return replace(before, rounds=(*before.rounds, tuple(results)))
