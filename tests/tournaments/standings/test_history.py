"""Movement, the race over time, form."""

from __future__ import annotations

from datetime import timedelta
from fractions import Fraction

from hypothesis import given, settings

from tests.tournaments.standings.seasons import PLAYERS, START, finish, results
from tests.tournaments.standings.seasons import rules as any_rules
from tournaments.standings.history import form, movement, race
from tournaments.standings.results import Adjustment, Result
from tournaments.standings.rules import Rules
from tournaments.standings.table import standings

patient = settings(deadline=None, max_examples=25)


@patient
@given(results(), any_rules)
def test_the_race_shows_what_the_standings_showed_on_each_day(games: list[Result], rules: Rules) -> None:
    fines = [Adjustment("a", Fraction(-1), START + timedelta(days=2))]
    now = standings(results=games, entrants=PLAYERS, rules=rules, adjustments=fines)
    course = race(now, adjustments=fines)
    assert set(course.dates) == {one.played_on for one in games} | {fines[0].on}
    for index, day in enumerate(course.dates):
        then = standings(results=games, entrants=PLAYERS, rules=rules, adjustments=fines, until=day)
        assert {player: points[index] for player, points in course.points.items()} == {
            line.player: line.points for line in then.lines
        }


def test_the_race_can_be_asked_for_certain_days() -> None:
    games = [finish("1", "ab"), finish("2", "ab", day=9)]
    now = standings(results=games, entrants="ab", rules=Rules())
    days = [START - timedelta(days=1), START + timedelta(days=5), START + timedelta(days=20)]
    assert race(now, days).points == {"a": (0, 5, 10), "b": (0, 1, 2)}


def test_movement_counts_places_won_and_lost() -> None:
    games = [finish("1", "abc"), finish("2", "cab", day=7), finish("3", "cdb", day=8)]
    rules = Rules(minimum_games=1)
    before = standings(results=games, entrants="abcd", rules=rules, until=START)
    now = standings(results=games, entrants="abcd", rules=rules)
    assert [line.player for line in before.lines] == ["a", "b", "c", "d"]
    assert [line.player for line in now.lines] == ["c", "a", "b", "d"]
    assert movement(now, before) == {"c": 2, "a": -1, "b": -1, "d": None}


def test_form_are_the_latest_games_in_order() -> None:
    games = [finish(str(day), "ab", day=day) for day in range(7)]
    line = standings(results=reversed(games), entrants="ab", rules=Rules()).line("a")
    assert [one.game for one in form(line)] == ["2", "3", "4", "5", "6"]
    assert [one.game for one in form(line, 2)] == ["5", "6"]
