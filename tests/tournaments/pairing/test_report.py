"""What is said about a round's tables, drawn or changed by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings

from tests.tournaments.pairing.rounds import names, requests
from tournaments.pairing.costs import Part
from tournaments.pairing.draw import draw
from tournaments.pairing.report import Direction, Meeting, change, judge, why
from tournaments.pairing.request import DrawRequest, Entrant

P = names(12)


def event(*scores: int, **options: object) -> DrawRequest:
    entrants = tuple(Entrant(player, Fraction(score)) for player, score in zip(P, scores, strict=False))
    return DrawRequest(**({"entrants": entrants, "seed": "x"} | options))  # type: ignore[arg-type]


@settings(deadline=None, max_examples=10)
@given(requests())
def test_a_draw_is_judged_as_it_was_counted(wanted: DrawRequest) -> None:
    drawn = draw(wanted)
    report = judge(wanted, drawn.tables, drawn.byes)
    assert report.costs == drawn.costs
    assert report.violations == ()
    assert report.repeats == sum(len(table.repeats) for table in report.tables)
    for player in (one.player for one in wanted.entrants):
        answer = why(wanted, drawn.tables, player)
        assert answer.exchange is not None
        assert answer.exchange.costs.total >= 0, "an exchange would have been better than the draw"
        assert drawn.tables[answer.table - 1][answer.seat - 1] == player


def test_repeats_spread_and_seats_are_reported() -> None:
    wanted = event(9, 9, 7, 4, 4, 4, 4, 4, meetings={("p000", "p001"): 2})
    report = judge(wanted, [tuple(P[:4]), tuple(P[4:8])])
    first = report.tables[0]
    assert first.repeats == (Meeting("p000", "p001", 2),)
    assert (first.spread, report.widest_spread, report.repeats) == (5, 5, 1)
    assert first.costs.parts[Part.REPEATS] == 2000
    assert first.costs.parts[Part.SCORES] == 2 * 4 + 2 * 25 + 9
    assert report.seat_spread == 1
    seated = event(*[0] * 4, entrants=tuple(Entrant(player, seats=(2, 0, 0, 0)) for player in P[:4]))
    assert judge(seated, [tuple(P[:4])]).seat_spread == 3


def test_floats_say_their_direction_and_reason() -> None:
    wanted = event(9, 9, 9, 4, 4, 4, 4, 4)
    report = judge(wanted, [tuple(P[:4]), tuple(P[4:8])])
    (only,) = report.floats
    assert (only.player, only.table, only.direction) == ("p003", 1, Direction.UP)
    assert (only.score, only.table_score) == (4, 9)
    # Anybody of the group of five could have filled the table.
    assert only.reason == "lot"


def test_a_float_because_of_a_repeat_is_explained_by_it() -> None:
    met = {("p003", other): 1 for other in P[4:8]}
    wanted = event(9, 9, 9, 9, 9, 4, 4, 4, meetings=met | {("p003", other): 1 for other in P[:3]})
    report = judge(wanted, [(*P[:3], P[4]), (P[3], *P[5:8])])
    assert [(one.player, one.direction, one.reason) for one in report.floats] == [
        ("p003", Direction.DOWN, "lot")
    ]
    wanted = event(9, 9, 9, 9, 9, 4, 4, 4, meetings={("p003", other): 1 for other in P[:3]})
    report = judge(wanted, [(*P[:3], P[4]), (P[3], *P[5:8])])
    assert [(one.player, one.reason) for one in report.floats] == [("p003", "repeats")]


def test_a_group_that_fills_no_table_has_to_float() -> None:
    wanted = event(9, 6, 6, 6, 1, 1, 1, 1)
    report = judge(wanted, [tuple(P[:4]), tuple(P[4:8])])
    assert [(one.player, one.direction, one.reason) for one in report.floats] == [
        ("p000", Direction.DOWN, "group")
    ]


def test_a_change_by_hand_is_costed_by_part() -> None:
    wanted = event(9, 9, 9, 9, 4, 4, 4, 4, meetings={("p000", "p004"): 1})
    before = [tuple(P[:4]), tuple(P[4:8])]
    after = [(P[4], *P[1:4]), (P[0], *P[5:8])]
    costs = change(wanted, before, after)
    assert costs.parts[Part.SCORES] == 6 * 25
    assert costs.parts[Part.REPEATS] == 0
    assert change(wanted, after, before).total == -150
    assert change(wanted, before, [(*P[:3], P[4]), (P[3], *P[5:8])]).parts[Part.REPEATS] == 1000


@pytest.mark.parametrize(
    ("tables", "byes", "codes"),
    [
        ([P[:4], P[4:8]], [], []),
        ([P[:4], P[4:7]], [P[7]], []),
        ([P[:4], P[4:7]], [], ["round.missing"]),
        ([P[:4], [*P[4:7], P[3]]], [P[7]], ["round.player_twice"]),
        ([P[:4], [*P[4:7], "nobody"]], [P[7]], ["round.not_present"]),
        ([P[:5], P[5:8]], [], ["round.table_size"]),
        ([P[:1], P[1:4], P[4:8]], [], ["round.table_size", "round.not_together"]),
        ([P[2:6], [*P[:2], *P[6:8]]], [], ["round.not_apart"]),
        ([P[1:5], [P[0], *P[5:8]]], [], ["round.not_together"]),
    ],
)
def test_impossible_tables_are_named(tables: list[list[str]], byes: list[str], codes: list[str]) -> None:
    wanted = event(*[0] * 8, together=(("p000", "p001"),), apart=(("p002", "p005"),))
    report = judge(wanted, [tuple(table) for table in tables], byes)
    assert [one.code for one in report.violations] == codes


def test_why_names_opponents_and_the_cheapest_exchange() -> None:
    wanted = event(9, 9, 9, 9, 4, 4, 4, 3, meetings={("p000", "p002"): 1})
    answer = why(wanted, [tuple(P[:4]), tuple(P[4:8])], "p002")
    assert (answer.table, answer.seat, answer.seats_before) == (1, 3, (0, 0, 0, 0))
    assert answer.opponents == (
        Meeting("p002", "p000", 1),
        Meeting("p002", "p001", 0),
        Meeting("p002", "p003", 0),
    )
    assert answer.floated is None
    assert answer.exchange is not None
    assert answer.exchange.costs.parts[Part.REPEATS] == -1000
