"""Who plays whom next: the request for a draw, tables of a schedule or bracket, or the end of the stage."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from tournaments.formats.knockout import is_walkover, next_tables, seeded_tables
from tournaments.formats.stages import KNOCKOUT_ADVANCE, Kind, Stage
from tournaments.formats.state import StageState, seated
from tournaments.pairing.request import DrawRequest, Entrant, Method, Weights
from tournaments.pairing.schedules import GROUP_SIZES, Schedule, schedule
from tournaments.pairing.seating import best_seating
from tournaments.standings.results import Result, ResultKind, Seat

Table = tuple[str, ...]
# How many rounds the stronger half is treated as if it had won a game already.
ACCELERATED_ROUNDS = 2


class FixedTables(NamedTuple):
    """Tables that need no draw, in seat order; tables that are `through` go on without playing and are recorded
    as `walkover` says; who is `resting` waits a round."""

    tables: tuple[Table, ...]
    through: tuple[Table, ...] = ()
    resting: tuple[str, ...] = ()


def next_round(
    state: StageState, *, seed: str, weights: Weights | None = None
) -> DrawRequest | FixedTables | None:
    """The next round of a stage; None when it is over or fewer than two are there to play."""
    if len(state.active) < 2:
        return None
    match state.stage.kind:
        case Kind.SWISS | Kind.HEATS:
            return _drawn(state, seed, weights or Weights()) if _rounds_left(state) else None
        case Kind.ROUND_ROBIN | Kind.GROUPS:
            return _scheduled(state)
        case Kind.KNOCKOUT:
            return _bracket(state)
        case Kind.FINAL:
            players = [one.player for one in state.active]
            return FixedTables((_seated(state, players),)) if _rounds_left(state) else None


def _rounds_left(state: StageState) -> bool:
    return len(state.rounds) < state.stage.rounds


def _drawn(state: StageState, seed: str, weights: Weights) -> DrawRequest:
    stage = state.stage
    table = state.standings()
    return DrawRequest(
        entrants=tuple(
            Entrant(
                player=one.player,
                score=table.line(one.player).points,
                rating=one.rating,
                club=one.club,
                family=one.family,
                seats=state.seat_counts[one.player],
                short=state.short_tables[one.player],
                byes=state.byes[one.player],
            )
            for one in state.active
        ),
        seed=f"{seed}/{len(state.rounds) + 1}",
        table_size=stage.table_size,
        method=_method(state),
        weights=weights,
        win=_win(stage),
        meetings=state.meetings,
    )


def _win(stage: Stage) -> Fraction:
    """What sets a winner apart: the first place's points, or half of a mean share where VP are shared out."""
    scheme = stage.rules.scheme
    if scheme.of_places:
        return scheme.values[stage.table_size][0]
    return scheme.total(stage.table_size) / stage.table_size / 2


def _method(state: StageState) -> Method:
    stage = state.stage
    if stage.kind is Kind.HEATS:
        return Method.RANDOM
    if stage.first_round is Method.ACCELERATED:
        return Method.ACCELERATED if len(state.rounds) < ACCELERATED_ROUNDS else Method.SCORES
    return Method.SCORES if state.rounds else stage.first_round


def groups(state: StageState) -> tuple[Table, ...]:
    """The groups of a stage, dealt like a snake by seed; everyone who ever took part keeps their group."""
    players = [one.player for one in sorted(state.participants, key=lambda one: one.seed)]
    if state.stage.kind is Kind.ROUND_ROBIN:
        return (tuple(players),)
    sizes = GROUP_SIZES[state.stage.table_size]
    count = max(1, round(len(players) / state.stage.group_size), -(-len(players) // (sizes.stop - 1)))
    dealt: list[list[str]] = [[] for _ in range(count)]
    for index, player in enumerate(players):
        turn, step = divmod(index, count)
        dealt[step if turn % 2 == 0 else count - 1 - step].append(player)
    return tuple(tuple(group) for group in dealt)


def _scheduled(state: StageState) -> FixedTables | None:
    """All groups' tables of the round; who has dropped out leaves a seat empty."""
    number = len(state.rounds)
    plans = [(group, _plan(group, state.stage.table_size)) for group in groups(state)]
    if all(number >= len(plan.rounds) for _, plan in plans):
        return None
    here = {one.player for one in state.active}
    tables = []
    for group, plan in plans:
        for index in plan.rounds[number] if number < len(plan.rounds) else ():
            table = tuple(group[one] for one in plan.games[index] if group[one] in here)
            if len(table) > 1:
                tables.append(table)
    playing = {player for table in tables for player in table}
    return FixedTables(tuple(tables), resting=tuple(sorted(here - playing)))


def _plan(group: Table, table_size: int) -> Schedule:
    """A group too small for the wanted tables plays at smaller ones."""
    return schedule(len(group), min(table_size, len(group)))


def _bracket(state: StageState) -> FixedTables | None:
    if not state.rounds:
        return _fixed(state, seeded_tables([one.player for one in state.active]))
    before = [seated(result) for result in state.rounds[-1]]
    if len(before) <= 1:
        return None
    seeds = {one.player: one.seed for one in state.participants}
    winners, seconds = _going_on(state.rounds[-1], seeds)
    gone = {one.player for one in state.participants if not one.active}
    return _fixed(
        state,
        next_tables(
            [one for one in winners if one not in gone], [one for one in seconds if one not in gone], before
        ),
    )


def _going_on(results: Sequence[Result], seeds: dict[str, int]) -> tuple[list[str], list[str]]:
    """The first and the second of each table, each by seed; a shared place goes to the better seed."""
    winners, seconds = [], []
    for result in results:
        order = sorted(result.seats, key=lambda seat: (seat.place, seeds[seat.player]))
        winners.append(order[0].player)
        seconds += [seat.player for seat in order[1:KNOCKOUT_ADVANCE] if not seat.forfeited]
    return sorted(winners, key=seeds.__getitem__), sorted(seconds, key=seeds.__getitem__)


def _fixed(state: StageState, tables: Sequence[Table]) -> FixedTables:
    last = len(tables) == 1
    played = [table for table in tables if last or not is_walkover(table)]
    through = [table for table in tables if not last and is_walkover(table)]
    return FixedTables(tuple(_seated(state, table) for table in played), through=tuple(through))


def walkover(game: str, table: Table, on: date) -> Result:
    """The record of a table whose players go on without playing, the better seed first."""
    kind = ResultKind.WALKOVER if len(table) > 1 else ResultKind.BYE
    return Result(game, on, tuple(Seat(player, place) for place, player in enumerate(table, start=1)), kind)


def _seated(state: StageState, players: Sequence[str]) -> Table:
    """The order that evens out the seats they had; else the better seed sits first."""
    counts = [state.seat_counts[player] for player in players]
    return tuple(players[one] for one in best_seating(range(len(players)), counts))
