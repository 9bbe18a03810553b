"""Who leads in a club: counted games of members, in the last year."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from games.clubs.models import Club, Membership
from games.players.models import Player
from games.players.models.player import PageVisibility
from games.selectors.club_leaders import club_leaders
from games.services.results import Person
from games.services.void_game import void_game
from tests.factories.games import PLAYED, recorded_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def club():
    return Club.objects.create(name="Leith Traders", slug="leith-traders")


def member(club, name, **fields):
    player = Player.objects.create(name=name, **fields)
    Membership.objects.create(club=club, player=player)
    return player


def won(club, winner, loser, *, days_ago=1):
    played = replace(PLAYED, played_on=timezone.localdate() - timedelta(days=days_ago))
    return recorded_game(Person(player=winner), Person(player=loser), club=club, circumstances=played)


def told(club):
    return [(one.shown.name, one.wins, one.games) for one in club_leaders(club=club, viewer=AnonymousUser())]


def test_wins_decide_then_fewer_games(club):
    ailsa, rory, una = (member(club, name) for name in ("Ailsa", "Rory", "Una"))
    won(club, ailsa, rory)
    won(club, rory, ailsa)
    won(club, rory, una)
    won(club, ailsa, una)
    won(club, una, rory)
    assert told(club) == [("Ailsa", 2, 3), ("Rory", 2, 4), ("Una", 1, 3)]


def test_only_counted_games_of_the_last_year_by_members(club):
    ailsa, rory = member(club, "Ailsa"), member(club, "Rory")
    won(club, ailsa, rory, days_ago=400)
    void_game(game=won(club, rory, ailsa))
    won(club, Player.objects.create(name="Guest of another club"), ailsa)
    assert told(club) == []


def test_hidden_names_stay_hidden(club):
    won(club, member(club, "Ailsa", visibility=PageVisibility.HIDDEN), member(club, "Rory"))
    assert told(club) == [("a player", 1, 1)]


@pytest.mark.parametrize("winners", [1, 3])
def test_two_queries_for_any_number(club, winners, django_assert_num_queries):
    loser = member(club, "Rory")
    for number in range(winners):
        won(club, member(club, f"Winner {number}"), loser)
    with django_assert_num_queries(2):
        assert len(club_leaders(club=club, viewer=AnonymousUser())) == winners
