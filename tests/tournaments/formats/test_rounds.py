"""From results so far to the next round."""

from __future__ import annotations

import itertools
from dataclasses import replace
from fractions import Fraction

import pytest

from tests.tournaments.formats.events import DAY, finished, played, stage, state
from tournaments.formats.rounds import FixedTables, groups, next_round
from tournaments.formats.stages import Kind
from tournaments.formats.state import StageState
from tournaments.pairing.request import DrawRequest, Method, Weights
from tournaments.standings.results import Result, ResultKind, Seat
from tournaments.standings.rules import Rules
from tournaments.standings.schemes import SCHEMES


def request(of: StageState, **options: object) -> DrawRequest:
    plan = next_round(of, seed="s", **options)  # type: ignore[arg-type]
    assert isinstance(plan, DrawRequest)
    return plan


def fixed(of: StageState) -> FixedTables:
    plan = next_round(of, seed="s")
    assert isinstance(plan, FixedTables)
    return plan


def test_a_swiss_round_knows_all_that_happened() -> None:
    before = state(stage(Kind.SWISS, rounds=3), 8)
    bye = Result("b", DAY, (Seat("p08", 1),), ResultKind.BYE)
    tables = (finished(["p02", "p01", "p03", "p04"], "1"), finished(["p05", "p06", "p07"], "2"), bye)
    asked = request(replace(before, rounds=(tables,)))
    by_name = {one.player: one for one in asked.entrants}
    assert (by_name["p01"].score, by_name["p02"].score, by_name["p08"].score) == (5, 3, Fraction(11, 4))
    assert by_name["p01"].seats == (0, 1, 0, 0)
    assert (by_name["p05"].short, by_name["p01"].short, by_name["p08"].byes) == (1, 0, 1)
    assert asked.meetings["p01", "p02"] == 1
    assert ("p04", "p05") not in asked.meetings
    assert (asked.method, asked.seed, asked.win) == (Method.SCORES, "s/2", 5)


def test_the_first_round_follows_the_organisers_choice() -> None:
    for method in Method:
        assert request(state(stage(Kind.SWISS, first_round=method), 8)).method is method


def test_acceleration_lasts_two_rounds() -> None:
    one = state(stage(Kind.SWISS, rounds=4, first_round=Method.ACCELERATED), 4)
    tables = (finished(["p01", "p02", "p03", "p04"], "1"),)
    methods = [request(replace(one, rounds=(tables,) * count)).method for count in range(4)]
    assert methods == [Method.ACCELERATED, Method.ACCELERATED, Method.SCORES, Method.SCORES]


def test_heats_are_drawn_by_lot_every_time_and_end() -> None:
    one = state(stage(Kind.HEATS, rounds=2), 4)
    tables = (finished(["p01", "p02", "p03", "p04"], "1"),)
    assert request(replace(one, rounds=(tables,))).method is Method.RANDOM
    assert next_round(replace(one, rounds=(tables, tables)), seed="s") is None


def test_only_active_players_are_drawn() -> None:
    one = state(stage(Kind.SWISS), 9)
    late = replace(one, participants=(*one.participants[:8], one.participants[8]._replace(active=False)))
    assert len(request(late).entrants) == 8
    alone = replace(
        one, participants=tuple(each._replace(active=each.seed == 1) for each in one.participants)
    )
    assert next_round(alone, seed="s") is None


def test_weights_and_shares_of_vp_reach_the_draw() -> None:
    rules = Rules(scheme=SCHEMES["vp_share"])
    asked = request(state(stage(Kind.SWISS, rules=rules), 8), weights=Weights(club=0))
    assert asked.win == Fraction(25, 2)
    assert asked.weights.club == 0


def test_a_round_robin_plays_its_schedule_and_ends() -> None:
    now = state(stage(Kind.ROUND_ROBIN), 7)
    tables = []
    while (plan := next_round(now, seed="s")) is not None:
        assert isinstance(plan, FixedTables)
        assert len(plan.resting) == 3
        tables += plan.tables
        now = played(now, plan)
    assert len(tables) == 7
    assert set(now.meetings.values()) == {2}
    assert len(now.meetings) == 21
    assert set(now.seat_counts.values()) == {(1, 1, 1, 1)}


