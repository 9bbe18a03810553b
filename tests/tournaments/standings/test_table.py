"""The standings: order, tie-breakers with their values, options of a season, reasons."""

from __future__ import annotations

import random
from datetime import timedelta
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.standings.seasons import PLAYERS, START, finish, game, results
from tests.tournaments.standings.seasons import rules as any_rules
from tournaments.standings.results import Adjustment, Result, ResultKind, Seat, check_result
from tournaments.standings.rules import Rules
from tournaments.standings.selection import Verdict
from tournaments.standings.table import Reason, Standings, Status, shown, standings
from tournaments.standings.tiebreakers import TIE_BREAKERS

patient = settings(deadline=None, max_examples=40)
withdrawals = st.sets(st.sampled_from(PLAYERS), max_size=2)


def table(games: list[Result], *, entrants: str = "abcd", **options: object) -> Standings:
    chain = options.pop("tie_breakers", ("wins", "lot"))
    rules = Rules(tie_breakers=chain, **options)  # type: ignore[arg-type]
    return standings(results=games, entrants=entrants, rules=rules)


def order(now: Standings) -> str:
    return "".join(line.player for line in now.lines)


@patient
@given(results(), any_rules, withdrawals, st.randoms(use_true_random=False))
def test_standings_do_not_depend_on_the_order_of_arrival(
    games: list[Result], rules: Rules, withdrawn: set[str], chance: random.Random
) -> None:
    first = standings(results=games, entrants=PLAYERS, rules=rules, withdrawn=withdrawn)
    shuffled, players = list(games), list(PLAYERS)
    chance.shuffle(shuffled)
    chance.shuffle(players)
    shuffled = [one._replace(seats=tuple(chance.sample(one.seats, len(one.seats)))) for one in shuffled]
    again = standings(results=shuffled, entrants=players, rules=rules, withdrawn=withdrawn)
    assert [(one.player, one.place, one.points, one.values) for one in again.lines] == [
        (one.player, one.place, one.points, one.values) for one in first.lines
    ]


@patient
@given(results(), any_rules, withdrawals)
def test_every_chain_ends_in_a_strict_order_with_a_reason_for_each_step(
    games: list[Result], rules: Rules, withdrawn: set[str]
) -> None:
    now = standings(results=games, entrants=PLAYERS, rules=rules, withdrawn=withdrawn)
    ranked = [line.place for line in now.lines if line.status is Status.RANKED]
    assert ranked == list(range(1, len(ranked) + 1))
    assert sorted(line.player for line in now.lines) == sorted(PLAYERS)
    for index, ahead in enumerate(now.lines):
        for behind in now.lines[index + 1 :]:
            reason = now.why(ahead.player, behind.player)
            if reason.code.startswith("status."):
                assert ahead.status is not behind.status
                continue
            better, worse = Fraction(reason.params["ahead"]), Fraction(reason.params["behind"])
            lower_is_better = reason.code == "tie.lot"
            assert better < worse if lower_is_better else better > worse
            with pytest.raises(ValueError, match="does not stand before"):
                now.why(behind.player, ahead.player)


@patient
@given(results(), any_rules)
def test_points_are_those_of_the_games_that_count(games: list[Result], rules: Rules) -> None:
    now = standings(results=games, entrants=PLAYERS, rules=rules)
    for line in now.lines:
        counting = [one for one in line.games if one.verdict is Verdict.COUNTS]
        assert line.points == sum((one.points for one in counting), Fraction(0))
        assert line.counted == len(counting) <= (rules.best_games or len(line.games))
        assert line.played == sum(line.player in [seat.player for seat in one.seats] for one in games)


@patient
@given(results())
def test_direct_comparisons_cancel_out(games: list[Result]) -> None:
    now = standings(results=games, entrants=PLAYERS, rules=Rules(tie_breakers=("head_to_head",)))
    tied = [line for line in now.lines if "head_to_head" in line.values]
    assert sum((line.values["head_to_head"] for line in tied), Fraction(0)) == 0


def test_more_points_stand_first() -> None:
    now = table([game("1", ("a", 50), ("b", 90), ("c", 70), ("d", 60))])
    assert [(line.player, line.points) for line in now.lines] == [("b", 5), ("c", 3), ("d", 2), ("a", 1)]
    assert now.why("b", "c") == Reason("points", {"ahead": 5, "behind": 3})
    assert now.places == {"b": 1, "c": 2, "d": 3, "a": 4}


