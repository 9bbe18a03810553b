"""Totals, places, the tie-break by leftover money, the margin."""

from __future__ import annotations

from tests.scoring.clans_of_caledonia.sheets import automa, human, scored


def test_the_most_points_win() -> None:
    breakdown = scored(human(glory=40), human(glory=60), human(glory=50))
    assert [seat.place for seat in breakdown.seats] == [3, 1, 2]
    assert [seat.total for seat in breakdown.seats] == [40 + 6 + 12, 60 + 6 + 12, 50 + 6 + 12]
    assert breakdown.margin == 10
    assert all(seat.tie_break is None for seat in breakdown.seats)


def test_leftover_money_settles_equal_totals() -> None:
    # £19 gives 1 VP and leaves 9, £20 gives 2 and leaves nothing: £19 with one more glory is ahead.
    breakdown = scored(human(money=20, glory=10), human(money=19, glory=11), human())
    assert [seat.place for seat in breakdown.seats] == [2, 1, 3]
    assert [seat.total for seat in breakdown.seats[:2]] == [30, 30]
    assert breakdown.margin == 0
    first, second, third = (seat.tie_break for seat in breakdown.seats)
    assert first is not None
    assert second is not None
    assert (first.code, dict(first.params)) == ("tie_broken_by_money", {"left": 0, "money": 20})
    assert (second.code, dict(second.params)) == ("tie_broken_by_money", {"left": 9, "money": 19})
    assert third is None


def test_equal_leftovers_share_the_place() -> None:
    breakdown = scored(human(money=14, glory=11), human(money=24, glory=10), human())
    assert [seat.place for seat in breakdown.seats] == [1, 1, 3]
    first, second, third = (seat.tie_break for seat in breakdown.seats)
    assert first is not None
    assert second is not None
    assert (first.code, dict(first.params)) == ("tie_stands", {"left": 4, "money": 14})
    assert (second.code, dict(second.params)) == ("tie_stands", {"left": 4, "money": 24})
    assert third is None


def test_the_automa_leaves_over_what_no_full_five_takes() -> None:
    # The Automa: 10 glory and £9, 1 VP and £4 left. The person: 11 glory and £5, no VP and £5 left.
    breakdown = scored(human(glory=11, money=5), automa(level=1, money=9))
    assert [seat.total for seat in breakdown.seats] == [21, 21]
    assert [seat.place for seat in breakdown.seats] == [1, 2]
    tie_break = breakdown.seats[1].tie_break
    assert tie_break is not None
    assert dict(tie_break.params) == {"left": 4, "money": 9}


def test_a_breakdown_names_the_engine_and_is_final() -> None:
    breakdown = scored(human(), human())
    assert (breakdown.ruleset, breakdown.version) == ("clans_of_caledonia", "1")
    assert (breakdown.through, breakdown.final) == ("final", True)
    assert [seat.kind for seat in scored(human(), automa()).seats] == ["human", "automa"]
