"""Links that speak for one seat of one game."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from games.services.correct_game import correct_game
from games.services.personal_links import LIFE, LinkExpiredError, LinkInvalidError, seat_of_token, token_for
from games.services.results import Person
from tests.factories.games import PLAYED, keeper, recorded_game, two_seats
from tests.factories.people import PlayerFactory

pytestmark = pytest.mark.django_db


def test_a_token_finds_its_seat():
    game = recorded_game()
    for seat in game.seats.all():
        assert seat_of_token(game, token_for(seat, game)) == seat


def test_of_another_game_or_altered_it_finds_nothing():
    game, other = recorded_game(), recorded_game()
    token = token_for(game.seats.get(index=0), game)
    for wrong in (token[:-2], token.replace(":", "-"), "", "x"):
        with pytest.raises(LinkInvalidError):
            seat_of_token(game, wrong)
    with pytest.raises(LinkInvalidError):
        seat_of_token(other, token)


def test_after_sixty_days_it_has_expired():
    game = recorded_game()
    token = token_for(game.seats.get(index=0), game)
    with time_machine.travel(timezone.now() + LIFE - timedelta(hours=1)):
        assert seat_of_token(game, token).index == 0
    with time_machine.travel(timezone.now() + LIFE + timedelta(hours=1)), pytest.raises(LinkExpiredError):
        seat_of_token(game, token)


def test_when_players_change_seats_old_links_speak_for_nobody():
    people = [Person(player=PlayerFactory()), Person(player=PlayerFactory())]
    game = recorded_game(*people)
    token = token_for(game.seats.get(index=0), game)
    game = correct_game(
        game=game,
        expected_version=1,
        sheet=two_seats(),
        circumstances=PLAYED,
        people=people[::-1],
        actor=keeper(),
    )
    with pytest.raises(LinkInvalidError):
        seat_of_token(game, token)


def test_the_token_names_nobody():
    game = recorded_game(Person(name="Ailsa"), Person(name="Rory"))
    assert "Ailsa" not in token_for(game.seats.get(index=0), game)
