from datetime import date

import pytest

from games.stats.selectors.faction import faction_profile
from games.stats.selectors.factions import faction_pairs
from tests.games.stats.helpers import SYSTEM, filter_set, played, refresh_statistics, two

pytestmark = pytest.mark.django_db

EVERYTHING = filter_set(system=SYSTEM)
TILES = ["meat", "workers", "basic_goods", "upgrades", "border_units"]


def profile(filters=EVERYTHING, faction="campbell"):
    refresh_statistics()
    return faction_profile(filters=filters, faction=faction)


def named(splits):
    return {split.key: split for split in splits}


def test_where_the_points_come_from():
    """Campbell has the 12 VP of settlements and the 8 of exports that Stewart has not."""
    two()
    campbell = profile()
    lines = {line.key: line for line in campbell.lines}
    assert campbell.sheets == 1
    assert (lines["settlements"].mean, lines["settlements"].average) == (12, 6)
    assert lines["exports"].mean == 8
    assert lines["glory"].share == pytest.approx(45 / 84)
    assert sum(line.mean for line in campbell.lines) == campbell.row.mean_vp


def test_totals_only_games_have_no_lines():
    game = two()
    two(day=date(2026, 5, 3))
    game.totals_only = True
    game.save()
    campbell = profile()
    assert (campbell.row.games, campbell.sheets) == (2, 1)


def test_splits():
    two(setup={"scoring_tiles": TILES}, day=date(2026, 1, 10))
    played(
        {"clan": "campbell", "turn_order": 3, "starting_tile": 4},
        {"clan": "stewart", "turn_order": 1, "settlements": 3},
        {"clan": "gordon", "turn_order": 2, "settlements": 2},
        day=date(2026, 8, 10),
    )
    campbell = profile()
    assert {key: split.games for key, split in named(campbell.by_seats).items()} == {"2": 1, "3": 1, "4": 0}
    assert named(campbell.by_facet["turn_order"])["3"].games == 1
    assert named(campbell.by_facet["starting_tile"])["4"].win_index.value == 3
    assert named(campbell.by_setup["scoring_tiles"])["meat"].games == 1
    assert named(campbell.by_setup["scoring_tiles"])["kinds_of_goods"].games == 0
    assert [(split.key, split.games) for split in campbell.over_time] == [
        ("2026-Q1", 1),
        ("2026-Q2", 0),
        ("2026-Q3", 1),
    ]


def test_distribution_of_scores():
    two()
    two("stewart", "campbell")
    campbell = profile()
    assert [(score_bin.low, score_bin.high, score_bin.games) for score_bin in campbell.scores] == [
        (60, 69, 1),
        (70, 79, 0),
        (80, 89, 1),
    ]
    assert (campbell.lowest, campbell.median, campbell.highest) == (64, 74, 84)


def test_against_the_others():
    """Ahead of Stewart once, level once, and 20 VP in front in the first."""
    two()
    played({"clan": "campbell"}, {"clan": "stewart"})
    two("gordon", "campbell")
    pairs = {pair.other: pair for pair in profile().against}
    assert set(pairs) == {"stewart", "gordon"}
    assert (pairs["stewart"].games, pairs["stewart"].ahead, pairs["stewart"].mean_difference) == (2, 1.5, 10)
    assert pairs["stewart"].share_ahead.value == 0.75
    assert pairs["gordon"].ahead == 0
    table = faction_pairs(filters=EVERYTHING)
    assert table["campbell", "stewart"] == pairs["stewart"]
    assert table["stewart", "campbell"].ahead == 0.5
    assert table["stewart", "campbell"].mean_difference == -10
    assert ("stewart", "gordon") not in table


def test_filters_apply():
    two()
    played({"clan": "campbell"}, {"clan": "stewart", "settlements": 3}, {"clan": "gordon", "settlements": 2})
    campbell = profile(filter_set(system=SYSTEM, seats=3))
    assert campbell.row.games == 1
    assert {pair.other for pair in campbell.against} == {"stewart", "gordon"}


def test_a_faction_nobody_played():
    two()
    buchanan = profile(faction="buchanan")
    assert buchanan.row.games == 0
    assert (buchanan.lines, buchanan.scores, buchanan.against, buchanan.over_time, buchanan.median) == (
        (),
        (),
        (),
        (),
        None,
    )


def test_no_such_faction():
    with pytest.raises(KeyError):
        faction_profile(filters=EVERYTHING, faction="macbeth")


@pytest.mark.parametrize("games", [1, 3])
def test_queries_do_not_grow(games, django_assert_num_queries):
    for number in range(games):
        two(day=date(2026, 5, 1 + number))
    profile()
    with django_assert_num_queries(3):
        faction_profile(filters=filter_set(system=SYSTEM, seats=2), faction="campbell")