@pytest.mark.parametrize(
    ("games", "chain", "ahead", "behind", "better", "worse"),
    [
        # a: 5 + 1, b: 3 + 3
        ([finish("1", "abcd"), finish("2", "dbca")], "wins", "a", "b", 1, 0),
        # a: 3 + 1, b: 2 + 2
        ([finish("1", "dabc"), finish("2", "dcba")], "seconds", "a", "b", 1, 0),
        ([finish("1", "dabc"), finish("2", "dcba")], "thirds", "b", "a", 2, 0),
        ([game("1", ("a", 60), ("b", 40)), game("2", ("b", 55), ("a", 45))], "vp_share", "a", "b", "1.05", "0.95"),
        ([game("1", ("a", 60), ("b", 45)), game("2", ("b", 50), ("a", 40))], "vp_of_winner", "a", "b", "0.9", "0.875"),
        ([game("1", ("a", 60), ("b", 40)), game("2", ("b", 55), ("a", 45))], "vp_margin", "a", "b", 5, -5),
        ([game("1", ("a", 60), ("b", 40)), game("2", ("b", 55), ("a", 45))], "total_vp", "a", "b", 105, 95),
        ([finish("1", "ac"), finish("2", "bd"), finish("3", "cd")], "opponents", "a", "b", 3, 1),
        ([finish("1", "ab"), finish("2", "ca"), finish("3", "bd")], "head_to_head", "a", "b", 1, -1),
    ],
)  # fmt: skip
def test_each_tie_breaker_has_its_value(
    games: list[Result], chain: str, ahead: str, behind: str, better: object, worse: object
) -> None:
    now = table(games, tie_breakers=(chain,))
    one, other = now.line(ahead), now.line(behind)
    assert one.points == other.points
    assert now.why(ahead, behind).code == f"tie.{chain}"
    assert (one.values[chain], other.values[chain]) == (Fraction(str(better)), Fraction(str(worse)))


def test_a_shared_first_place_is_half_a_win_and_half_a_second_place() -> None:
    now = table([game("1", ("a", 9), ("b", 9), ("c", 8))], tie_breakers=("wins", "seconds", "thirds"))
    assert [now.line("a").values[key] for key in ("wins", "seconds", "thirds")] == [Fraction(1, 2)] * 2 + [0]
    assert now.line("c").values["thirds"] == 1


def test_tie_breakers_apply_in_the_order_chosen() -> None:
    games = [
        game("1", ("a", 90), ("b", 89), ("c", 88), ("d", 10)),
        game("2", ("d", 90), ("b", 89), ("c", 80), ("a", 10)),
    ]
    assert now_first(games, ("wins", "vp_share")) == "a"
    assert now_first(games, ("vp_share", "wins")) == "b"


def now_first(games: list[Result], chain: tuple[str, ...]) -> str:
    now = table(games, tie_breakers=chain)
    assert now.line("a").points == now.line("b").points == 6
    return min("ab", key=lambda player: now.places[player])


def test_the_lot_is_drawn_from_the_seed_and_another_entrant_changes_nothing() -> None:
    drawn = {seed: order(table([], lot_seed=seed)) for seed in ("x", "y", "z")}
    assert len(set(drawn.values())) > 1
    for seed, before in drawn.items():
        after = order(table([], lot_seed=seed, entrants="dcbae"))
        assert after.replace("e", "") == before
    assert [line.values["lot"] for line in table([]).lines] == [1, 2, 3, 4]


def test_only_the_best_games_count() -> None:
    games = [finish("1", "abcd"), finish("2", "bcda", day=1), finish("3", "bacd", day=2)]
    line = table(games, best_games=2).line("a")
    assert line.points == 8
    assert [one.verdict for one in line.games] == [Verdict.COUNTS, Verdict.DROPPED, Verdict.COUNTS]
    assert line.values["wins"] == 1


def test_the_first_games_against_the_same_opponent_count() -> None:
    games = [finish(str(day), "ba", day=day) for day in range(3)] + [finish("late", "ab", day=5)]
    line = table(games, games_per_opponent=3).line("a")
    assert line.points == 3
    assert [one.verdict for one in line.games] == [Verdict.COUNTS] * 3 + [Verdict.OVER_LIMIT]
    games.append(finish("with others", "acd", day=6))
    assert table(games, games_per_opponent=3).line("a").points == 8


def test_too_few_games_leave_a_player_without_a_place() -> None:
    now = table([finish("1", "ab"), finish("2", "bc", day=1)], minimum_games=2)
    assert next((line.player, line.place) for line in now.lines) == ("b", 1)
    assert {line.place for line in now.lines[1:]} == {None}
    assert now.why("b", "a") == Reason("status.too_few_games", {"games": 1, "minimum": 2})


