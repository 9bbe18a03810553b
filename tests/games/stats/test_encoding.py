from datetime import date

import numpy as np
import pytest

from games.stats.columns.binary import BrokenBlockError, from_buffer, to_bytes
from games.stats.columns.block import HAS_LINES, MARGIN, NO_SEAT, PARTS, PLACE, TIE_DECIDED, TIE_SHARED, WINS
from games.stats.columns.encoding import encode
from games.stats.columns.raw import RawGame, RawSeat
from games.stats.layout import layout_of

LAYOUT = layout_of("clans_of_caledonia")


def seat(faction="campbell", total=100, rank=1, *, is_bot=False, player=7, lines=None, **entered):
    return RawSeat(is_bot, player, faction, total, rank, lines or {}, entered)


def game(*seats, key=1, totals_only=False, options=None, setup=None):
    return RawGame(key, date(2026, 5, 2), None, totals_only, options or {}, setup or {}, seats)


def row_of(block, position):
    """The row of a game's seat by its place on the sheet."""
    return block.seat_rows[position, 0]


def test_people_are_ranked_among_themselves():
    block = encode(
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
    assert block.people.tolist() == [3]
    first, second, third = (row_of(block, position) for position in range(3))
    assert block.measures[PLACE, [first, second, third]].tolist() == [1, 2, 2]
    assert block.measures[WINS, first] == PARTS
    assert block.measures[MARGIN, first] == 10 * PARTS
    assert block.measures[MARGIN, second] == -5 * PARTS
    assert block.seat_rows[3, 0] == NO_SEAT


def test_a_shared_win_counts_in_parts():
    block = encode(LAYOUT, [game(*(seat(clan, 90, 1) for clan in ("campbell", "stewart", "gordon")))])
    assert block.measures[WINS].tolist() == [PARTS // 3] * 3
    assert block.flags.tolist() == [HAS_LINES | TIE_SHARED]


def test_a_tie_that_was_broken():
    block = encode(LAYOUT, [game(seat("campbell", 90, 1), seat("stewart", 90, 2))])
    assert block.flags.tolist() == [HAS_LINES | TIE_DECIDED]


def test_a_person_alone_is_no_table():
    block = encode(LAYOUT, [game(seat()), game(seat(), seat("", is_bot=True), key=2)])
    assert block.games == 0
    assert block.seats == 0


def test_seats_are_sorted_by_faction():
    block = encode(
        LAYOUT, [game(seat("stewart"), seat("buchanan"), key=1), game(seat("buchanan"), seat(""), key=2)]
    )
    code = LAYOUT.faction_codes
    assert block.faction.tolist() == [0, code["buchanan"], code["buchanan"], code["stewart"]]
    begin, end = block.starts[code["buchanan"]], block.starts[code["buchanan"] + 1]
    assert (begin, end) == (1, 3)
    assert block.game_key[block.game[begin:end]].tolist() == [1, 2]
    assert block.starts[-1] == block.seats


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
    block = encode(LAYOUT, [game(seat(**seats), seat("stewart"), options=options, setup=setup)])
    assert bool(int(block.words[0, 0]) & 1) is expansion


def test_every_piece_of_the_set_up_has_its_bit():
    setup = {"scoring_tiles": ["meat"], "port_tiles": ["ten_pounds"], "map_d": "side_2"}
    block = encode(LAYOUT, [game(seat(), seat("stewart"), setup=setup, options={"reward": "glory"})])
    bits = sum(int(word) << 64 * number for number, word in enumerate(block.words[:, 0]))
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
    block = encode(LAYOUT, [game(*people, bot), game(*people, key=2, totals_only=True)])
    assert block.rarity[:, 0].tolist() == [3, 5, 4]
    assert block.rarity[:, 1].tolist() == [0, 0, 0], "without a sheet nobody knows"


def test_bids_are_kept_as_what_was_paid():
    block = encode(LAYOUT, [game(seat(lines={"bid": [7, -7]}), seat("stewart"))])
    assert block.bid[row_of(block, 0)] == 7


def test_lines_told_beside_a_total_are_not_counted():
    """A quantity may be unknown there; a bid is known all the same."""
    told = seat(lines={"cotton": [None, 12], "bid": [None, -3]})
    block = encode(LAYOUT, [game(told, seat("stewart", 90, 2), totals_only=True)])
    assert not block.line_vp.any()
    assert not block.line_sums.any()
    assert block.bid[row_of(block, 0)] == 3
    assert block.flags.tolist() == [0]


def test_absurd_numbers_stay_exact():
    block = encode(
        LAYOUT, [game(seat(total=90_000_000, lines={"glory": [9999, 90_000_000]}), seat("stewart", 1, 2))]
    )
    assert block.measures[MARGIN, row_of(block, 0)] == PARTS * 89_999_999
    assert block.line_vp.max() == 90_000_000


def test_pieces_are_counted_by_people_and_place():
    first = seat("campbell", 90, 1, contract_tiles=[3, 8])
    block = encode(LAYOUT, [game(first, seat("stewart", 80, 2, contract_tiles=[4]))])
    at = LAYOUT.pieces["contract_tiles"]
    assert block.piece_counts[0, 0, 2, at["3"]] == 1
    assert block.piece_counts[0, :, 2, at["4"]].tolist() == [1, 2]


def test_bytes_and_back():
    block = encode(LAYOUT, [game(seat(), seat("stewart", 90, 2))])
    again = from_buffer(to_bytes(block))
    for name, values in block.columns().items():
        assert np.array_equal(getattr(again, name), values), name
    assert to_bytes(again) == to_bytes(block)


def test_an_empty_block():
    block = from_buffer(to_bytes(encode(LAYOUT, [])))
    assert block.games == 0


@pytest.mark.parametrize("cut", [0, 4, 300, 2000])
def test_bytes_that_are_no_block(cut):
    data = to_bytes(encode(LAYOUT, [game(seat(), seat("stewart", 90, 2))]))
    with pytest.raises(BrokenBlockError):
        from_buffer(data[:cut])


def test_a_system_without_factions():
    layout = layout_of("glen_more_2")
    lines = {"territory": [12, -3]}
    block = encode(layout, [game(seat("", 70, 1, lines=lines), seat("", 60, 2), options={"haggis": "yes"})])
    assert block.faction.tolist() == [0, 0]
    assert block.summary[0].tolist() == [2]
    assert block.line_sums[layout.lines.index("territory")].tolist() == [-3]
