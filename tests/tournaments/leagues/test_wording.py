"""Every code the engine can give has words."""

import pytest

from scoring.types import Violation, params
from tournaments.leagues.configuration import Configuration
from tournaments.leagues.wording import NAMES, describe_changes
from tournaments.pairing.pyramid import Move
from tournaments.shared import wording
from tournaments.shared.wording import describe_reason, describe_violation, shown_value
from tournaments.standings.schemes import SCHEMES, SharedPlaces
from tournaments.standings.tiebreakers import TIE_BREAKERS


def test_names():
    assert wording.SCHEMES.keys() == SCHEMES.keys()
    assert wording.TIE_BREAKERS.keys() == TIE_BREAKERS.keys() == wording.SHORT_TIE_BREAKERS.keys()
    assert wording.SHARED_PLACES.keys() == {one.value for one in SharedPlaces}
    assert wording.MOVES.keys() == {one.value for one in Move}


@pytest.mark.parametrize(
    ("value", "told"), [("5", "5"), ("10/3", "3.33"), ("5/2", "2.5"), ("-1/2", "−0.5"), ("1234", "1,234")]
)
def test_points_are_written_without_needless_decimals(value, told):
    assert shown_value("points", value) == told


@pytest.mark.parametrize(
    ("reason", "told"),
    [
        (None, ""),
        (
            {"code": "points", "params": {"ahead": "8", "behind": "6"}},
            "Ann has more points than Bob: 8 to 6.",
        ),
        (
            {"code": "tie.wins", "params": {"ahead": "2", "behind": "1"}},
            "Level on points. Wins: Ann 2, Bob 1.",
        ),
        ({"code": "tie.lot", "params": {}}, "Level in everything; the lot decided for Ann before Bob."),
        ({"code": "status.withdrawn", "params": {}}, "Bob has withdrawn."),
        (
            {"code": "status.too_few_games", "params": {"games": "1", "minimum": "3"}},
            "Bob has played 1 of the 3 games needed for a place.",
        ),
    ],
)
def test_why_one_stands_before_another(reason, told):
    assert describe_reason(reason, ahead="Ann", behind="Bob") == told


def test_every_setting_has_a_name_and_its_values_words():
    stored = Configuration().as_stored()
    rules = stored.pop("rules")
    fixed = {"bye_points", "forfeit_points", "lot_seed"}
    assert NAMES.keys() | {"values"} == {
        "name",
        "starts_on",
        "ends_on",
        "enrolment",
        *stored,
        *(rules.keys() - fixed),
    }


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"ends_on": ["2026-05-31", "2026-06-01"]}, ["Last day: 31 May 2026 → 1 June 2026"]),
        ({"scheme": ["5-3-2-1", "wins"]}, ["Points: 5 – 3 – 2 – 1 → Wins only"]),
        (
            {"values": [{"4": ["5", "3"], "3": ["5"]}, {"4": ["11/2", "3"], "3": ["5"]}]},
            ["Points at a table of four: 5 – 3 → 5.5 – 3"],
        ),
        (
            {
                "scheme": ["5-3-2-1", "4-2-1-0"],
                "values": [{"4": ["5", "3", "2", "1"]}, {"4": ["4", "2", "1", "0"]}],
            },
            ["Points: 5 – 3 – 2 – 1 → 4 – 2 – 1 – 0"],
        ),
        ({"best_games": [None, 8]}, ["Only the best games count: – → 8"]),
        (
            {"scale_short_tables": [False, True]},
            ["A win at a smaller table is worth as much as at a table of four: no → yes"],
        ),
        ({"tie_breakers": [["wins", "lot"], ["total_vp", "lot"]]}, ["Ties: Wins → Total VP"]),
        ({"seat_counts": [[2, 3, 4], [4]]}, ["Tables that count: 2, 3, 4 → 4"]),
        ({"required": [[], ["train:full"]]}, ["Only games played with: – → Train module: Full"]),
    ],
)
def test_changed_settings_are_told_in_words(changed, told):
    assert describe_changes(changed, "clans_of_caledonia") == told


def test_a_mistake_without_words_is_not_hidden():
    assert "new.code" in describe_violation(Violation("new.code", "scheme", params()))
