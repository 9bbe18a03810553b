from datetime import date

import pytest

from games.stats.selectors.system import system_facts
from tests.games.stats.helpers import SYSTEM, filter_set, played, refresh_statistics, two

pytestmark = pytest.mark.django_db


def facts(**filters):
    refresh_statistics()
    return system_facts(filters=filter_set(**({"system": SYSTEM} | filters)))


def test_scores_by_number_of_players():
    two()
    two("gordon", "fraser")
    by_seats = {part.seats: part for part in facts().by_seats}
    assert by_seats[2].games == 2
    assert (by_seats[2].mean, by_seats[2].mean_winning, by_seats[2].mean_margin) == (74, 84, 20)
    assert [(part.low, part.games) for part in by_seats[2].winning] == [(80, 2)]
    assert [(part.low, part.games) for part in by_seats[2].scores] == [(60, 2), (70, 0), (80, 2)]
    assert (by_seats[3].games, by_seats[3].mean, by_seats[3].scores) == (0, None, ())


def test_lines_against_place():
    two()
    lines = {line.key: line for line in facts().lines}
    exports = lines["exports"]
    assert [(place.place, place.seats, place.mean_quantity, place.mean_vp) for place in exports.places] == [
        (1, 1, 5, 8),
        (2, 1, 4, 0),
    ]
    assert exports.mean_vp == 4
    assert exports.share == pytest.approx(8 / 148)


@pytest.mark.parametrize(
    "filters", [{"seats": 2}, {"since": date(2026, 5, 2)}, {"seats": 2, "since": date(2026, 5, 2)}]
)
def test_sums_at_hand_and_sums_made_are_the_same(filters):
    """Some filters take the ready sums of a segment, others add up its seats."""
    two()
    expected = facts().lines
    played(
        {"clan": "campbell"}, {"clan": "stewart", "settlements": 3}, {"clan": "gordon", "settlements": 2},
        day=date(2026, 5, 1),
    )  # fmt: skip
    assert facts(**filters).lines == expected


def test_rarity_of_imports():
    """Cotton 1, tobacco 2, sugar cane 3: worth 5, 4 and 3; then nobody imports anything and cotton counts as rarest."""
    played({"cotton": 1, "tobacco": 2, "clan": "campbell"}, {"sugar_cane": 3, "clan": "stewart"})
    two()
    goods = {good.key: good for good in facts().rarity}
    assert goods["cotton"].counts == {5: 2}
    assert goods["sugar_cane"].counts == {3: 2}
    assert goods["cotton"].games == 2


def test_ties():
    """84 each: more money left decides; then nothing does."""
    played({"clan": "campbell", "money": 28}, {"clan": "stewart", "money": 27})
    played({"clan": "campbell"}, {"clan": "stewart"})
    two()
    ties = facts().ties
    assert (ties.games, ties.decided_by_tie_break, ties.shared) == (3, 1, 1)


def test_value_of_seats():
    played({"clan": "campbell", "turn_order": 2}, {"clan": "stewart", "turn_order": 1, "settlements": 2})
    values = {split.key: split for split in facts().seat_values["turn_order"]}
    assert (values["1"].win_index.value, values["2"].win_index.value) == (0, 2)


def test_contract_tiles_most_often_fulfilled():
    goods = {
        "hops": None,
        "cotton": None,
        "tobacco": None,
        "sugar_cane": None,
        "contracts": None,
        "meat": None,
    }
    for _ in range(2):
        played(
            {"clan": "campbell", "contract_tiles": [1, 2]} | goods,
            {"clan": "stewart", "contract_tiles": [3]} | goods,
        )
    played(
        {"clan": "campbell", "contract_tiles": [2]} | goods,
        {"clan": "stewart", "contract_tiles": [3]} | goods,
    )
    played(
        {"clan": "gordon", "contract_tiles": [2], "turn_order": 2} | goods,
        {"clan": "stewart", "contract_tiles": [4], "turn_order": 1} | goods,
    )
    uses = facts(factions=("campbell",)).pieces["contract_tiles"]
    assert [(use.key, use.seats) for use in uses] == [("2", 3), ("3", 3), ("1", 2)], (
        "of the games filtered for"
    )
    assert uses[0].share == pytest.approx(3 / 6)
    assert [use.mean_place for use in uses] == [1, 2, 1]
    assert [(use.key, use.seats) for use in facts().pieces["contract_tiles"]] == [
        ("2", 4),
        ("3", 3),
        ("1", 2),
        ("4", 1),
    ]


def test_options_and_totals_only():
    game = two(options={"train": "milestones_only"})
    two()
    game.totals_only = True
    game.save()
    system = facts()
    assert (system.games, system.sheets, system.totals_only) == (2, 1, 1)
    used = {(usage.option, usage.value): usage for usage in system.options}
    assert (used["train", "milestones_only"].games, used["train", "milestones_only"].share) == (1, 0.5)
    assert {line.games for line in system.lines} == {2}


def test_glen_more_has_facts_too():
    system = facts(system="glen_more_2")
    assert system.games == 0
    assert system.lines == ()
    assert system.rarity == ()
    assert ("haggis", "yes", 0) in [(usage.option, usage.value, usage.games) for usage in system.options]


@pytest.mark.parametrize("games", [1, 3])
def test_queries_do_not_grow(games, django_assert_num_queries):
    for number in range(games):
        two(day=date(2026, 5, 1 + number))
    facts()
    with django_assert_num_queries(2):
        system_facts(filters=filter_set(system=SYSTEM, seats=2))
