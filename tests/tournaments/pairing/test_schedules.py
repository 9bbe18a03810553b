"""Schedules of groups: every promise of balance is proved by counting, for every supported size."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from tournaments.pairing.schedules import GROUP_SIZES, Schedule, ScheduleError, balance, choices, schedule

EVERY = [(players, seats) for seats, sizes in GROUP_SIZES.items() for players in sizes]


def pairs_of(one: Schedule) -> Counter[frozenset[int]]:
    return Counter(frozenset(pair) for table in one.games for pair in itertools.combinations(table, 2))


@pytest.mark.parametrize(("players", "seats"), EVERY)
def test_every_schedule_is_legal_and_as_balanced_as_counted(players: int, seats: int) -> None:
    for one in choices(players, seats):
        played = Counter(player for table in one.games for player in table)
        assert set(played) == set(range(players))
        assert set(played.values()) == {one.games_each}
        assert all(len(set(table)) == len(table) == seats for table in one.games)
        met = pairs_of(one)
        meetings = [met[frozenset(pair)] for pair in itertools.combinations(range(players), 2)]
        seated = Counter((player, seat) for table in one.games for seat, player in enumerate(table))
        times = [seated[player, seat] for player in range(players) for seat in range(seats)]
        counted = balance(one)
        assert counted.meetings == (min(meetings), max(meetings))
        assert counted.seat_counts == (min(times), max(times))
        assert counted.games_each == (one.games_each, one.games_each)
        # Seats are never further apart than divisibility demands.
        assert max(times) - min(times) == (one.games_each % seats > 0)


@pytest.mark.parametrize(("players", "seats"), EVERY)
def test_the_recommended_schedule_has_meetings_as_equal_as_can_be(players: int, seats: int) -> None:
    least, most = balance(schedule(players, seats)).meetings
    games = len(schedule(players, seats).games)
    pairs = players * (players - 1) // 2
    handed_out = games * seats * (seats - 1) // 2
    assert (least, most) == (handed_out // pairs, -(-handed_out // pairs))


@pytest.mark.parametrize(("players", "seats"), EVERY)
def test_rounds_hold_every_game_once_and_nobody_twice(players: int, seats: int) -> None:
    for one in choices(players, seats):
        assert sorted(index for group in one.rounds for index in group) == list(range(len(one.games)))
        for group in one.rounds:
            busy = [player for index in group for player in one.games[index]]
            assert len(busy) == len(set(busy))


@pytest.mark.parametrize(
    ("players", "seats", "games_each", "meetings"),
    [(7, 4, 4, 2), (13, 4, 4, 1), (5, 4, 4, 3), (7, 3, 3, 1), (8, 4, 7, 3), (16, 4, 5, 1), (9, 3, 4, 1)],
)
def test_known_designs_are_perfect(players: int, seats: int, games_each: int, meetings: int) -> None:
    one = schedule(players, seats)
    assert one.games_each == games_each
    assert balance(one).meetings == (meetings, meetings)


@pytest.mark.parametrize(
    ("players", "seats", "start"),
    [(7, 4, (0, 3, 5, 6)), (13, 4, (0, 1, 3, 9)), (5, 4, (0, 1, 2, 3)), (7, 3, (0, 1, 3))],
)
def test_cyclic_schedules_shift_their_first_table(players: int, seats: int, start: tuple[int, ...]) -> None:
    one = schedule(players, seats)
    assert one.games == tuple(
        tuple((offset + shift) % players for offset in start) for shift in range(players)
    )
    assert balance(one).perfect


@pytest.mark.parametrize(
    ("players", "seats", "rounds"), [(8, 4, 7), (16, 4, 5), (9, 3, 4), (6, 2, 5), (7, 2, 7)]
)
def test_geometries_and_round_robins_use_the_fewest_rounds(players: int, seats: int, rounds: int) -> None:
    assert len(schedule(players, seats).rounds) == rounds


def test_an_organiser_can_choose_another_number_of_games() -> None:
    assert [one.games_each for one in choices(8, 4)] == [7, 4, 8]
    assert schedule(8, 4, games_each=4).games_each == 4
    with pytest.raises(ScheduleError, match=r"schedule\.games"):
        schedule(8, 4, games_each=5)


@pytest.mark.parametrize(
    ("players", "seats", "code"),
    [
        (3, 4, "schedule.players"),
        (17, 4, "schedule.players"),
        (1, 2, "schedule.players"),
        (7, 5, "schedule.seats"),
    ],
)
def test_impossible_groups_are_refused(players: int, seats: int, code: str) -> None:
    with pytest.raises(ScheduleError) as refused:
        schedule(players, seats)
    assert refused.value.code == code
    assert refused.value.params["seats" if code == "schedule.seats" else "players"] in (players, seats)
