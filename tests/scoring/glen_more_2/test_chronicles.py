"""Chronicles 1 to 7 (rulebook pages 19 to 29)."""

from __future__ import annotations

import pytest

from scoring.glen_more_2 import pieces
from tests.scoring.glen_more_2.sheets import Raw, breakdown, row, sheet, violations, vp, with_column

RACES = ("dragon_boat_races",)
TOME = ("dubious_tome",)
COUNCIL = ("rock_and_hard_place",)


# 1: dragon boat races


def test_race_places_give_15_10_and_5() -> None:
    raw = with_column(sheet(4, options=RACES), "race_result", ("second", "last", "winner", "third"))
    lines = row(breakdown(raw), "race")
    assert [line.vp for line in lines] == [10, 0, 15, 5]
    codes = [line.explanation.code for line in lines]
    assert codes == ["race_second", "race_last", "race_winner", "race_third"]


def test_a_last_card_takes_the_vp_for_coins() -> None:
    raw = with_column(sheet(options=RACES), "race_result", ("last", "winner", "last"))
    raw = with_column(raw, "coins", (11, 11, 0))
    scored = breakdown(raw)
    assert vp(scored, "coins") == [0, 11, 0]
    line = row(scored, "coins")[0]
    assert (line.quantity, line.unit, line.explanation.code) == (11, 0, "coins_last")


@pytest.mark.parametrize(("coins", "points"), [(0, 0), (5, 10), (8, 16), (11, 16)])
def test_a_last_card_leaves_armadale_castles_points(coins: int, points: int) -> None:
    raw = with_column(sheet(options=RACES), "race_result", ("last", "winner", "last"))
    raw = with_column(raw, "coins", (coins, 0, 0))
    raw["seats"][0]["armadale_castle"] = True
    line = row(breakdown(raw), "coins")[0]
    assert (line.vp, line.explanation.code) == (points, "coins_armadale_last")
    assert dict(line.explanation.params) == {"doubled": min(coins, 8), "single": 0}


def test_a_race_still_open_scores_nothing_in_a_preview() -> None:
    raw = sheet(options=RACES)
    del raw["seats"][0]["race_result"]
    line = row(breakdown(raw, partial=True), "race")[0]
    assert (line.vp, line.explanation.code) == (0, "race_open")


# 2 to 4: nothing of their own


@pytest.mark.parametrize("chronicle", ["highlander", "single_cask_reserve", "hammer_of_the_scots"])
def test_chronicles_without_a_score_change_nothing(chronicle: str) -> None:
    assert breakdown(sheet(options=(chronicle,))) == breakdown(sheet())


def test_the_highlanders_coins_come_before_the_scoring() -> None:
    """Page 20: whoever stands on the mountain at the end takes what lies there, and it is scored like the rest."""
    raw = with_column(sheet(options=("highlander",)), "coins", (3 + 4, 3, 3))
    assert vp(breakdown(raw), "coins") == [7, 3, 3]


# 5: haggis


@pytest.mark.parametrize(
    ("tokens", "total", "points"),
    [(0, 0, 0), (1, 1, 1), (1, 3, 3), (2, 2, 4), (2, 4, 8), (2, 6, 12), (3, 3, 9), (3, 7, 21), (3, 9, 27)],
)
@pytest.mark.parametrize("played", ["b", "c", "d"])
def test_haggis_is_tokens_times_values(played: str, tokens: int, total: int, points: int) -> None:
    """Page 23, with its example 2 x 4 = 8."""
    raw = with_column(sheet(options=("haggis",)), "haggis_tokens", (0, tokens, 0), played)
    raw = with_column(raw, "haggis_sum", (0, total, 0), played)
    line = row(breakdown(raw, played), "haggis", played)[1]
    assert (line.quantity, line.unit, line.vp) == (tokens, total, points)
    assert line.explanation.code == "haggis"


def test_there_is_no_haggis_after_round_a() -> None:
    assert row(breakdown(sheet(options=("haggis",))), "haggis", "a") == []
    raw = with_column(sheet(options=("haggis",)), "haggis_tokens", (1, None, None), "a")
    assert violations(raw) == [("unknown_field", "seats[0].rounds.a.haggis_tokens")]


# 6: dubious tome


