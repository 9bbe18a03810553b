"""Records of a season."""

from __future__ import annotations

from fractions import Fraction

from tests.tournaments.standings.seasons import START, finish, game
from tournaments.standings.honours import Honour, honours
from tournaments.standings.results import Result, ResultKind, Seat
from tournaments.standings.rules import Rules
from tournaments.standings.table import standings


def records(games: list[Result]) -> dict[str, Honour]:
    now = standings(results=games, entrants="abcd", rules=Rules(best_games=1))
    return {honour.key: honour for honour in honours(now)}


def test_an_empty_season_has_no_records() -> None:
    assert records([]) == {}


def test_every_record_names_its_holders_and_games() -> None:
    found = records(
        [
            game("1", ("a", 90), ("b", 80), ("c", 70), day=1),
            game("2", ("a", 60), ("b", 20), day=2),
            game("3", ("b", 100), ("a", 95), ("c", 60), ("d", 45), day=3),
            game("4", ("a", 50), ("c", 50), day=4),
        ]
    )
    assert found["most_wins"] == Honour("most_wins", ("a",), Fraction(5, 2), ("1", "2", "4"))
    assert found["longest_streak"] == Honour("longest_streak", ("a",), Fraction(2), ("1", "2"))
    assert found["most_games"] == Honour("most_games", ("a",), Fraction(4), ())
    assert found["best_vp"] == Honour("best_vp", ("b",), Fraction(100), ("3",))
    assert found["best_share"] == Honour("best_share", ("a",), Fraction(3, 2), ("2",))
    assert found["widest_margin"] == Honour("widest_margin", ("a",), Fraction(40), ("2",))
    assert found["best_average"] == Honour("best_average", ("a",), Fraction(16, 4), ())


def test_a_record_can_be_shared() -> None:
    found = records([finish("1", "ab"), finish("2", "ba", day=1)])
    assert found["most_wins"] == Honour("most_wins", ("a", "b"), Fraction(1), ("1", "2"))
    assert "longest_streak" not in found


def test_walkovers_make_no_records() -> None:
    seats = (Seat("a", 1), Seat("b", 2, forfeited=True))
    assert records([Result("w", START, seats, ResultKind.WALKOVER)]) == {}
