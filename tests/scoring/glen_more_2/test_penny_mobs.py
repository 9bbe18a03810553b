"""Chronicle 8, the penny mobs (rulebook pages 30 to 34)."""

from __future__ import annotations

import pytest

from tests.scoring.glen_more_2.sheets import Raw, breakdown, row, sheet, vp, with_column

MOBS = ("penny_mobs",)


def mobs(*more: str, seats: int = 3, **held: int) -> Raw:
    """A table where these gangsters are held from round B on."""
    raw = sheet(seats, options=(*MOBS, *more))
    for gangster, seat in held.items():
        raw["seats"][seat]["rounds"]["b"].setdefault("gangsters", []).append(gangster)
        raw["seats"][seat]["gangster_cost"] = 5
    return raw


def test_gangsters_cost_what_is_printed_on_them() -> None:
    scored = breakdown(mobs(joe_mcduff=0, bruce_mcmail=0, derek_anderson=2))
    lines = row(scored, "gangsters")
    assert [(line.quantity, line.vp) for line in lines] == [(2, -5), (0, 0), (1, -5)]
    assert lines[0].explanation.code == "gangsters"
    assert dict(lines[0].explanation.params) == {"held": ("joe_mcduff", "bruce_mcmail"), "cost": 5}


def test_pennies_count_by_their_side() -> None:
    raw = with_column(with_column(mobs(), "plus_pennies", (4, 0, 3)), "minus_pennies", (1, 6, 3))
    lines = row(breakdown(raw), "pennies")
    assert [(line.quantity, line.vp) for line in lines] == [(5, 3), (6, -6), (6, 0)]
    assert lines[0].explanation.code == "pennies"
    assert dict(lines[0].explanation.params) == {"plus": 4, "minus": 1}


# Mike McCastle


def mike(host: int, *, scots: tuple[int, ...] = (2, 4, 1), moil: int | None = None) -> Raw:
    raw = with_column(mobs(mike_mccastle=0), "castle_scots", scots, "d")
    raw["seats"][host]["rounds"]["d"]["mike_mccastle_here"] = True
    if moil is not None:
        raw["seats"][moil]["rounds"]["d"]["castle_moil"] = True
    return raw


def test_mike_mccastle_moves_one_scot() -> None:
    """Page 33: one of the rival's Scots does not count, Mike counts on his holder's castle."""
    scored = breakdown(mike(1))
    lines = row(scored, "castle_scots")
    assert [line.vp for line in lines] == [2, 2, 0]
    assert [line.quantity for line in lines] == [2, 4, 1]
    codes = [line.explanation.code for line in lines]
    assert codes == ["lead_mike_mccastle", "lead_mike_mccastle", "lead"]
    lead = {"lowest": 1, "lead": 2, "counted": 3, "factor": 1}
    assert dict(lines[0].explanation.params) == {**lead, "gained": 1, "lost": 0}
    assert dict(lines[1].explanation.params) == {**lead, "gained": 0, "lost": 1}


def test_mike_mccastle_lowers_the_lowest() -> None:
    assert vp(breakdown(mike(2)), "castle_scots") == [3, 5, 0]


def test_mike_mccastle_takes_no_scot_from_an_empty_castle() -> None:
    scored = breakdown(mike(2, scots=(2, 4, 0)))
    assert vp(scored, "castle_scots") == [3, 5, 0]
    assert row(scored, "castle_scots")[2].explanation.params["counted"] == 0


def test_castle_moil_doubles_what_mike_mccastle_leaves() -> None:
    lines = row(breakdown(mike(1, moil=1)), "castle_scots")
    assert [line.explanation.params["counted"] for line in lines] == [3, 6, 1]
    assert lines[1].explanation.params["factor"] == 2


def test_castle_moil_doubles_mike_mccastle_too() -> None:
    lines = row(breakdown(mike(1, moil=0)), "castle_scots")
    assert [line.explanation.params["counted"] for line in lines] == [6, 3, 1]
    assert lines[0].explanation.code == "lead_mike_mccastle"


def test_mike_mccastle_does_nothing_before_he_is_placed() -> None:
    assert vp(breakdown(mobs(mike_mccastle=0)), "castle_scots", "b") == [0, 0, 0]