def test_event_sides_count_one_more_landmark_each() -> None:
    raw = with_column(sheet(options=TOME), "landmarks", (3, 4, 2), "d")
    raw = with_column(raw, "event_sides", (3, 0, 1), "d")
    scored = breakdown(raw)
    assert vp(scored, "landmarks") == [3, 1, 0]
    first, second, _ = row(scored, "landmarks")
    assert (first.quantity, first.explanation.code) == (3, "lead_event_sides")
    assert dict(first.explanation.params) == {"events": 3, "counted": 6, "lowest": 3, "lead": 3}
    assert second.explanation.code == "lead"


@pytest.mark.parametrize(
    ("field", "category", "card"),
    [
        ("old_man_of_storr_vp", "castle_scots", "old_man_of_storr"),
        ("inverness_vp", "barrels", "inverness"),
    ],
)
@pytest.mark.parametrize("typed", [0, 6])
def test_two_events_give_their_owner_another_table(field: str, category: str, card: str, typed: int) -> None:
    raw = with_column(sheet(options=TOME), category, (4, 6, 1), "d")
    raw = with_column(raw, "event_sides", (1, 0, 0), "d")
    raw["seats"][0]["rounds"]["d"][field] = typed
    scored = breakdown(raw)
    assert vp(scored, category) == [typed, 8, 0]
    line = row(scored, category)[0]
    assert (line.quantity, line.explanation.code) == (4, "lead_own_table")
    assert dict(line.explanation.params) == {"card": card, "counted": 4, "lowest": 1, "lead": 3}


def test_old_man_of_storrs_table_beside_castle_moil() -> None:
    raw = with_column(sheet(options=TOME), "castle_scots", (4, 2, 1), "d")
    raw = with_column(raw, "event_sides", (1, 0, 0), "d")
    raw["seats"][0]["rounds"]["d"]["old_man_of_storr_vp"] = 6
    raw["seats"][1]["rounds"]["d"]["castle_moil"] = True
    scored = breakdown(raw)
    assert vp(scored, "castle_scots") == [6, 3, 0]
    first = row(scored, "castle_scots")[0].explanation
    assert dict(first.params) == {"card": "old_man_of_storr", "counted": 4, "lowest": 1, "lead": 3}


# 7: between a rock and a hard place


def council(card: str, ayes: int = 3, nays: int = 0, *, seats: int = 3) -> Raw:
    game = {"council_cards": [card], f"ayes_{card}": ayes, f"nays_{card}": nays}
    return sheet(seats, options=COUNCIL, game=game)


@pytest.mark.parametrize("card", pieces.TYPED_COUNCIL_CARDS)
def test_the_best_player_gets_ten(card: str) -> None:
    scored = breakdown(with_column(council(card), f"council_{card}", (2, 5, 4)))
    assert vp(scored, f"council_{card}") == [0, 10, 0]
    line = row(scored, f"council_{card}")[0]
    assert (line.quantity, line.explanation.code) == (2, "council_most")
    assert dict(line.explanation.params) == {"best": 5, "sharers": 1, "prize": 10}


@pytest.mark.parametrize(
    ("values", "points"),
    [
        ((4, 4), [5, 5]),
        ((4, 3), [10, 0]),
        ((0, 0), [5, 5]),
        ((4, 4, 1), [5, 5, 0]),
        ((4, 4, 4), [4, 4, 4]),
        ((0, 0, 0), [4, 4, 4]),
        ((1, 4, 4, 0), [0, 5, 5, 0]),
        ((4, 4, 1, 4), [4, 4, 0, 4]),
        ((2, 2, 2, 2), [3, 3, 3, 3]),
        ((0, 0, 0, 0), [3, 3, 3, 3]),
    ],
)
def test_ties_split_the_ten_rounded_up(values: tuple[int, ...], points: list[int]) -> None:
    """Page 28: split between the tied, rounded up; all at zero is a tie of all."""
    seats = len(values)
    raw = council("wood_and_stone", seats, seats=seats)
    scored = breakdown(with_column(raw, "council_wood_and_stone", values))
    assert vp(scored, "council_wood_and_stone") == points


