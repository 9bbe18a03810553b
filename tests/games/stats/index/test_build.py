from datetime import date

import numpy as np
import pytest

from games.stats.index.bitmap import popcount, unpack_bits
from games.stats.index.layout import layout_of
from games.stats.index.segment import (
    HAS_LINES,
    MARGIN,
    PARTS,
    PLACE,
    TIE_DECIDED,
    TIE_SHARED,
    WINS,
    BrokenSegmentError,
    from_buffer,
    to_bytes,
)
from tests.games.stats.frames import RawGame, RawSeat, encode

LAYOUT = layout_of("clans_of_caledonia")


def seat(faction="campbell", total=100, rank=1, *, is_bot=False, player=7, lines=None, **entered):
    return RawSeat(is_bot, player, faction, total, rank, lines or {}, entered)


def game(*seats, key=1, totals_only=False, options=None, setup=None):
    return RawGame(key, date(2026, 5, 2), None, totals_only, options or {}, setup or {}, seats)


def row_of(segment, faction):
    """Where the only seat of a faction is."""
    (row,) = np.flatnonzero(
        (segment.faction == LAYOUT.faction_codes[faction]) & (segment.game < segment.games)
    )
    return row


def flags_of(segment, game=0):
    marks = segment.marks[LAYOUT.marks["flags"]]
    return {flag for flag in (HAS_LINES, TIE_DECIDED, TIE_SHARED) if unpack_bits(marks[flag])[game]}


def worths_of(segment, game):
    """What each good was worth in a game."""
    marks = unpack_bits(segment.marks[LAYOUT.marks["worths"]])[:, game].reshape(len(LAYOUT.goods), -1)
    return [int(worth) for _, worth in np.argwhere(marks)]


def sums_at(segment, name, people, place):
    """What was summed by people and place."""
    most = LAYOUT.description.most_seats
    (cell,) = np.flatnonzero(segment.places.groups == people * (most + 1) + place)
    return segment.places.sums[cell, 1:][LAYOUT.place_rows[name]].tolist()


def test_people_are_ranked_among_themselves():
    segment = encode(
        LAYOUT,
        [
            game(
                seat("campbell", 90, 2),
                seat("", 120, 1, is_bot=True),
                seat("stewart", 80, 3),
                seat("gordon", 80, 3),
            )
        ],
    )
    assert segment.people[0] == 3
    first, second, third = (row_of(segment, faction) for faction in ("campbell", "stewart", "gordon"))
    assert segment.measures[PLACE, [first, second, third]].tolist() == [1, 2, 2]
    assert segment.measures[WINS, first] == PARTS
    assert segment.measures[MARGIN, first] == 10 * PARTS
    assert segment.measures[MARGIN, second] == -5 * PARTS
    assert segment.seat_count == 3


def test_a_shared_win_counts_in_parts():
    segment = encode(LAYOUT, [game(*(seat(clan, 90, 1) for clan in ("campbell", "stewart", "gordon")))])
    assert [segment.measures[WINS, row_of(segment, clan)] for clan in ("campbell", "stewart", "gordon")] == [
        PARTS // 3
    ] * 3
    assert flags_of(segment) == {HAS_LINES, TIE_SHARED}


def test_a_tie_that_was_broken():
    segment = encode(LAYOUT, [game(seat("campbell", 90, 1), seat("stewart", 90, 2))])
    assert flags_of(segment) == {HAS_LINES, TIE_DECIDED}


def test_a_person_alone_is_no_table():
    segment = encode(LAYOUT, [game(seat()), game(seat(), seat("", is_bot=True), key=2)])
    assert segment.games == 0
    assert segment.seat_count == 0


def test_seats_are_sorted_by_faction():
    segment = encode(
        LAYOUT, [game(seat("stewart"), seat("buchanan"), key=1), game(seat("buchanan"), seat(""), key=2)]
    )
    code = LAYOUT.faction_codes
    assert segment.seats.groups.tolist() == [0, code["buchanan"], code["stewart"]]
    assert segment.seats.sums[:, 0].tolist() == [1, 2, 1]
    words = segment.seats.stretch(code["buchanan"])
    assert segment.game_key[segment.game[words.start * 64 : words.stop * 64][:2]].tolist() == [1, 2]
    assert set(segment.faction[words.start * 64 : words.stop * 64][:2].tolist()) == {code["buchanan"]}
    assert segment.people[segment.game[words.stop * 64 - 1]] == 0, "gaps belong to no game"


@pytest.mark.parametrize(
    ("options", "setup", "seats", "expansion"),
    [
        ({}, {}, {}, False),
        ({"train": "full"}, {}, {}, True),
        ({"auction": "yes"}, {}, {}, False),
        ({}, {"scoring_tiles": ["meat", "kinds_of_goods"]}, {}, True),
        ({}, {"map_a": "side_industria"}, {}, True),
        ({}, {"map_a": "side_1"}, {"starting_tile": 3}, False),
        ({}, {}, {"starting_tile": 12}, True),
        ({}, {}, {"faction": "gordon"}, True),
    ],
)
def test_which_games_are_of_the_expansion(options, setup, seats, expansion):
    segment = encode(LAYOUT, [game(seat(**seats), seat("stewart"), options=options, setup=setup)])
    assert bool(int(segment.words[0, 0]) & 1) is expansion


