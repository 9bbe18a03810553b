"""The final scoring, places and the tie-break (rulebook pages 16 and 17)."""

from __future__ import annotations

import pytest

from tests.scoring.glen_more_2.sheets import breakdown, evaluate, row, sheet, violations, vp, with_column


def test_the_books_example_of_territories() -> None:
    """Page 16: territories of 15, 13 and 16 tiles lose 6, 0 and 9 VP."""
    scored = breakdown(with_column(sheet(), "territory", (15, 13, 16)))
    assert vp(scored, "territory") == [-6, 0, -9]
    line = row(scored, "territory")[2]
    assert (line.quantity, line.unit, line.explanation.code) == (16, None, "territory")
    assert dict(line.explanation.params) == {"smallest": 13, "surplus": 3, "each": 3}
    assert row(scored, "territory")[1].explanation.code == "territory_smallest"


@pytest.mark.parametrize(("coins", "points"), [(0, 0), (1, 1), (8, 8), (9, 9), (20, 20)])
def test_coins_are_worth_one_each(coins: int, points: int) -> None:
    line = row(breakdown(with_column(sheet(), "coins", (coins, 0, 0))), "coins")[0]
    assert (line.quantity, line.unit, line.vp, line.explanation.code) == (coins, 1, points, "coins")


@pytest.mark.parametrize(
    ("coins", "points", "doubled", "single"),
    [(0, 0, 0, 0), (1, 2, 1, 0), (7, 14, 7, 0), (8, 16, 8, 0), (9, 17, 8, 1), (20, 28, 8, 12)],
)
def test_armadale_castle_doubles_the_first_eight_coins(
    coins: int, points: int, doubled: int, single: int
) -> None:
    """Appendix I, page 17."""
    raw = with_column(sheet(), "coins", (coins, 3, 0))
    raw["seats"][0]["armadale_castle"] = True
    scored = breakdown(raw)
    assert vp(scored, "coins") == [points, 3, 0]
    line = row(scored, "coins")[0]
    code = "coins_armadale_more" if single else "coins_armadale"
    assert (line.quantity, line.unit, line.explanation.code) == (coins, None, code)
    assert dict(line.explanation.params) == {"doubled": doubled, "single": single}


def test_vp_tokens_count_as_they_are() -> None:
    scored = breakdown(sheet())
    lines = row(scored, "vp_tokens")
    assert [(line.quantity, line.unit, line.vp) for line in lines] == [(90, 1, 90), (60, 1, 60), (30, 1, 30)]
    assert {line.explanation.code for line in lines} == {"vp_tokens"}
    none = row(breakdown(with_column(sheet(), "vp_tokens", (0, 60, 30))), "vp_tokens")[0]
    assert (none.quantity, none.vp, none.explanation.code) == (0, 0, "vp_tokens_none")


def test_landmark_vp_are_a_line_where_somebody_has_some() -> None:
    assert row(breakdown(sheet()), "landmark_vp") == []
    lines = row(breakdown(with_column(sheet(), "landmark_vp", (None, 4, None))), "landmark_vp")
    assert [(line.quantity, line.unit, line.vp) for line in lines] == [(0, 1, 0), (4, 1, 4), (0, 1, 0)]
    codes = [line.explanation.code for line in lines]
    assert codes == ["landmark_vp_none", "landmark_vp", "landmark_vp_none"]


def test_the_most_vp_win() -> None:
    scored = breakdown(with_column(sheet(4), "vp_tokens", (5, 40, 7, 39)))
    assert [seat.total for seat in scored.seats] == [5, 40, 7, 39]
    assert [seat.place for seat in scored.seats] == [4, 1, 3, 2]
    assert [seat.tie_break for seat in scored.seats] == [None] * 4
    assert scored.margin == 1


def test_totals_may_be_below_zero() -> None:
    scored = breakdown(with_column(sheet(), "territory", (10, 17, 21)))
    assert [seat.total for seat in scored.seats] == [90, 39, -3]


def test_equal_totals_go_to_the_fewest_resources() -> None:
    raw = with_column(with_column(sheet(), "vp_tokens", (20, 20, 30)), "resources", (4, 3, None))
    scored = breakdown(raw)
    assert [seat.place for seat in scored.seats] == [3, 2, 1]
    first, second, third = (seat.tie_break for seat in scored.seats)
    assert third is None
    assert first is not None
    assert second is not None
    assert (first.code, dict(first.params)) == ("tie_broken_by_resources", {"resources": 4})
    assert (second.code, dict(second.params)) == ("tie_broken_by_resources", {"resources": 3})


def test_no_resources_at_all_are_fewer_than_one() -> None:
    raw = with_column(with_column(sheet(2), "vp_tokens", (20, 20)), "resources", (1, 0))
    scored = breakdown(raw)
    assert [seat.place for seat in scored.seats] == [2, 1]
    assert [seat.tie_break.params["resources"] for seat in scored.seats if seat.tie_break] == [1, 0]


def test_equal_totals_and_resources_share_the_place() -> None:
    raw = with_column(with_column(sheet(4), "vp_tokens", (20, 20, 20, 0)), "resources", (2, 1, 1, None))
    scored = breakdown(raw)
    assert [seat.place for seat in scored.seats] == [3, 1, 1, 4]
    codes = [seat.tie_break.code if seat.tie_break else None for seat in scored.seats]
    assert codes == ["tie_broken_by_resources", "tie_shared", "tie_shared", None]
    assert scored.margin == 0


def test_resources_are_asked_for_only_in_a_tie() -> None:
    assert violations(sheet()) == []
    tied = with_column(with_column(sheet(4), "vp_tokens", (20, 8, 20, 8)), "resources", (None, None, 1, None))
    assert violations(tied) == [("required", f"seats[{seat}].resources") for seat in (0, 1, 3)]
    preview = evaluate(tied, partial=True)
    assert preview.missing == tuple(f"seats[{seat}].resources" for seat in (0, 1, 3))
    assert preview.breakdown is not None


@pytest.mark.parametrize("key", ["vp_tokens", "coins", "territory"])
def test_equal_totals_of_a_half_filled_end_are_no_tie(key: str) -> None:
    raw = with_column(sheet(), "vp_tokens", (20, 20, 0))
    del raw["seats"][2][key]
    assert evaluate(raw, partial=True).missing == (f"seats[2].{key}",)


def test_a_tie_between_scoring_rounds_stands() -> None:
    raw = with_column(sheet(), "barrels", (3, 1, 1), "a")
    raw = with_column(raw, "resources", (0, 1, 2))
    scored = breakdown(raw, "a")
    assert [seat.place for seat in scored.seats] == [1, 2, 2]
    codes = [seat.tie_break.code if seat.tie_break else None for seat in scored.seats]
    assert codes == [None, "tie_so_far", "tie_so_far"]
    assert scored.margin == 2