def test_complete_sets_of_the_book() -> None:
    """Page 28: 3 Scots, 5 barrels, 4 landmarks and 2 persons are 2 sets."""
    raw = council("complete_sets")
    for key, values in {
        "castle_scots": (3, 3, 9),
        "barrels": (5, 3, 9),
        "landmarks": (4, 3, 1),
        "persons": (2, 3, 9),
    }.items():
        raw = with_column(raw, key, values, "d")
    scored = breakdown(raw)
    lines = row(scored, "council_complete_sets")
    assert [(line.quantity, line.vp) for line in lines] == [(2, 0), (3, 10), (1, 0)]
    assert lines[0].explanation.code == "council_sets"
    assert dict(lines[0].explanation.params) == {
        "scots": 3,
        "barrels": 5,
        "landmarks": 4,
        "persons": 2,
        "best": 3,
        "sharers": 1,
        "prize": 10,
    }


def test_castle_moil_changes_complete_sets_and_david_hume_does_not() -> None:
    """Castle Moil doubles Scots; David Hume and event sides do not help here."""
    card = "complete_sets"
    game = {"council_cards": [card], f"ayes_{card}": 3, f"nays_{card}": 0}
    raw = sheet(options=(*COUNCIL, *TOME), game=game)
    for key, values in {
        "castle_scots": (1, 2, 2),
        "barrels": (4, 4, 4),
        "landmarks": (2, 1, 2),
        "persons": (2, 4, 1),
        "event_sides": (0, 1, 0),
    }.items():
        raw = with_column(raw, key, values, "d")
    raw["seats"][0]["rounds"]["d"]["castle_moil"] = True
    raw["seats"][2]["rounds"]["d"]["david_hume"] = True
    assert [line.quantity for line in row(breakdown(raw), "council_complete_sets")] == [2, 1, 1]


def test_the_smallest_territory_is_the_best() -> None:
    raw = with_column(council("smallest_territory"), "territory", (14, 12, 12))
    lines = row(breakdown(raw), "council_smallest_territory")
    assert [(line.quantity, line.vp) for line in lines] == [(14, 0), (12, 5), (12, 5)]
    assert [line.explanation.code for line in lines] == ["council_fewest"] * 3


@pytest.mark.parametrize(
    ("ayes", "nays", "points", "code"),
    [
        (4, 0, [10, 0, 0, 0], "council_most"),
        (2, 2, [10, 0, 0, 0], "council_most"),
        (1, 3, [0, 0, 0, 0], "council_voted_out"),
        (0, 4, [0, 0, 0, 0], "council_voted_out"),
        (0, 0, [0, 0, 0, 0], "council_never_voted"),
    ],
)
def test_a_card_counts_with_at_least_as_many_ayes_as_nays(
    ayes: int, nays: int, points: list[int], code: str
) -> None:
    raw = council("whisky_tiles", ayes, nays, seats=4)
    lines = row(breakdown(with_column(raw, "council_whisky_tiles", (4, 0, 0, 0))), "council_whisky_tiles")
    assert [line.vp for line in lines] == points
    assert {line.explanation.code for line in lines} == {code}
    if not any(points):
        assert dict(lines[0].explanation.params) == {"ayes": ayes, "nays": nays}


def test_a_card_voted_in_needs_its_numbers() -> None:
    raw = with_column(council("discard_pile"), "council_discard_pile", (1, None, None))
    assert violations(raw) == [("required", f"seats[{seat}].council_discard_pile") for seat in (1, 2)]
    assert [line.quantity for line in row(breakdown(raw, partial=True), "council_discard_pile")] == [1, 0, 0]
    assert violations(council("discard_pile", 1, 2)) == []
    assert violations(council("complete_sets")) == []


def test_a_card_needs_its_votes() -> None:
    raw = sheet(options=COUNCIL, game={"council_cards": ["complete_sets"]})
    assert violations(raw) == [
        ("required", "game.ayes_complete_sets"),
        ("required", "game.nays_complete_sets"),
    ]


def test_votes_and_numbers_belong_to_a_card_in_play() -> None:
    raw = council("complete_sets")
    raw["game"]["ayes_discard_pile"] = 1
    raw["seats"][0]["council_discard_pile"] = 2
    assert violations(raw) == [
        ("not_applicable", "game.ayes_discard_pile"),
        ("not_applicable", "seats[0].council_discard_pile"),
    ]
