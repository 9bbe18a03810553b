"""Whoever compares two answers learns nothing about single games of a private club."""

from datetime import date, timedelta
from itertools import combinations

import pytest

from games.clubs.enums import ClubVisibility
from games.stats.selectors.faction import faction_profile
from games.stats.selectors.factions import faction_summary
from games.stats.selectors.system import system_facts
from tests.factories.clubs import ClubFactory
from tests.games.stats.helpers import SYSTEM, filter_set, played, refresh_statistics, two

pytestmark = pytest.mark.django_db

EVERYTHING = filter_set(system=SYSTEM)


@pytest.fixture
def private():
    return ClubFactory(visibility=ClubVisibility.PRIVATE)


def shown(**filters):
    table = faction_summary(filters=filter_set(system=SYSTEM, **filters))
    return table.games, table.left_out


def test_few_games_are_left_out(private):
    two(club=ClubFactory())
    for number in range(4):
        two(club=private, day=date(2026, 5, 1 + number))
    refresh_statistics()
    assert shown() == (1, 4)
    assert system_facts(filters=EVERYTHING).left_out == 4
    assert faction_summary(filters=filter_set(system=SYSTEM, club=private.pk)).games == 4, (
        "its members see them"
    )


def test_five_games_are_shown_together_or_not_at_all(private):
    for number in range(5):
        two(club=private, day=date(2026, 5, 1 + number))
    refresh_statistics()
    assert shown() == (5, 0)
    assert shown(since=date(2026, 4, 1), until=date(2026, 6, 30)) == (5, 0)
    # Each of these would tell something about fewer than all of them.
    assert shown(since=date(2026, 4, 2)) == (0, 5)
    assert shown(until=date(2026, 6, 29)) == (0, 5)
    assert shown(since=date(2026, 5, 2)) == (0, 4)
    assert shown(factions=("campbell",)) == (0, 5)
    assert shown(options=(("auction", "none"),)) == (0, 5)
    assert shown(seat=(("turn_order", "1"),)) == (0, 5)


@pytest.mark.parametrize(
    "odd_one",
    [
        {"day": date(2026, 7, 1)},
        {"options": {"train": "milestones_only"}},
    ],
)
def test_a_game_of_another_portion_is_not_shown(private, odd_one):
    for number in range(5):
        two(club=private, day=date(2026, 5, 1 + number))
    two(club=private, **odd_one)
    refresh_statistics()
    assert shown() == (5, 1)


def test_a_game_of_another_size_is_not_shown(private):
    for number in range(5):
        two(club=private, day=date(2026, 5, 1 + number))
    played({"clan": "campbell"}, {"clan": "stewart"}, {"clan": "fraser"}, club=private)
    refresh_statistics()
    assert shown() == (5, 1)
    assert shown(seats=2) == (5, 0)
    assert shown(seats=3) == (0, 1)


def test_clubs_do_not_share_a_portion(private):
    other = ClubFactory(visibility=ClubVisibility.PRIVATE)
    for number in range(5):
        two(club=other if number else private)
    refresh_statistics()
    assert shown() == (0, 5)


def test_no_two_answers_differ_in_few_games(private):
    """Of every number that can be asked for, any two differ in none of the games or in five at least."""
    for number in range(24):
        size = [{"clan": "campbell"}, {"clan": "stewart"}, {"clan": "fraser"}][: 2 + number % 2]
        played(*size, club=private, day=date(2026, 3, 10) + timedelta(days=4 * number))
    refresh_statistics()
    days = [None, date(2026, 1, 1), date(2026, 3, 18), date(2026, 4, 1), date(2026, 4, 20), date(2026, 5, 6)]
    answers = {
        shown(seats=seats, since=since, until=until, edition=edition)[0]
        for seats in (None, 2, 3)
        for since in days
        for until in (None, date(2026, 3, 31), date(2026, 4, 21), date(2026, 6, 30))
        for edition in ("", "base")
    }
    assert all(abs(one - other) >= 5 for one, other in combinations(answers, 2))
    # Those of the second quarter, by the number of players; the first quarter has three games of each.
    assert answers == {0, 9, 18}


def test_the_page_of_a_clan_follows(private):
    for number in range(4):
        two(club=private, day=date(2026, 5, 1 + number))
    refresh_statistics()
    profile = faction_profile(filters=EVERYTHING, faction="campbell")
    assert (profile.row.games, profile.scores, profile.against) == (0, (), ())
