"""Two players become one, with their games."""

import pytest

from games.players.services.merges import merge_players, undo_merge
from games.results.merges import SatTogetherError
from games.results.services.results import Person
from tests.factories.games import recorded_game
from tests.factories.people import GuestFactory, PlayerFactory

pytestmark = pytest.mark.django_db


def test_seats_move_and_come_back():
    guest, player = GuestFactory(), PlayerFactory()
    game = recorded_game(Person(player=guest), Person(name="Rory"))
    merge = merge_players(source=guest, target=player, actor=player.account)
    assert game.seats.get(index=0).player == player
    undo_merge(merge=merge, actor=player.account)
    assert game.seats.get(index=0).player == guest


def test_two_who_sat_at_one_table_are_two_people():
    guest, player = GuestFactory(), PlayerFactory()
    game = recorded_game(Person(player=guest), Person(player=player))
    with pytest.raises(SatTogetherError):
        merge_players(source=guest, target=player, actor=player.account)
    guest.refresh_from_db()
    assert guest.merged_into is None
    assert [seat.player for seat in game.seats.all()] == [guest, player]
