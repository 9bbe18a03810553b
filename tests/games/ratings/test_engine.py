"""The filter: figures worked out independently of this code, and what must hold for every game."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.ratings.engine.reference import (
    Belief,
    Parameters,
    chance_ahead,
    clan_prior,
    exponential,
    play_game,
    player_prior,
    position_prior,
    steps,
    strength,
)

PARAMETERS = Parameters()


class Beliefs:
    """Components by name, each at its prior when first met."""

    def __init__(self):
        self.index, self.means, self.variances = {}, [], []

    def at(self, kind, name):
        priors = {"player": player_prior, "clan": clan_prior, "position": position_prior}
        if (kind, name) not in self.index:
            self.index[kind, name] = len(self.means)
            prior = priors[kind](PARAMETERS)
            self.means.append(prior.mean)
            self.variances.append(prior.variance)
        return self.index[kind, name]

    def play(self, *seats):
        """Each seat: player, clan or None, place; the seats are in turn order."""
        components = []
        for turn, (player, clan, _) in enumerate(seats, start=1):
            components.append([self.at("player", player)])
            if clan:
                components[-1].append(self.at("clan", clan))
            components[-1].append(self.at("position", (len(seats), turn)))
        places = [place for _, _, place in seats]
        play_game(self.means, self.variances, components, places, PARAMETERS.drift)

    def __call__(self, kind, name):
        at = self.at(kind, name)
        return Belief(self.means[at], self.variances[at])


def close(*pair):
    return pytest.approx(pair, rel=0, abs=1e-12)


def test_two_fresh_players():
    after = Beliefs()
    after.play(("A", None, 1), ("B", None, 2))
    assert after("player", "A") == close(0.11659401878744086, 0.23551991795063051)
    assert after("player", "B") == close(-0.11659401878744086, 0.23551991795063051)
    assert after("position", (2, 1)) == close(0.01864758397240158, 0.03962704832055198)


def test_a_tie_at_a_table_of_four_and_a_second_game():
    after = Beliefs()
    after.play(("A", "campbell", 1), ("B", "stewart", 2), ("C", "robertson", 2), ("D", "buchanan", 4))
    assert after("player", "A") == close(0.3007033645271827, 0.2124970442658758)
    assert after("player", "B") == after("player", "C") == close(0, 0.2124970442658758)
    assert after("player", "D") == close(-0.3007033645271827, 0.2124970442658758)
    assert after("clan", "campbell") == close(0.04809330100394767, 0.03903813397992106)

    after.play(("D", "campbell", 1), ("C", "stewart", 2), ("A", None, 3))
    assert after("player", "A") == close(0.07117453528870646, 0.19338374265439667)
    assert after("player", "C") == close(0.0021938944247491066, 0.1932025314923015)
    assert after("player", "D") == close(-0.07721605705357917, 0.19364091616831683)
    assert after("clan", "campbell") == close(0.08913115965383263, 0.03839896853048334)
    assert after("position", (3, 1)) == close(0.04204899616461428, 0.03932894954835539)
    # 1512.364283 and 76.393126, to a tenth.
    assert after("player", "A").rating == 1512.4
    assert after("player", "A").deviation == 76.4
    assert after("player", "A").floor == 1359.6


def test_a_clan_in_two_seats_moves_by_both():
    means, variances = [0.0, 0.0, 0.0], [0.25, 0.25, 0.04]
    play_game(means, variances, [[0, 2], [1, 2]], [1, 2], 0.01)
    assert means[2] == 0
    alone_means, alone_variances = [0.0, 0.0, 0.0, 0.0], [0.25, 0.25, 0.04, 0.04]
    play_game(alone_means, alone_variances, [[0, 2], [1, 3]], [1, 2], 0.01)
    assert variances[2] == pytest.approx(0.04 - 2 * (0.04 - alone_variances[2]), abs=1e-15)


def test_prediction_takes_uncertainty_in():
    sure, unsure = Belief(0.5, 0.0), Belief(0.5, 0.5)
    other = Belief(0.0, 0.0)
    assert chance_ahead(sure, other) == pytest.approx(1 / (1 + math.exp(-0.5)), abs=1e-15)
    expected = 1 / (1 + math.exp(-0.5 / math.sqrt(1 + math.pi * 0.5 / 8)))
    assert chance_ahead(unsure, other) == pytest.approx(expected, abs=1e-15)
    assert chance_ahead(unsure, other) + chance_ahead(other, unsure) == pytest.approx(1, abs=1e-15)


@given(st.floats(-700, 700))
def test_our_exponential_is_the_exponential(x):
    assert exponential(x) == pytest.approx(math.exp(x), rel=4e-16)


def test_our_exponential_stays_within_floats():
    assert exponential(1e9) == exponential(700.0)
    assert exponential(-1e9) == exponential(-700.0) > 0


means = st.floats(-2, 2)
tables = st.integers(2, 5).flatmap(
    lambda seats: st.tuples(
        st.lists(means, min_size=seats, max_size=seats),
        st.lists(st.integers(1, seats), min_size=seats, max_size=seats),
        st.permutations(range(seats)),
    )
)


@given(tables, st.floats(0.01, 1))
@settings(max_examples=50)
def test_what_one_gains_the_others_lose_when_all_are_equally_uncertain(table, variance):
    """Equal information as well: at one table of equal means."""
    _, places, _ = table
    moves = steps([Belief(0.3, variance)] * len(places), places)
    assert math.fsum(gain for gain, _ in moves) == pytest.approx(0, abs=1e-12)


@given(tables)
@settings(max_examples=50)
def test_equal_places_move_equally_and_better_ones_further(table):
    _, places, _ = table
    moves = steps([Belief(0.0, 0.3)] * len(places), places)
    for seat, (gain, _) in enumerate(moves):
        for other, (other_gain, _) in enumerate(moves):
            if places[seat] == places[other]:
                assert gain == pytest.approx(other_gain, abs=1e-12)
            elif places[seat] < places[other]:
                assert gain > other_gain


@given(tables)
@settings(max_examples=50)
def test_the_order_of_seats_on_the_sheet_is_nothing(table):
    strengths, places, order = table
    seats = [Belief(mean, 0.3) for mean in strengths]
    moves = steps(seats, places)
    shuffled = steps([seats[at] for at in order], [places[at] for at in order])
    for at, (gain, loss) in zip(order, shuffled, strict=True):
        assert (gain, loss) == pytest.approx(moves[at], abs=1e-12)


def test_strength_adds_up():
    assert strength([Belief(0.5, 0.25), Belief(-0.1, 0.04)]) == pytest.approx((0.4, 0.29))
    assert strength([]) == (0, 0)
