"""The four categories of a scoring round (rulebook page 16)."""

from __future__ import annotations

import pytest

from scoring.glen_more_2.lines import lead_vp
from tests.scoring.glen_more_2.sheets import breakdown, row, sheet, vp, with_column

CATEGORIES = ("castle_scots", "landmarks", "barrels", "persons")


@pytest.mark.parametrize(
    ("lead", "points"), [(0, 0), (1, 1), (2, 2), (3, 3), (4, 5), (5, 8), (6, 8), (9, 8), (9_999, 8)]
)
def test_the_difference_table(lead: int, points: int) -> None:
    """Table of page 16; it ends at 5, and more scores as 5."""
    assert lead_vp(lead) == points


@pytest.mark.parametrize("category", CATEGORIES)
def test_the_books_example(category: str) -> None:
    """Page 16: 5, 3 and 1 landmark cards score 5, 2 and 0 VP."""
    raw = with_column(sheet(), category, (5, 3, 1), "d")
    assert vp(breakdown(raw), category) == [5, 2, 0]


@pytest.mark.parametrize("category", CATEGORIES)
@pytest.mark.parametrize("played", ["a", "b", "c", "d"])
@pytest.mark.parametrize(
    ("counts", "points"),
    [((2, 2), [0, 0]), ((3, 0), [3, 0]), ((0, 4, 4), [0, 5, 5]), ((9, 2, 7, 3), [8, 0, 8, 1])],
)
def test_every_category_and_round_compares_with_the_lowest(
    category: str, played: str, counts: tuple[int, ...], points: list[int]
) -> None:
    raw = with_column(sheet(len(counts)), category, counts, played)
    lines = row(breakdown(raw, played), category, played)
    assert [line.vp for line in lines] == points
    assert [line.quantity for line in lines] == list(counts)
    codes = ["lead" if count > min(counts) else "lead_fewest" for count in counts]
    assert [line.explanation.code for line in lines] == codes
    assert [dict(line.explanation.params) for line in lines] == [
        {"counted": count, "lowest": min(counts), "lead": count - min(counts)} for count in counts
    ]


def test_castle_moil_counts_three_scots_as_six() -> None:
    """Appendix I, page 17."""
    raw = with_column(sheet(), "castle_scots", (3, 1, 5), "d")
    raw["seats"][0]["rounds"]["d"]["castle_moil"] = True
    scored = breakdown(raw)
    assert vp(scored, "castle_scots") == [8, 0, 5]
    line = row(scored, "castle_scots")[0]
    assert (line.quantity, line.explanation.code) == (3, "lead_castle_moil")
    assert dict(line.explanation.params) == {"counted": 6, "lowest": 1, "lead": 5}


def test_the_lowest_is_taken_from_the_doubled_number() -> None:
    raw = with_column(sheet(), "castle_scots", (1, 3, 4), "d")
    raw["seats"][0]["rounds"]["d"]["castle_moil"] = True
    assert vp(breakdown(raw), "castle_scots") == [0, 1, 2]


def test_castle_moil_says_nothing_of_an_empty_castle() -> None:
    raw = with_column(sheet(), "castle_scots", (0, 3, 4), "d")
    raw["seats"][0]["rounds"]["d"]["castle_moil"] = True
    assert row(breakdown(raw), "castle_scots")[0].explanation.code == "lead_fewest"


def test_castle_moil_changes_no_other_category() -> None:
    raw = sheet()
    raw["seats"][0]["rounds"]["d"]["castle_moil"] = True
    scored = breakdown(raw)
    assert [vp(scored, category) for category in CATEGORIES] == [[1, 0, 0], [0, 0, 0], [0, 0, 0], [0, 0, 0]]


def test_david_hume_counts_as_two_persons() -> None:
    """McKay, page 18."""
    raw = with_column(sheet(), "persons", (3, 1, 2), "d")
    raw["seats"][0]["rounds"]["d"]["david_hume"] = True
    scored = breakdown(raw)
    assert vp(scored, "persons") == [3, 0, 1]
    assert [line.quantity for line in row(scored, "persons")] == [3, 1, 2]
    line = row(scored, "persons")[0]
    assert (line.quantity, line.explanation.code) == (3, "lead_david_hume")
    assert dict(line.explanation.params) == {"counted": 4, "lowest": 1, "lead": 3}


@pytest.mark.parametrize(("key", "category"), [("castle_moil", "castle_scots"), ("david_hume", "persons")])
def test_an_owner_marked_once_keeps_the_piece(key: str, category: str) -> None:
    raw = sheet()
    raw["seats"][1]["rounds"]["b"][key] = True
    scored = breakdown(raw)
    assert [vp(scored, category, played) for played in "abcd"] == [[0, 0, 0], [0, 1, 0], [0, 1, 0], [0, 1, 0]]


def test_the_note_shows_the_difference_table() -> None:
    (note,) = breakdown(sheet()).notes
    assert (note.code, dict(note.params)) == ("lead_table", {"points": (0, 1, 2, 3, 5, 8)})
