"""Whole events with bots."""

from __future__ import annotations

import math
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.formats.events import stage
from tournaments.formats.simulation import Outcome, outcome, play_event, quality
from tournaments.formats.stages import Kind
from tournaments.pairing.draw import Draw
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


def test_two_formats_that_begin_alike_are_alike_until_they_differ() -> None:
    strengths = {f"b{number}": number / 3 for number in range(9)}
    draws: dict[str, Draw] = {}
    short, long = (
        play_event([stage(Kind.SWISS, rounds=rounds)], strengths, seed="x", draws=draws) for rounds in (2, 4)
    )
    assert long.stages[0].rounds[:2] == short.stages[0].rounds
    assert len(draws) == 4
    # Heats are drawn without scores: the first round is the same, and so is how well everybody plays in it.
    heats = play_event([stage(Kind.HEATS, rounds=2)], strengths, seed="x", draws=draws)
    assert heats.stages[0].rounds[0] == short.stages[0].rounds[0]
    assert len(draws) == 5


def test_more_rounds_find_the_order_better() -> None:
    strengths = {f"b{number}": number / 2 for number in range(8)}

    def agreement(rounds: int) -> float:
        swiss = [stage(Kind.SWISS, rounds=rounds)]
        orders = [play_event(swiss, strengths, seed=f"{number}").order for number in range(12)]
        return quality([outcome(order, strengths) for order in orders]).agreement.mean

    assert agreement(1) + 0.1 < agreement(5)


def test_kept_draws_change_nothing() -> None:
    strengths = {f"b{number}": number / 3 for number in range(9)}
    draws: dict[str, Draw] = {}
    for name in EVENTS:
        kept = play_event(EVENTS[name], strengths, seed="x", draws=draws)
        assert kept == play_event(EVENTS[name], strengths, seed="x"), name


def test_figures_say_what_happened_and_how_sure_it_is() -> None:
    found = quality([Outcome(1, 0.5), Outcome(1, 0.7), Outcome(6, 0.0), Outcome(2, 0.8)])
    assert found.best_wins.mean == 0.5
    assert found.best_wins.error == pytest.approx(math.sqrt(1 / 3) / 2)
    assert found.best_in_four.mean == 0.75
    assert found.place_of_best.mean == 2.5
    assert found.agreement.mean == pytest.approx(0.5)
    assert found.events == 4
    assert quality([Outcome(3, 0.1)]).place_of_best == (3, 0)


def test_byes_are_part_of_an_event_of_duels() -> None:
    event = play_event(EVENTS["duels"], {f"b{number}": 0.0 for number in range(5)}, seed="x")
    byes = [result.seats[0].player for result in event.stages[0].results if result.kind is ResultKind.BYE]
    assert len(byes) == len(set(byes)) == 3