def test_mike_mccastle_counts_the_castle_he_stands_on_for_the_council() -> None:
    """Page 29, castles with a Scot; the rival's own count stays."""
    card = "castles_with_scot"
    raw = mike(1)
    raw["options"]["rock_and_hard_place"] = True
    raw["game"] = {"council_cards": [card], f"ayes_{card}": 3, f"nays_{card}": 0}
    raw = with_column(raw, f"council_{card}", (2, 3, 1))
    lines = row(breakdown(raw), f"council_{card}")
    assert [(line.quantity, line.vp) for line in lines] == [(3, 5), (3, 5), (1, 0)]
    assert lines[0].explanation.code == "council_mike_mccastle"
    assert dict(lines[0].explanation.params) == {"own": 2, "best": 3, "sharers": 2, "prize": 10}
    assert lines[1].explanation.code == "council_most"
    del raw["seats"][1]["rounds"]["d"]["mike_mccastle_here"]
    assert [line.quantity for line in row(breakdown(raw), f"council_{card}")] == [2, 3, 1]


# John McClaim


def test_john_mcclaims_tokens_move_landmarks() -> None:
    """Page 34: cards with a token count for his holder and not for their owner."""
    raw = with_column(mobs("dubious_tome", john_mcclaim=2), "landmarks", (3, 4, 1), "d")
    raw = with_column(raw, "claimed_landmarks", (2, 1, None), "d")
    raw = with_column(raw, "event_sides", (1, 0, 0), "d")
    lines = row(breakdown(raw), "landmarks")
    assert [line.explanation.params["counted"] for line in lines] == [2, 3, 4]
    assert [line.vp for line in lines] == [0, 1, 2]
    assert {line.explanation.code for line in lines} == {"lead_john_mcclaim"}
    assert dict(lines[0].explanation.params) == {
        "events": 1,
        "gained": 0,
        "lost": 2,
        "counted": 2,
        "lowest": 2,
        "lead": 0,
    }
    assert lines[2].explanation.params["gained"] == 3


def test_a_token_on_ones_own_card_changes_nothing() -> None:
    raw = with_column(mobs("dubious_tome", john_mcclaim=2), "claimed_landmarks", (None, None, 1), "c")
    lines = row(breakdown(raw, "c"), "landmarks", "c")
    assert [line.explanation.code for line in lines] == ["lead", "lead", "lead"]


def test_a_half_filled_sheet_never_counts_below_zero_landmarks() -> None:
    raw = with_column(mobs("dubious_tome", john_mcclaim=2), "claimed_landmarks", (2, None, None), "d")
    lines = row(breakdown(raw, partial=True), "landmarks")
    assert [line.explanation.params["counted"] for line in lines] == [0, 1, 3]


def test_tokens_without_a_holder_change_nothing_in_a_preview() -> None:
    raw = with_column(mobs("dubious_tome"), "claimed_landmarks", (1, None, None), "d")
    raw = with_column(raw, "event_sides", (0, 1, 0), "d")
    lines = row(breakdown(raw, partial=True), "landmarks")
    assert [line.explanation.params["counted"] for line in lines] == [1, 2, 1]


def sets(**held: int) -> Raw:
    """Complete sets voted in; everybody has plenty, only landmarks are short: 2, 3 and 1."""
    card = "complete_sets"
    raw = mobs("dubious_tome", "rock_and_hard_place", **held)
    raw["game"] = {"council_cards": [card], f"ayes_{card}": 3, f"nays_{card}": 0}
    for key in ("castle_scots", "barrels", "persons"):
        raw = with_column(raw, key, (5, 5, 5), "d")
    return with_column(raw, "landmarks", (2, 3, 1), "d")


def test_john_mcclaims_cards_count_in_his_holders_complete_sets() -> None:
    """Page 34: they count as the holder's in every scoring, and for their owner in none."""
    card = "council_complete_sets"
    raw = sets(john_mcclaim=2)
    assert [(line.quantity, line.vp) for line in row(breakdown(raw), card)] == [(2, 0), (3, 10), (1, 0)]
    lines = row(breakdown(with_column(raw, "claimed_landmarks", (1, 2, None), "d")), card)
    assert [(line.quantity, line.vp) for line in lines] == [(1, 0), (1, 0), (4, 10)]
    assert [line.explanation.params["landmarks"] for line in lines] == [1, 1, 4]
    # A token on the holder's own card changes nothing.
    own = row(breakdown(with_column(raw, "claimed_landmarks", (None, None, 1), "d")), card)
    assert [line.quantity for line in own] == [2, 3, 1]


