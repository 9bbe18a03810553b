"""Links that speak for one seat of one game."""

from datetime import timedelta

import pytest
import time_machine
from django.core import signing
from django.utils import timezone

from games.results.services.correct import correct_game
from games.results.services.proofs import (
    PERSONAL_LINK_LIFE,
    LinkExpiredError,
    LinkInvalidError,
    link_ticket,
    person_in,
    token_for,
)
from games.results.services.results import Person
from tests.factories.games import PLAYED, keeper, recorded_game, two_seats
from tests.factories.people import AccountFactory, PlayerFactory

pytestmark = pytest.mark.django_db


def test_a_token_finds_its_seat():
    game = recorded_game()
    for seat in game.seats.all():
        assert link_ticket(game, token_for(seat, game))[0] == seat


def test_of_another_game_or_altered_it_finds_nothing():
    game, other = recorded_game(), recorded_game()
    token = token_for(game.seats.get(index=0), game)
    for wrong in (token[:-2], token.replace(":", "-"), "", "x"):
        with pytest.raises(LinkInvalidError):
            link_ticket(game, wrong)
    with pytest.raises(LinkInvalidError):
        link_ticket(other, token)


def test_after_sixty_days_it_has_expired():
    game = recorded_game()
    token = token_for(game.seats.get(index=0), game)
    with time_machine.travel(timezone.now() + PERSONAL_LINK_LIFE - timedelta(hours=1)):
        assert link_ticket(game, token)[0].index == 0
    with (
        time_machine.travel(timezone.now() + PERSONAL_LINK_LIFE + timedelta(hours=1)),
        pytest.raises(LinkExpiredError),
    ):
        link_ticket(game, token)


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
        link_ticket(game, token)


def test_the_token_names_nobody():
    game = recorded_game(Person(name="Ailsa"), Person(name="Rory"))
    assert "Ailsa" not in token_for(game.seats.get(index=0), game)


def test_the_token_says_who_handed_it_out():
    account = AccountFactory()
    game = recorded_game()
    _, ticket = link_ticket(game, token_for(game.seats.get(index=1), game, shown_by=account))
    assert (ticket.index, ticket.shown_by) == (1, account.pk)


def test_a_token_made_before_it_carried_who_did_so_still_opens():
    game = recorded_game()
    seat = game.seats.get(index=0)
    token = signing.dumps([0, person_in(seat)], salt=f"games.personal_link:{game.public_id}")
    linked, ticket = link_ticket(game, token)
    assert (linked, ticket.shown_by) == (seat, None)
