from datetime import date

import pytest

from games.clubs.enums import ClubVisibility
from games.results.services.new_games import ResultSeat
from games.results.services.record import record_result
from games.results.services.results import Person
from games.results.services.verdicts import restore_game, void_game
from games.stats.selectors.factions import faction_summary
from tests.factories.clubs import ClubFactory
from tests.factories.games import PLAYED, keeper
from tests.games.stats.helpers import SYSTEM, filter_set, played, refresh_statistics, two

pytestmark = pytest.mark.django_db

EVERYTHING = filter_set(system=SYSTEM)


def rows(filters=EVERYTHING):
    refresh_statistics()
    return {row.key: row for row in faction_summary(filters=filters).rows}


def test_figures_of_a_few_games():
    """Campbell 84 - Stewart 64, the other way round, and Campbell 84 - Gordon 64."""
    two("campbell", "stewart")
    two("stewart", "campbell")
    two("campbell", "gordon")
    found = rows()
    assert len(found) == 18
    campbell = found["campbell"]
    assert (campbell.games, campbell.wins, campbell.par) == (3, 2, 1.5)
    assert campbell.win_index.value == pytest.approx(4 / 3)
    assert campbell.win_rate.low < 2 / 3 < campbell.win_rate.high
    assert campbell.mean_vp == pytest.approx((84 + 64 + 84) / 3)
    assert campbell.mean_margin == pytest.approx(20 / 3)
    assert campbell.mean_place == pytest.approx(4 / 3)
    assert campbell.is_small
    assert found["gordon"].win_index.value == 0
    assert found["buchanan"].games == 0
    assert found["buchanan"].win_index is None
    assert found["buchanan"].mean_vp is None


def test_only_counted_games_of_several_people():
    game = two()
    two(counts=False)
    played({"clan": "campbell", "contracts": 3})
    assert rows()["campbell"].games == 1
    void_game(actor=keeper(), game=game)
    assert rows()["campbell"].games == 0
    restore_game(actor=keeper(), game=game)
    assert rows()["campbell"].games == 1


def test_totals_only_games_count_for_results_and_are_said():
    two()
    record_result(
        system=SYSTEM,
        seats=[
            ResultSeat(total=90, place=1, faction="campbell", position=2, lines={"cotton": (None, 12)}),
            ResultSeat(total=80, place=2, faction="stewart"),
        ],
        circumstances=PLAYED,
        people=[Person(name="Ann"), Person(name="Bob")],
        actor=keeper(),
        club=ClubFactory(),
    )
    refresh_statistics()
    table = faction_summary(filters=EVERYTHING)
    assert (table.games, table.totals_only) == (2, 1)
    assert {row.key: row.games for row in table.rows}["campbell"] == 2


@pytest.mark.parametrize(
    ("filters", "games"),
    [
        ({}, 4),
        ({"seats": 3}, 1),
        ({"edition": "industria"}, 1),
        ({"edition": "base"}, 3),
        ({"options": (("auction", "yes"),)}, 1),
        ({"options": (("auction", "none"), ("train", "none"))}, 2),
        ({"options": (("train", "any"),)}, 1),
        ({"setup": (("scoring_tiles", "meat"),)}, 1),
        ({"setup": (("scoring_tiles", "meat"), ("map_b", "side_2"))}, 1),
        ({"setup": (("scoring_tiles", "workers"), ("map_b", "side_1"))}, 0),
        ({"factions": ("gordon",)}, 0),
        ({"factions": ("macewen", "stewart")}, 1),
        ({"since": date(2026, 5, 3)}, 1),
        ({"until": date(2026, 5, 2)}, 3),
        ({"seat": (("turn_order", "2"),)}, 1),
        ({"seat": (("turn_order", "1"),)}, 0),
        ({"rating_from": 1400}, 0),
        ({"seats": 2, "edition": "base", "options": (("auction", "none"),)}, 1),
    ],
)
def test_each_filter(filters, games):
    """Campbell sits in each of four games."""
    two(
        setup={
            "scoring_tiles": ["meat", "workers", "basic_goods", "upgrades", "border_units"],
            "map_b": "side_2",
        }
    )
    played(
        {"clan": "campbell", "bid": 2},
        {"clan": "stewart", "bid": 0},
        options={"auction": True},
        day=date(2026, 5, 3),
    )
    two(options={"train": "milestones_only"})
    played({"clan": "campbell", "turn_order": 2}, {"clan": "stewart", "turn_order": 1}, {"clan": "macewen"})
    assert rows(filter_set(system=SYSTEM, **filters))["campbell"].games == games


def test_a_club_of_its_own():
    club = ClubFactory()
    two(club=club)
    two()
    assert rows(filter_set(system=SYSTEM, club=club.pk))["campbell"].games == 1


def test_a_club_that_opens_shows_its_games():
    club = ClubFactory(visibility=ClubVisibility.PRIVATE)
    two(club=club)
    refresh_statistics()
    assert faction_summary(filters=EVERYTHING).games == 0
    club.visibility = ClubVisibility.PUBLIC
    club.save()
    assert faction_summary(filters=EVERYTHING).games == 1


@pytest.mark.parametrize("games", [1, 3])
def test_queries_do_not_grow(games, django_assert_num_queries):
    for number in range(games):
        two(day=date(2026, 5, 1 + number))
    refresh_statistics()
    faction_summary(filters=EVERYTHING)
    # Names of segments, private clubs, fits.
    with django_assert_num_queries(3):
        faction_summary(filters=filter_set(system=SYSTEM, seats=2))


def test_a_system_without_factions_has_no_rows():
    assert faction_summary(filters=filter_set(system="glen_more_2")).rows == ()