def test_byes_and_games_over_the_limit_do_not_help_to_reach_the_minimum() -> None:
    bye = Result("bye", START, (Seat("a", 1),), ResultKind.BYE)
    games = [bye, finish("1", "ab"), finish("2", "ab", day=1)]
    now = table(games, minimum_games=2, games_per_opponent=1)
    assert now.line("a").status is Status.TOO_FEW_GAMES
    assert (now.line("a").played, now.line("a").counted) == (2, 2)


def test_withdrawn_players_keep_their_games_but_have_no_place() -> None:
    games = [finish("1", "abcd")]
    now = standings(results=games, entrants="abcd", rules=Rules(), withdrawn={"a"})
    assert order(now) == "bcda"
    assert (now.line("a").points, now.line("b").points) == (5, 3)
    assert now.why("d", "a") == Reason("status.withdrawn", {})


def test_people_outside_the_season_take_their_places_but_have_no_line() -> None:
    now = table([finish("1", "xabc")], tie_breakers=("opponents", "head_to_head"))
    assert next((line.player, line.points) for line in now.lines) == ("a", 3)
    assert now.line("a").values["opponents"] == Fraction(3, 2)


def test_penalties_and_gifts_count_from_their_day() -> None:
    games = [finish("1", "ab")]
    fines = [Adjustment("a", Fraction(-9, 2), START + timedelta(days=3))]
    after = standings(results=games, entrants="ab", rules=Rules(), adjustments=fines)
    before = standings(results=games, entrants="ab", rules=Rules(), adjustments=fines, until=START)
    assert (after.line("a").points, after.line("a").adjustment) == (Fraction(1, 2), Fraction(-9, 2))
    assert before.line("a").points == 5
    assert order(after) == "ba"


def test_a_date_cuts_off_what_came_later() -> None:
    games = [finish("1", "ab"), finish("2", "ba", day=1), finish("3", "ba", day=2)]
    past = standings(results=games, entrants="ab", rules=Rules(), until=START + timedelta(days=1))
    assert past.line("b").points == 6


def test_walkovers_give_points_but_no_wins_and_no_vp() -> None:
    seats = (Seat("a", 1), Seat("b", 1), Seat("c", 3, forfeited=True))
    walkover = Result("w", START, seats, ResultKind.WALKOVER)
    line = table([walkover], tie_breakers=tuple(TIE_BREAKERS)).line("a")
    assert (line.points, line.values["wins"], line.values["total_vp"]) == (4, 0, 0)


def test_whoever_forfeits_a_played_game_is_left_out_of_its_vp() -> None:
    seats = (Seat("a", 1, 60), Seat("b", 2, 40), Seat("c", 3, 10, forfeited=True))
    now = table([Result("w", START, seats)], tie_breakers=("vp_share",))
    assert [now.line(player).values["vp_share"] for player in "abc"] == [Fraction(6, 5), Fraction(4, 5), 0]


@pytest.mark.parametrize(
    ("result", "codes"),
    [
        (finish("g", "abcd"), []),
        (finish("g", "a"), ["result.seats"]),
        (finish("g", "abcde"), ["result.seats"]),
        (finish("g", "aba"), ["result.player_twice"]),
        (Result("g", START, (Seat("a", 1), Seat("b", 3))), ["result.places"]),
        (Result("g", START, (Seat("a", 1), Seat("b", 1), Seat("c", 2))), ["result.places"]),
        (Result("g", START, (Seat("a", 1, forfeited=True), Seat("b", 2))), ["result.forfeit_ahead"]),
        (Result("g", START, (Seat("a", 1), Seat("b", 2, forfeited=True))), []),
        (Result("g", START, (Seat("a", 1),), ResultKind.BYE), []),
    ],
)
def test_impossible_results_are_named(result: Result, codes: list[str]) -> None:
    assert [one.code for one in check_result(result)] == codes


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [("5/2", 2, "2.5"), ("3", 2, "3"), ("10/3", 2, "3.33"), ("2/3", 2, "0.67"), ("1/8", 2, "0.13"),
     ("-1/1000", 2, "0"), ("-5/2", 1, "-2.5"), ("100", 0, "100"), ("0", 2, "0")],
)  # fmt: skip
def test_values_are_shown_as_short_decimals(value: str, digits: int, text: str) -> None:
    assert shown(Fraction(value), digits) == text
