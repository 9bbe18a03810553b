"""Whole events with bots."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.formats.events import stage
from tournaments.formats.simulation import measure, play_event
from tournaments.formats.stages import Kind, Stage
from tournaments.standings.results import ResultKind, check_result

EVENTS = {
    "swiss and final": [stage(Kind.SWISS, rounds=3, advance=4), stage(Kind.FINAL)],
    "groups and knockout": [stage(Kind.GROUPS, group_size=5, advance=8), stage(Kind.KNOCKOUT)],
    "round robin": [stage(Kind.ROUND_ROBIN)],
    "heats": [stage(Kind.HEATS, rounds=2, advance=3), stage(Kind.FINAL, rounds=2)],
    "duels": [stage(Kind.SWISS, rounds=3, table_size=2)],
}


@pytest.mark.parametrize("name", EVENTS)
@settings(deadline=None, max_examples=3)
@given(players=st.integers(9, 11), seed=st.text(max_size=3))
def test_everyone_plays_legal_rounds_and_has_a_place(name: str, players: int, seed: str) -> None:
    strengths = {f"b{number}": number / 3 for number in range(players)}
    event = play_event(EVENTS[name], strengths, seed=seed)
    assert sorted(event.order) == sorted(strengths)
    for state in event.stages:
        for results in state.rounds:
            assert all(check_result(result) == () for result in results)
            times = Counter(seat.player for result in results for seat in result.seats)
            assert set(times.values()) <= {1}
            if state.stage.kind in (Kind.SWISS, Kind.HEATS):
                assert set(times) == {one.player for one in state.participants}
    again = play_event(EVENTS[name], strengths, seed=seed)
    assert again == event


def test_a_much_stronger_player_wins_nearly_always() -> None:
    strengths = {f"b{number}": 12.0 if number == 3 else 0.0 for number in range(9)}
    for seed in range(5):
        assert play_event([stage(Kind.SWISS, rounds=3)], strengths, seed=str(seed)).order[0] == "b3"


def test_more_rounds_find_the_order_better() -> None:
    def agreement(rounds: int) -> float:
        found: list[Stage] = [stage(Kind.SWISS, rounds=rounds)]
        return measure(found, players=8, events=12, spread=1.5, seed="x").agreement

    assert agreement(1) < agreement(5)


def test_the_measure_counts_what_happened() -> None:
    quality = measure(EVENTS["round robin"], players=7, events=6, spread=3.0, seed="x")
    assert quality.events == 6
    assert 0 <= quality.best_wins <= quality.best_in_four <= 1
    assert 1 <= quality.mean_place_of_best <= 7
    assert quality.agreement > 0.5


def test_byes_are_part_of_an_event_of_duels() -> None:
    event = play_event(EVENTS["duels"], {f"b{number}": 0.0 for number in range(5)}, seed="x")
    byes = [result.seats[0].player for result in event.stages[0].results if result.kind is ResultKind.BYE]
    assert len(byes) == len(set(byes)) == 3