def test_event_sides_and_earlier_tokens_do_not_make_sets() -> None:
    raw = with_column(sets(john_mcclaim=2), "claimed_landmarks", (1, 1, None), "c")
    raw = with_column(with_column(raw, "event_sides", (2, 0, 1), "d"), "landmarks", (1, 2, 1), "c")
    assert [line.quantity for line in row(breakdown(raw), "council_complete_sets")] == [2, 3, 1]


def test_a_half_filled_sheet_never_has_less_than_no_complete_set() -> None:
    raw = with_column(sets(john_mcclaim=0), "claimed_landmarks", (None, None, 3), "d")
    lines = row(breakdown(raw, partial=True), "council_complete_sets")
    assert [line.quantity for line in lines] == [5, 3, 0]


def test_mike_mccastle_moves_no_scot_in_complete_sets() -> None:
    raw = with_column(sets(mike_mccastle=0), "castle_scots", (1, 2, 3), "d")
    raw["seats"][1]["rounds"]["d"]["mike_mccastle_here"] = True
    assert [line.quantity for line in row(breakdown(raw), "council_complete_sets")] == [1, 2, 1]


# Sibyl MacSponge


def test_sibyl_macsponge_takes_one_of_six_vp_or_more() -> None:
    """Page 32: in scoring rounds from every source of 6 VP or more, from everybody else."""
    raw = with_column(mobs("haggis", sibyl_macsponge=1), "castle_scots", (6, 9, 1), "c")
    raw = with_column(raw, "barrels", (5, 6, 1), "c")
    raw = with_column(raw, "haggis_tokens", (2, 3, 2), "c")
    raw = with_column(raw, "haggis_sum", (3, 9, 2), "c")
    scored = breakdown(raw)
    lines = row(scored, "sibyl_macsponge", "c")
    assert [(line.quantity, line.unit, line.vp) for line in lines] == [(2, -1, -2), (2, 1, 2), (0, -1, 0)]
    assert [line.explanation.code for line in lines] == ["sibyl_gives", "sibyl_receives", "sibyl_spares"]
    assert dict(lines[0].explanation.params) == {"to": 1, "sources": ("castle_scots", "haggis"), "least": 6}
    assert dict(lines[1].explanation.params) == {"least": 6}
    assert dict(lines[2].explanation.params) == {"to": 1, "least": 6}


def test_sibyl_macsponge_takes_of_every_haggis_scoring() -> None:
    """Page 23 calls each of the three a scoring phase; the last one comes after the end of the game."""
    raw = mobs("haggis", sibyl_macsponge=2)
    for played in "bcd":
        raw = with_column(raw, "haggis_tokens", (2, 1, 3), played)
        raw = with_column(raw, "haggis_sum", (4, 3, 9), played)
    scored = breakdown(raw)
    for played in "bcd":
        assert vp(scored, "haggis", played) == [8, 3, 27]
        assert vp(scored, "sibyl_macsponge", played) == [-1, 0, 1]


def test_sibyl_macsponge_works_from_the_round_she_is_taken() -> None:
    raw = with_column(mobs(sibyl_macsponge=1), "persons", (6, 1, 1), "a")
    for played in "bcd":
        raw = with_column(raw, "persons", (7, 1, 1), played)
    scored = breakdown(raw)
    assert row(scored, "sibyl_macsponge", "a") == []
    assert [vp(scored, "sibyl_macsponge", played) for played in "bcd"] == [[-1, 1, 0]] * 3


@pytest.mark.parametrize(("typed", "given"), [(5, 0), (6, 1), (7, 1), (12, 1)])
def test_the_limit_is_six(typed: int, given: int) -> None:
    raw = with_column(
        mobs("dubious_tome", sibyl_macsponge=1), "old_man_of_storr_vp", (typed, None, None), "d"
    )
    raw = with_column(raw, "event_sides", (1, 0, 0), "d")
    assert vp(breakdown(raw), "sibyl_macsponge") == [-given, given, 0]


def test_the_final_scoring_is_no_scoring_round() -> None:
    raw = with_column(mobs(sibyl_macsponge=1), "coins", (20, 0, 0))
    assert vp(breakdown(raw), "sibyl_macsponge") == [0, 0, 0]
