from datetime import date

import pytest

from games.stats.dataset.observations import observe
from games.stats.index.layout import layout_of
from games.stats.index.snapshot import Snapshot
from tests.games.stats.frames import RawGame, RawSeat, encode
from tests.games.stats.helpers import filter_set

SYSTEM = "clans_of_caledonia"
LAYOUT = layout_of(SYSTEM)
CLANS = ("campbell", "stewart", "gordon", "fraser")


def game(key, people, *, day=date(2026, 5, 2), bid=0):
    seats = [
        RawSeat(
            is_bot=False,
            player=10 + number,
            faction=CLANS[number],
            total=90 - number,
            rank=number + 1,
            lines={"bid": (bid, -bid)},
            entered={"turn_order": number + 1},
        )
        for number in range(people)
    ]
    return RawGame(key, day, None, False, {}, {}, seats)


def observed(*games, most_games=100):
    snapshot = Snapshot(SYSTEM, (), (), (encode(LAYOUT, games),))
    selection = snapshot.select(filter_set(system=SYSTEM))
    return observe(selection, most_games=most_games, extras=True)


@pytest.mark.parametrize("people", [2, 3, 4])
def test_positions_tell_tables_of_different_sizes_apart(people):
    """ "Third of four" is 403: not another number because the columns are small."""
    rows = observed(game(1, people)).rows
    by_player = dict(zip(rows.player.tolist(), rows.position.tolist(), strict=True))
    assert by_player == {10 + number: people * 100 + number + 1 for number in range(people)}


def test_a_bid_is_given_back():
    rows = observed(game(1, 2, bid=7)).rows
    assert sorted(rows.vp.tolist()) == [96, 97]


def test_the_latest_games_in_the_order_of_play():
    early, late = game(5, 2, day=date(2026, 5, 1)), game(4, 2, day=date(2026, 5, 3))
    found = observed(late, early, game(6, 2), most_games=2)
    assert list(dict.fromkeys(found.rows.game.tolist())) == [6, 4]


def test_facets_are_extra_effects_beside_the_position():
    assert list(observed(game(1, 2)).rows.extra) == ["starting_tile"]
