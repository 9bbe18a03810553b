"""What the games hold about one person."""

import pytest

from games.results.selectors.players import personal_games
from games.results.services.verdicts import restore_game, void_game
from tests.factories.games import recorded_game
from tests.factories.people import PlayerFactory

pytestmark = pytest.mark.django_db


def test_what_they_did_to_games_as_organisers_is_theirs_to_read():
    una, other = PlayerFactory(account__is_staff=True), PlayerFactory(account__is_staff=True)
    game = recorded_game()
    void_game(actor=una.account, game=game)
    restore_game(actor=other.account, game=game)
    sections = {section.key: section for section in personal_games(account=una.account, player=una)}
    (event,) = sections["game_events"].rows
    assert (event["game"], event["event"]) == (game.public_id, "voided")
