"""Chances at a table: by hand where that is possible, and as chances must be everywhere."""

from itertools import permutations
from math import exp, log, pi, sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.ratings.engine.forecast import chance_of_order, forecast
from games.ratings.engine.reference import Belief, chance_ahead

strengths = st.builds(Belief, st.floats(-3, 3), st.floats(0, 1))
tables = st.lists(strengths, min_size=2, max_size=4)


def test_two_seats_are_the_ratings_own_prediction():
    first, second = Belief(0.4, 0.2), Belief(-0.1, 0.3)
    expected = 1 / (1 + exp(-0.5 / sqrt(1 + pi * 0.5 / 8)))
    assert forecast([first, second]).wins[0] == pytest.approx(expected, abs=1e-15)
    assert forecast([first, second]).wins[0] == pytest.approx(chance_ahead(first, second), abs=1e-12)


def test_three_seats_by_hand():
    # Without uncertainty the weights are 3 : 2 : 1. First place: 1/2, 1/3, 1/6. Second for the strongest:
    # behind the second 2/6 * 3/4, behind the third 1/6 * 3/5.
    seats = [Belief(log(3), 0), Belief(log(2), 0), Belief(0, 0)]
    outcome = forecast(seats)
    assert outcome.wins == pytest.approx((1 / 2, 1 / 3, 1 / 6))
    assert outcome.places[0][1] == pytest.approx(1 / 4 + 1 / 10)
    assert chance_of_order(seats, (1, 2, 3)) == pytest.approx(1 / 2 * 2 / 3)
    # The last two level: second and third in either order.
    assert chance_of_order(seats, (1, 2, 2)) == pytest.approx(1 / 2)


def test_what_is_less_known_is_nearer_to_a_draw():
    sure = forecast([Belief(1, 0), Belief(0, 0), Belief(0, 0)]).wins[0]
    unsure = forecast([Belief(1, 0.5), Belief(0, 0.5), Belief(0, 0.5)]).wins[0]
    assert 1 / 3 < unsure < sure


@settings(max_examples=60, deadline=None)
@given(tables)
def test_chances_add_up_and_agree_with_the_chances_of_all_orders(seats):
    outcome = forecast(seats)
    for chances in outcome.places:
        assert sum(chances) == pytest.approx(1)
    for place in range(len(seats)):
        assert sum(chances[place] for chances in outcome.places) == pytest.approx(1)
    orders = list(permutations(range(1, len(seats) + 1)))
    assert sum(chance_of_order(seats, order) for order in orders) == pytest.approx(1)
    for seat, chances in enumerate(outcome.places):
        for place, chance in enumerate(chances, 1):
            counted = sum(chance_of_order(seats, order) for order in orders if order[seat] == place)
            assert chance == pytest.approx(counted, abs=1e-12)


@settings(max_examples=60, deadline=None)
@given(tables)
def test_the_stronger_seat_wins_more_often_and_expects_a_better_place(seats):
    outcome = forecast(seats)
    by_strength = sorted(range(len(seats)), key=lambda seat: seats[seat].mean)
    wins = [outcome.wins[seat] for seat in by_strength]
    expected = [outcome.expected_places[seat] for seat in by_strength]
    assert wins == pytest.approx(sorted(wins))
    assert expected == pytest.approx(sorted(expected, reverse=True))
