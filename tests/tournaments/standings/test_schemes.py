"""Points by place: sums, shared places, an organiser's own values."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.standings.seasons import game
from tests.tournaments.standings.seasons import rules as any_rules
from tournaments.standings.points import Payer, bye_points
from tournaments.standings.results import MOST_SEATS, Result, ResultKind, Seat
from tournaments.standings.rules import ByePoints, Rules
from tournaments.standings.schemes import SCHEMES, TABLES, SharedPlaces, check_values

patient = settings(deadline=None, max_examples=40)
vps = st.lists(st.integers(-5, 9), min_size=2, max_size=4)


def points(result: Result, **options: object) -> list[Fraction]:
    return paid(Rules(**options), result)  # type: ignore[arg-type]


def paid(rules: Rules, result: Result) -> list[Fraction]:
    return [Fraction(*points) for points in Payer(rules).pay(result)]


def result(*scores: int) -> Result:
    return game("g", *zip("abcd", scores, strict=False))


@pytest.mark.parametrize(
    ("key", "four", "three", "two"),
    [
        ("5-3-2-1", [5, 3, 2, 1], [5, 3, 1], [5, 1]),
        ("10-6-3-1", [10, 6, 3, 1], [10, 6, 1], [10, 1]),
        ("4-2-1-0", [4, 2, 1, 0], [4, 2, 0], [4, 0]),
        ("6-3-2-1", [6, 3, 2, 1], [6, 3, 1], [6, 1]),
        ("1000-611-403-200", [1000, 611, 403, 200], [1000, 611, 200], [1000, 200]),
        ("wins", [1, 0, 0, 0], [1, 0, 0], [1, 0]),
    ],
)
def test_places_are_worth_what_the_scheme_says(
    key: str, four: list[int], three: list[int], two: list[int]
) -> None:
    for wanted in (four, three, two):
        scores = range(90, 90 - len(wanted), -1)
        assert points(result(*scores), scheme=SCHEMES[key]) == wanted


def test_shared_places_get_the_mean_of_the_places_they_cover() -> None:
    assert points(result(80, 70, 70, 60)) == [5, Fraction(5, 2), Fraction(5, 2), 1]
    assert points(result(80, 80, 80, 60)) == [Fraction(10, 3)] * 3 + [1]


def test_shared_places_can_get_the_higher_place() -> None:
    assert points(result(80, 70, 70, 60), shared_places=SharedPlaces.HIGHER) == [5, 3, 3, 1]


def test_short_tables_can_be_scaled_by_their_seats() -> None:
    assert points(result(80, 70, 60), scale_short_tables=True) == [
        Fraction(15, 4),
        Fraction(9, 4),
        Fraction(3, 4),
    ]
    assert points(result(80, 70), scale_short_tables=True) == [Fraction(5, 2), Fraction(1, 2)]
    assert points(result(80, 70, 60, 50), scale_short_tables=True) == [5, 3, 2, 1]


def test_vp_share_deals_out_25_a_seat_by_vp() -> None:
    share = SCHEMES["vp_share"]
    assert points(result(120, 100, 80, 100), scheme=share) == [30, 25, 20, 25]
    assert points(result(90, 60), scheme=share) == [30, 20]
    assert points(result(60, -5, 0), scheme=share) == [75, 0, 0]
    assert points(result(0, 0), scheme=share) == [25, 25]


@patient
@given(vps, any_rules)
def test_a_table_hands_out_exactly_the_sum_of_the_scheme(scores: list[int], rules: Rules) -> None:
    handed_out = sum(paid(rules, result(*scores)))
    whole = rules.scheme.total(len(scores))
    if rules.scale_short_tables:
        whole = whole * len(scores) / MOST_SEATS
    if rules.shared_places is SharedPlaces.MEAN or not rules.scheme.of_places:
        assert handed_out == whole
    else:
        assert handed_out >= whole


@patient
@given(vps, any_rules)
def test_a_better_place_never_gets_less_and_equal_places_get_the_same(
    scores: list[int], rules: Rules
) -> None:
    by_score = sorted(zip(scores, paid(rules, result(*scores)), strict=True))
    assert [value for _, value in by_score] == sorted(value for _, value in by_score)


def test_forfeits_and_awarded_points_replace_what_the_place_is_worth() -> None:
    seats = (Seat("a", 1, 90), Seat("b", 2, 80, awarded=Fraction(7)), Seat("c", 3, forfeited=True))
    table = Result("g", game("g").played_on, seats)
    assert points(table) == [5, 7, 0]
    assert points(table, forfeit_points=Fraction(-2)) == [5, 7, -2]


def test_those_present_at_a_walkover_share_the_places_they_cover() -> None:
    seats = (Seat("a", 1), Seat("b", 1), Seat("c", 1), Seat("d", 4, forfeited=True))
    table = Result("g", game("g").played_on, seats, ResultKind.WALKOVER)
    assert points(table) == [Fraction(10, 3)] * 3 + [0]
    assert points(table, scheme=SCHEMES["vp_share"]) == [Fraction(100, 3)] * 3 + [0]


@pytest.mark.parametrize(
    ("rule", "of_places", "of_vp"),
    [
        (ByePoints.FIRST, 5, 25),
        (ByePoints.MEAN, Fraction(11, 4), 25),
        (ByePoints.LAST, 1, 25),
        (ByePoints.NONE, 0, 0),
    ],
)
def test_byes_are_worth_what_the_rule_says(rule: ByePoints, of_places: Fraction, of_vp: int) -> None:
    assert bye_points(Rules(bye_points=rule)) == of_places
    assert bye_points(Rules(bye_points=rule, scheme=SCHEMES["vp_share"])) == of_vp
    bye = Result("g", game("g").played_on, (Seat("a", 1),), ResultKind.BYE)
    assert points(bye, bye_points=rule) == [of_places]


def test_a_scheme_can_be_edited_one_table_at_a_time() -> None:
    edited = SCHEMES["5-3-2-1"].edited({3: [Fraction(4), Fraction(2), Fraction(1)]})
    assert points(result(9, 8, 7), scheme=edited) == [4, 2, 1]
    assert points(result(9, 8), scheme=edited) == [5, 1]


@pytest.mark.parametrize(
    ("values", "code", "path"),
    [
        ({4: [5, 3, 4, 1]}, "scheme.rising", "values[4][2]"),
        ({4: [5, 3, 2]}, "scheme.length", "values[4]"),
        ({3: [5, 3, -1]}, "scheme.negative", "values[3][2]"),
        ({2: [0, 0]}, "scheme.all_zero", "values[2]"),
        ({2: [200_000, 0]}, "scheme.too_large", "values[2][0]"),
        ({5: [5, 4, 3, 2, 1]}, "scheme.seats", "values[5]"),
    ],
)
def test_impossible_values_are_named(values: dict[int, list[int]], code: str, path: str) -> None:
    exact = {seats: [Fraction(value) for value in row] for seats, row in values.items()}
    assert [(one.code, one.path) for one in check_values("5-3-2-1", exact)] == [(code, path)]


def test_offered_schemes_are_valid() -> None:
    for key, scheme in SCHEMES.items():
        assert set(scheme.values) == set(TABLES)
        assert check_values(key, scheme.values) == ()
    assert [one.code for one in check_values("nothing", {})] == ["scheme.unknown"]
