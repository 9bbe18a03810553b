"""One person alone (base rulebook, solo game; Industria 6), or alone against the Automa."""

from __future__ import annotations

from typing import Any

import pytest

from scoring.clans_of_caledonia import solo
from tests.scoring.clans_of_caledonia.sheets import automa, human, keys, line, points, scored


@pytest.mark.parametrize(
    ("contracts", "vp", "least"), [(0, 0, 5), (4, 0, 5), (5, 4, 5), (6, 8, 6), (7, 12, 7), (9, 12, 7)]
)
def test_exports_go_by_thresholds(contracts: int, vp: int, least: int) -> None:
    found = line(scored(human(contracts=contracts)), 0, "exports")
    assert (found.quantity, found.unit, found.vp) == (contracts, None, vp)
    code = "solo_threshold" if vp else "solo_below_thresholds"
    assert (found.explanation.code, dict(found.explanation.params)) == (code, {"least": least})


@pytest.mark.parametrize(
    ("connected", "vp"), [(0, 0), (7, 0), (8, 6), (10, 6), (11, 12), (13, 12), (14, 18), (20, 18)]
)
def test_settlements_go_by_thresholds(connected: int, vp: int) -> None:
    found = line(scored(human(settlements=connected)), 0, "settlements")
    assert (found.quantity, found.vp) == (connected, vp)
    assert dict(found.explanation.params) == {"least": {0: 8, 6: 8, 12: 11, 18: 14}[vp]}


@pytest.mark.parametrize(
    ("total", "title"),
    [
        (-40, "newbie"),
        (0, "newbie"),
        (115, "newbie"),
        (116, "rookie"),
        (130, "rookie"),
        (131, "average"),
        (145, "average"),
        (146, "expert"),
        (160, "expert"),
        (161, "genius"),
        (300, "genius"),
    ],
)
def test_titles(total: int, title: str) -> None:
    assert solo.title(total) == title


def test_the_title_is_a_note_of_the_game() -> None:
    breakdown = scored(human(glory=120))
    assert breakdown.notes[-1].code == "solo_title"
    assert dict(breakdown.notes[-1].params) == {"title": "rookie"}
    assert (breakdown.margin, breakdown.seats[0].place) == (None, 1)


def test_rarity_follows_the_quantities() -> None:
    breakdown = scored(human(contracts=6, cotton=6, tobacco=2, sugar_cane=4))
    assert points(breakdown, "cotton") == [18]
    assert points(breakdown, "tobacco") == [10]
    assert points(breakdown, "sugar_cane") == [16]


# card: value of 0 VP from, of +4 VP from (Industria 6.1 and the reward cards)
CARDS = {
    "units": (24, 27),
    "imports_of_one_kind": (7, 10),
    "glory": (42, 48),
    "money": (60, 75),
    "units_in_one_settlement": (5, 8),
    "basic_goods": (6, 8),
    "processed_goods": (8, 10),
    "river_units": (11, 14),
    "loch_units": (15, 18),
}


@pytest.mark.parametrize(("reward", "thresholds"), list(CARDS.items()))
def test_reward_cards(reward: str, thresholds: tuple[int, int]) -> None:
    zero_from, plus_from = thresholds
    for value, vp in (
        (zero_from - 1, -4),
        (zero_from, 0),
        (plus_from - 1, 0),
        (plus_from, 4),
        (plus_from + 400, 4),
    ):
        found = solo.reward_card(reward, value)
        assert (found.key, found.quantity, found.vp) == ("reward", value, vp)
        assert dict(found.explanation.params) == {"zero_from": zero_from, "plus_from": plus_from}


@pytest.mark.parametrize("others", [[], [automa()]])
def test_one_person_has_a_reward_card_also_against_the_automa(others: list[dict[str, Any]]) -> None:
    breakdown = scored(human(glory=48), *others, reward="glory")
    assert points(breakdown, "reward") == [4]
    assert line(breakdown, 0, "reward").explanation.code == "reward_card"


def test_milestones_go_by_round_and_the_railway_costs_thirty() -> None:
    # Industria 6.2: 10/8/6/4/2 for rounds 1 to 5, deliveries as usual, 30 off the final score.
    rounds = {"milestone_1_round": 1, "milestone_2_round": 3, "milestone_4_round": 5}
    breakdown = scored(human(deliveries=4, **rounds), train="full")
    found = line(breakdown, 0, "milestones")
    assert (found.quantity, found.vp, found.explanation.code) == (3, 18, "milestones_by_round")
    assert dict(found.explanation.params) == {"rounds": (1, 3, 5), "points": (10, 6, 2)}
    assert points(breakdown, "deliveries") == [14]
    railway = line(breakdown, 0, "railway")
    assert (railway.quantity, railway.unit, railway.vp) == (None, None, -30)
    assert railway.explanation.code == "solo_railway"
    assert breakdown.seats[0].total == 18 + 14 - 30


def test_each_round_of_a_milestone() -> None:
    assert [solo.milestones((claimed, 0, 0, 0)).vp for claimed in range(6)] == [0, 10, 8, 6, 4, 2]
    assert solo.milestones((0, 0, 0, 0)).explanation.code == "milestones_unclaimed"


def test_against_the_automa_the_railway_costs_nothing() -> None:
    breakdown = scored(human(deliveries=1, milestone_2_round=2), automa(level=3), train="full")
    assert points(breakdown, "milestones") == [8]
    assert "railway" not in keys(breakdown, 0)
    assert [note.code for note in breakdown.notes] == ["import_worth"] * 3
