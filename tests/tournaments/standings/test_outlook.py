"""What may still happen: exact and sampled chances, bounds, needs."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.standings.seasons import START, finish, game, results
from tournaments.standings.outlook import Fixture, Outlook, luce, outlook
from tournaments.standings.results import Adjustment, Result
from tournaments.standings.rules import Rules
from tournaments.standings.schemes import SCHEMES

FOUR = Fixture("f1", tuple("abcd"))


def look(player: str, games: list[Result], fixtures: list[Fixture], **options: object) -> Outlook:
    defaults: dict[str, object] = {"entrants": "abcd", "rules": Rules(tie_breakers=("wins",)), "last": 1}
    return outlook(player=player, results=games, fixtures=fixtures, **(defaults | options))  # type: ignore[arg-type]


def test_with_nothing_left_the_table_decides() -> None:
    first = look("a", [finish("1", "abcd")], [])
    assert (first.chance, first.exact, first.best, first.worst, first.certain) == (1.0, True, 1, 1, True)
    last = look("d", [finish("1", "abcd")], [])
    assert (last.chance, last.best, last.worst, last.certain) == (0.0, 4, 4, False)
    assert last.places == (0.0, 0.0, 0.0, 1.0)


def test_equal_players_have_equal_chances_at_one_table() -> None:
    for player in "abcd":
        seen = look(player, [], [FOUR])
        assert seen.chance == pytest.approx(0.25)
        assert seen.places == pytest.approx((0.25,) * 4)
        assert (seen.exact, seen.error, seen.best, seen.worst, seen.certain) == (True, 0.0, 1, 4, None)


def test_the_stronger_player_wins_more_often() -> None:
    def weights(players: tuple[str, ...]) -> Sequence[float]:
        return [3.0 if player == "a" else 1.0 for player in players]

    assert look("a", [], [FOUR], weights=weights).chance == pytest.approx(0.5)
    assert look("b", [], [FOUR], weights=weights).chance == pytest.approx(1 / 6)
    assert luce("ab", Fixture("f", ("a", "b")), weights) == pytest.approx(0.75)


def test_needs_say_what_a_gain_is_worth() -> None:
    # Before: a 5.5, b 3, c 2, d 1. With a win b is ahead of a unless a comes second.
    gift = [Adjustment("a", Fraction(1, 2), START)]
    seen = look("b", [finish("1", "abcd")], [FOUR], adjustments=gift)
    assert [need.points for need in seen.needs] == [1, 2, 3, 5]
    assert [need.likelihood for need in seen.needs] == pytest.approx([0.25] * 4)
    assert [need.chance for need in seen.needs] == pytest.approx([0, 0, 0, 2 / 3])
    assert seen.chance == pytest.approx(1 / 6)


def test_many_games_are_sampled_from_the_seed() -> None:
    fixtures = [Fixture(f"f{number}", tuple("abcd")) for number in range(4)]
    one = look("a", [], fixtures, samples=300, seed="x")
    assert one == look("a", [], fixtures, samples=300, seed="x")
    assert one != look("a", [], fixtures, samples=300, seed="y")
    assert not one.exact
    assert one.samples == 300
    assert abs(one.chance - 0.25) < 5 * one.error


def test_a_lead_that_cannot_be_caught_is_certain() -> None:
    games = [finish(str(number), "abcd") for number in range(3)]
    assert look("a", games, [FOUR]).certain is True
    assert look("d", games, [FOUR]).certain is False
    assert look("b", games, [FOUR], last=2).certain is None
    assert look("b", games, [FOUR], last=3).certain is True


def test_shares_of_vp_are_forecast_with_the_usual_vp_of_each_place() -> None:
    rules = Rules(scheme=SCHEMES["vp_share"], tie_breakers=("wins",))
    games = [game("1", ("a", 50), ("b", 30), ("c", 15), ("d", 5))]
    seen = look("d", games, [FOUR], rules=rules)
    assert [need.points for need in seen.needs] == [5, 15, 30, 50]
    assert look("d", [], [FOUR], rules=rules).chance == pytest.approx(0.25)


@settings(deadline=None, max_examples=15)
@given(results(most=5), st.booleans(), st.none() | st.integers(1, 2))
def test_no_future_leads_beyond_the_bounds(games: list[Result], scaled: bool, best: int | None) -> None:
    rules = Rules(best_games=best, scale_short_tables=scaled, games_per_opponent=best)
    fixtures = [Fixture("f1", ("a", "b", "c")), Fixture("f2", ("a", "d", "e"))]
    for player in "ag":
        seen = look(player, games, fixtures, rules=rules, entrants="abcdefg", last=2)
        possible = [place for place, chance in enumerate(seen.places, start=1) if chance]
        assert seen.best <= min(possible) <= max(possible) <= seen.worst
        assert sum(seen.places) == pytest.approx(1)
        assert sum(need.likelihood for need in seen.needs) == pytest.approx(1)
        if seen.certain is not None:
            assert seen.chance == pytest.approx(float(seen.certain))


def test_forfeits_belong_to_the_bounds() -> None:
    # Whoever forfeits gets less than a last place: b can still fall behind c.
    games = [finish("1", "bc"), finish("2", "bc")]
    duel = [Fixture("f", ("b", "d"))]
    assert look("b", games, duel, last=2, rules=Rules(forfeit_points=Fraction(-9))).certain is None
    assert look("b", games, duel, last=2).certain is True