def test_every_piece_of_the_set_up_has_its_bit():
    setup = {"scoring_tiles": ["meat"], "port_tiles": ["ten_pounds"], "map_d": "side_2"}
    segment = encode(LAYOUT, [game(seat(), seat("stewart"), setup=setup, options={"reward": "glory"})])
    bits = sum(int(word) << 64 * number for number, word in enumerate(segment.words[:, 0]))
    expected = {
        ("scoring_tiles", "meat"),
        ("port_tiles", "ten_pounds"),
        ("map_d", "side_2"),
        ("reward", "glory"),
    }
    assert {pair for pair, bit in LAYOUT.bits.items() if bits >> bit & 1} == {*expected, LAYOUT.expansion_bit}


def test_rarity_counts_what_a_bot_holds():
    """Two people have no cotton, the Automa has five: cotton is the commonest, not the rarest."""
    bot = seat("", 50, 3, is_bot=True, lines={"cotton": [5, 15]})
    people = [
        seat("campbell", 90, 1, lines={"tobacco": [1, 5]}),
        seat("stewart", 80, 2, lines={"sugar_cane": [2, 8]}),
    ]
    segment = encode(LAYOUT, [game(*people, bot), game(*people, key=2, totals_only=True)])
    assert worths_of(segment, 0) == [3, 5, 4]
    assert worths_of(segment, 1) == [0, 0, 0], "without a sheet nobody knows"


def test_bids_are_kept_as_what_was_paid():
    segment = encode(LAYOUT, [game(seat(lines={"bid": [7, -7]}), seat("stewart"))])
    assert segment.bid[row_of(segment, "campbell")] == 7


def test_lines_told_beside_a_total_are_not_counted():
    """A quantity may be unknown there; a bid is known all the same."""
    told = seat(lines={"cotton": [None, 12], "bid": [None, -3]})
    segment = encode(LAYOUT, [game(told, seat("stewart", 90, 2), totals_only=True)])
    assert not segment.seat_lines.digits.any()
    assert not segment.line_totals.digits.any()
    assert segment.bid[row_of(segment, "campbell")] == 3
    assert flags_of(segment) == set()


def test_absurd_numbers_stay_exact():
    segment = encode(
        LAYOUT, [game(seat(total=90_000_000, lines={"glory": [9999, 90_000_000]}), seat("stewart", 1, 2))]
    )
    assert segment.measures[MARGIN, row_of(segment, "campbell")] == PARTS * 89_999_999
    everything = np.array([0])
    chosen = segment.seats.chosen_by(unpack_bits(segment.marks[LAYOUT.marks["people"]])[2])
    lines = segment.seat_lines.sum_stretches(chosen, everything)[:, 0]
    assert lines[LAYOUT.lines.index("glory")] == 90_000_000
    assert segment.seats.sum_groups(chosen).sum(axis=0).tolist()[1 + MARGIN] == 0


def test_pieces_are_counted_by_people_and_place():
    first = seat("campbell", 90, 1, contract_tiles=[3, 8])
    segment = encode(LAYOUT, [game(first, seat("stewart", 80, 2, contract_tiles=[4]))])
    at = LAYOUT.pieces["contract_tiles"]
    winner, second = (sums_at(segment, "pieces.contract_tiles", 2, place) for place in (1, 2))
    assert (winner[at["3"]], second[at["3"]]) == (1, 0)
    assert (winner[at["4"]], second[at["4"]]) == (0, 1)


def test_bytes_and_back():
    segment = encode(LAYOUT, [game(seat(), seat("stewart", 90, 2))])
    again = from_buffer(to_bytes(segment))
    for name, values in segment.columns().items():
        assert np.array_equal(again.columns()[name], values), name
    assert to_bytes(again) == to_bytes(segment)


def test_an_empty_segment():
    segment = from_buffer(to_bytes(encode(LAYOUT, [])))
    assert segment.games == 0


@pytest.mark.parametrize("cut", [0, 4, 300, 2000])
def test_bytes_that_are_no_segment(cut):
    data = to_bytes(encode(LAYOUT, [game(seat(), seat("stewart", 90, 2))]))
    with pytest.raises(BrokenSegmentError):
        from_buffer(data[:cut])


def test_a_system_without_factions():
    layout = layout_of("glen_more_2")
    lines = {"territory": [12, -3]}
    segment = encode(layout, [game(seat("", 70, 1, lines=lines), seat("", 60, 2), options={"haggis": "yes"})])
    assert segment.seats.groups.tolist() == [0]
    assert segment.seats.sums[0, 0] == 2
    games = segment.marks[layout.marks["people"]][2]
    assert popcount(games) == 1
    assert segment.line_totals.sum_stretches(games, np.array([0]))[layout.lines.index("territory"), 0] == -3
