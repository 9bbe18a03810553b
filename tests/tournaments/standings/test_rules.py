"""An organiser's choices, read from JSON."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.standings.seasons import rules as any_rules
from tournaments.standings.rules import Rules, read_points, read_rules
from tournaments.standings.schemes import SCHEMES

patient = settings(deadline=None, max_examples=40)


def test_nothing_said_means_the_defaults() -> None:
    assert read_rules({}).rules == Rules()
    assert Rules().scheme.key == "5-3-2-1"


@patient
@given(any_rules)
def test_rules_survive_json(rules: Rules) -> None:
    read = read_rules(json.loads(json.dumps(rules.as_json()))).rules
    assert read is not None
    assert read.as_json() == rules.as_json()
    assert (read.scheme, read.chain) == (rules.scheme, rules.chain)


@patient
@given(any_rules)
def test_the_lot_closes_every_chain_once(rules: Rules) -> None:
    assert rules.chain[-1] == "lot"
    assert rules.chain.count("lot") == 1


def test_own_values_are_exact() -> None:
    raw = {"scheme": "10-6-3-1", "values": {"4": ["7.5", 4, "1/3", 0]}}
    rules = read_rules(raw).rules
    assert rules is not None
    assert rules.scheme.values[4] == (Fraction(15, 2), 4, Fraction(1, 3), 0)
    assert rules.scheme.values[3] == SCHEMES["10-6-3-1"].values[3]


@pytest.mark.parametrize(
    ("raw", "code", "path"),
    [
        ({"scheme": "9-9"}, "scheme.unknown", "scheme"),
        ({"scheme": 5}, "scheme.unknown", "scheme"),
        ({"values": {"4": ["1", "2", "0", "0"]}}, "scheme.rising", "values[4][1]"),
        ({"values": {"4": ["a", "2", "0", "0"]}}, "rules.not_a_number", "values[4][0]"),
        ({"values": {"4": "5321"}}, "rules.not_a_table", "values[4]"),
        ({"values": {"four": [5, 3, 2, 1]}}, "rules.not_a_table", "values[four]"),
        ({"values": [5, 3]}, "rules.not_a_table", "values"),
        ({"shared_places": "lower"}, "rules.not_a_choice", "shared_places"),
        ({"scale_short_tables": "yes"}, "rules.not_a_choice", "scale_short_tables"),
        ({"tie_breakers": "wins"}, "rules.not_a_list", "tie_breakers"),
        ({"tie_breakers": ["wins", "luck"]}, "tie_breakers.unknown", "tie_breakers[1]"),
        ({"tie_breakers": ["wins", "wins"]}, "tie_breakers.twice", "tie_breakers[1]"),
        ({"tie_breakers": [["wins"]]}, "tie_breakers.unknown", "tie_breakers[0]"),
        ({"best_games": 0}, "rules.out_of_range", "best_games"),
        ({"best_games": True}, "rules.not_a_number", "best_games"),
        ({"games_per_opponent": "3"}, "rules.not_a_number", "games_per_opponent"),
        ({"minimum_games": -1}, "rules.out_of_range", "minimum_games"),
        ({"minimum_games": 1001}, "rules.out_of_range", "minimum_games"),
        ({"bye_points": "half"}, "rules.not_a_choice", "bye_points"),
        ({"forfeit_points": "much"}, "rules.not_a_number", "forfeit_points"),
        ({"forfeit_points": "1000000"}, "rules.out_of_range", "forfeit_points"),
        ({"lot_seed": "x" * 65}, "rules.too_long", "lot_seed"),
        ({"bonus": 3}, "rules.unknown", "bonus"),
    ],
)
def test_every_mistake_is_named_where_it_is(raw: dict[str, object], code: str, path: str) -> None:
    read = read_rules(raw)
    assert read.rules is None
    assert [(one.code, one.path) for one in read.violations] == [(code, path)]


def test_all_mistakes_are_named_at_once() -> None:
    assert len(read_rules({"scheme": "?", "best_games": 0, "bye_points": "?"}).violations) == 3


@pytest.mark.parametrize("text", ["1e9999999", "1/0", "", "nan", "1" * 30, True, None, 2.5, []])
def test_what_is_no_number_of_points_is_refused(text: object) -> None:
    assert read_points(text) is None


@patient
@given(
    st.dictionaries(
        st.sampled_from([*Rules().as_json(), "x"]),
        st.none()
        | st.booleans()
        | st.integers()
        | st.text(max_size=5)
        | st.lists(st.text(max_size=4), max_size=3),
    )
)
def test_no_input_breaks_the_reader(raw: dict[str, object]) -> None:
    read = read_rules(raw)
    assert (read.rules is None) == bool(read.violations)
