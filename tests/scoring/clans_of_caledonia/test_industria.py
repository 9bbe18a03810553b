"""Rewards, deliveries and milestones among people."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.clans_of_caledonia import industria
from scoring.clans_of_caledonia.ruleset import ClansOfCaledonia
from tests.scoring.clans_of_caledonia.sheets import automa, human, keys, line, points, scored

CLANS = ClansOfCaledonia()


def from_outside(text: str) -> str:
    """An equal text that is another object, as it comes from a parsed sheet."""
    return "".join(list(text))


def test_the_worked_example_of_the_rulebook_on_rewards() -> None:
    # Industria 8.1: two players, 9 cotton against 11 sugar cane give 0 and 8.
    seats = (human(contracts=4, cotton=9), human(contracts=4, sugar_cane=11))
    breakdown = scored(*seats, reward="imports_of_one_kind")
    assert points(breakdown, "reward") == [0, 8]
    assert [line(breakdown, seat, "reward").quantity for seat in (0, 1)] == [9, 11]
    assert ("reward_measure", {"measure": "imports_of_one_kind"}) in [
        (note.code, dict(note.params)) for note in breakdown.notes
    ]


@pytest.mark.parametrize(
    ("reward", "values"),
    [
        ("imports_of_one_kind", {"cotton": 1, "tobacco": 5, "sugar_cane": 4, "contracts": 4}),
        ("imports_of_one_kind", {"cotton": 5, "tobacco": 1, "sugar_cane": 4, "contracts": 4}),
        ("imports_of_one_kind", {"cotton": 1, "tobacco": 2, "sugar_cane": 5, "contracts": 4}),
        ("glory", {"glory": 5}),
        ("money", {"money": 5}),
        ("basic_goods", {"basic_goods": None, "wool": 2, "grain": 3}),
        ("processed_goods", {"processed_goods": 5}),
        ("units", {"reward_value": 5}),
        ("units_in_one_settlement", {"reward_value": 5}),
        ("river_units", {"reward_value": 5}),
        ("loch_units", {"reward_value": 5}),
    ],
)
def test_what_each_reward_measures(reward: str, values: dict[str, Any]) -> None:
    others = {"reward_value": 0} if "reward_value" in values else {}
    breakdown = scored(human(**values), human(**others), reward=from_outside(reward))
    assert [line(breakdown, seat, "reward").quantity for seat in (0, 1)] == [5, 0]
    assert points(breakdown, "reward") == [8, 0]


def test_a_measure_is_known_by_its_text_whatever_object_that_is() -> None:
    raw = {"seats": [human(contracts=4, cotton=1, tobacco=3), human(contracts=4, sugar_cane=2)]}
    sheet = CLANS.check(raw).sheet
    assert sheet is not None
    reward = from_outside("imports_of_one_kind")
    assert [industria.measure(reward, seat) for seat in sheet.seats] == [3, 2]


def test_hops_are_no_import_for_the_reward() -> None:
    seats = (human(contracts=3, hops=9, cotton=1), human(contracts=3, cotton=2))
    assert points(scored(*seats, reward="imports_of_one_kind"), "reward") == [0, 8]


@pytest.mark.parametrize(("number", "vp"), list(enumerate((0, 2, 5, 9, 14, 20))))
def test_deliveries(number: int, vp: int) -> None:
    breakdown = scored(human(deliveries=number), human(deliveries=0), train="full")
    found = line(breakdown, 0, "deliveries")
    assert (found.quantity, found.unit, found.vp, found.explanation.code) == (number, None, vp, "deliveries")


def claims(*places: int) -> dict[str, int]:
    return {f"milestone_{slot}": place for slot, place in enumerate(places, start=1)}


def test_milestones_of_four_people() -> None:
    # Industria 5.4.5: 8/4/2/0 for the first, second, third and fourth to claim.
    seats = [human(deliveries=4, **claims(*([place] * 4))) for place in (1, 2, 3, 4)]
    breakdown = scored(*seats, train="full")
    assert points(breakdown, "milestones") == [32, 16, 8, 0]
    found = line(breakdown, 1, "milestones")
    assert found.quantity == 4
    assert found.explanation.code == "milestones_by_place"
    assert dict(found.explanation.params) == {"places": (2, 2, 2, 2), "points": (4, 4, 4, 4)}


def test_a_milestone_without_vp_is_no_term_of_the_sum() -> None:
    seats = [human(deliveries=4, **claims(place, 5 - place)) for place in (1, 2, 3, 4)]
    breakdown = scored(*seats, train="full")
    assert dict(line(breakdown, 0, "milestones").explanation.params) == {"places": (1, 4), "points": (8,)}
    last = scored(*[human(deliveries=4, **claims(place)) for place in (1, 2, 3, 4)], train="full")
    found = line(last, 3, "milestones")
    assert (found.vp, found.explanation.code) == (0, "milestones_without_vp")
    assert dict(found.explanation.params) == {"places": (4,)}


def test_milestones_not_claimed_give_nothing() -> None:
    seats = (
        human(deliveries=2, milestone_1=1, milestone_3=1),
        human(deliveries=1, milestone_1=2),
        human(deliveries=0),
    )
    breakdown = scored(*seats, train="full")
    assert points(breakdown, "milestones") == [16, 4, 0]
    assert [line(breakdown, seat, "milestones").quantity for seat in (0, 1, 2)] == [2, 1, 0]


@pytest.mark.parametrize(
    ("train", "expected"),
    # Industria 5.4.6: 6/2 with two players; 7.3.2: the simplified module uses the side for 3 and 4.
    [("full", [8, 6]), ("milestones_only", [8, 6]), ("simplified", [12, 8])],
)
def test_milestones_of_two_people(train: str, expected: list[int]) -> None:
    deliveries = {"deliveries": 2} if train == "full" else {}
    seats = (human(**deliveries, **claims(1, 2)), human(**deliveries, **claims(0, 1)))
    breakdown = scored(*seats, train=from_outside(train))
    assert points(breakdown, "milestones") == expected


def test_without_full_trains_there_are_no_deliveries() -> None:
    for train in ("milestones_only", "simplified"):
        breakdown = scored(human(**claims(1, 1, 1, 1)), human(), human(), train=train)
        assert "deliveries" not in keys(breakdown, 0)
        assert points(breakdown, "milestones") == [32, 0, 0]


def test_lines_of_the_modules_stand_in_order() -> None:
    seats = (human(bid=0, deliveries=0), human(bid=1, deliveries=0))
    breakdown = scored(*seats, train="full", reward="glory", auction=True)
    assert keys(breakdown, 0)[-4:] == ["reward", "deliveries", "milestones", "bid"]


def test_with_an_automa_rewards_and_milestones_are_a_game_of_the_people() -> None:
    # Automa booklet 8.1 and 8.2: two people play for 8/0 and 6/2, three for 12/6 and 8/4/2.
    two = scored(
        human(glory=9, deliveries=1, milestone_1=1),
        automa(level=2),
        human(glory=5, deliveries=1, milestone_1=2),
        train="full",
        reward="glory",
    )
    assert points(two, "reward") == [8, 0]
    assert points(two, "milestones") == [6, 2]
    three = scored(
        human(glory=9, deliveries=1, milestone_1=1),
        human(glory=5, deliveries=1, milestone_1=3),
        human(glory=7, deliveries=1, milestone_1=2),
        automa(level=2),
        train="full",
        reward="glory",
    )
    assert points(three, "reward") == [12, 0, 6]
    assert points(three, "milestones") == [8, 2, 4]