def test_groups_are_equally_strong_and_play_side_by_side() -> None:
    now = state(stage(Kind.GROUPS, group_size=5), 10)
    assert groups(now) == (("p01", "p04", "p05", "p08", "p09"), ("p02", "p03", "p06", "p07", "p10"))
    rounds = 0
    while (plan := next_round(now, seed="s")) is not None:
        assert isinstance(plan, FixedTables)
        assert len(plan.tables) == 2
        now = played(now, plan)
        rounds += 1
    assert rounds == 5
    assert set(now.meetings.values()) == {3}


@pytest.mark.parametrize(
    ("players", "sizes"), [(7, [7]), (10, [10]), (12, [6, 6]), (25, [7, 6, 6, 6]), (40, [7, 7, 7, 7, 6, 6])]
)
def test_groups_come_near_the_wanted_size(players: int, sizes: list[int]) -> None:
    found = groups(state(stage(Kind.GROUPS, group_size=7), players))
    assert sorted((len(group) for group in found), reverse=True) == sizes


def test_who_drops_out_of_a_group_leaves_a_seat_empty() -> None:
    now = state(stage(Kind.GROUPS, group_size=5), 5)
    gone = tuple(one._replace(active=one.seed != 1) for one in now.participants)
    sizes = []
    now = replace(now, participants=gone)
    for _ in range(5):
        plan = fixed(now)
        sizes += [len(table) for table in plan.tables]
        now = played(now, plan)
    assert sorted(sizes) == [3, 3, 3, 3, 4]


def test_a_knockout_of_sixteen_has_the_known_seeding() -> None:
    now = state(stage(Kind.KNOCKOUT), 16)
    plan = fixed(now)
    seeds = [sorted(int(player[1:]) for player in table) for table in plan.tables]
    assert seeds == [[1, 8, 9, 16], [2, 7, 10, 15], [3, 6, 11, 14], [4, 5, 12, 13]]
    now = played(now, plan)
    semifinals = fixed(now)
    assert {frozenset(table) for table in semifinals.tables} <= {
        frozenset(f"p{seed:02}" for seed in seeds)
        for seeds in ([1, 4, 6, 7], [1, 4, 5, 8], [2, 3, 5, 8], [2, 3, 6, 7])
    }
    # Nobody meets the second of their own table again at once.
    assert all(
        now.meetings[one, other] == 0
        for table in semifinals.tables
        for one in table
        for other in table
        if one < other
    )
    now = played(now, semifinals)
    final = fixed(now)
    assert len(final.tables) == 1
    now = played(now, final)
    assert next_round(now, seed="s") is None


@pytest.mark.parametrize("players", range(2, 40))
def test_every_knockout_ends_with_one_table_and_halves_its_tables(players: int) -> None:
    now = state(stage(Kind.KNOCKOUT), players)
    counts = []
    while (plan := next_round(now, seed="s")) is not None:
        assert isinstance(plan, FixedTables)
        tables = [*plan.tables, *plan.through]
        everyone = [player for table in tables for player in table]
        assert len(everyone) == len(set(everyone))
        assert all(2 < len(table) <= 4 for table in plan.tables) or len(tables) == 1
        assert all(len(table) == 2 for table in plan.through)
        counts.append(len(tables))
        now = played(now, plan)
    assert counts[-1] == 1
    assert all(2 * later == earlier for earlier, later in itertools.pairwise(counts))


def test_a_final_table_plays_its_games_with_changing_seats() -> None:
    now = state(stage(Kind.FINAL, rounds=4), 4)
    for _ in range(4):
        now = played(now, fixed(now))
    assert next_round(now, seed="s") is None
    assert set(now.seat_counts.values()) == {(1, 1, 1, 1)}
