from datetime import date

import pytest
from django.contrib.auth.models import AnonymousUser

from games.clubs.enums import ClubVisibility
from games.players.models import PageVisibility
from games.results.services.results import Person
from games.stats.selectors.faction_people import best_players, record_games
from tests.factories.clubs import ClubFactory, member_of
from tests.factories.people import PlayerFactory
from tests.games.stats.helpers import SYSTEM, filter_set, played, refresh_statistics, two

pytestmark = pytest.mark.django_db

EVERYTHING = filter_set(system=SYSTEM)
VISITOR = AnonymousUser()


@pytest.fixture
def club():
    return ClubFactory()


def best(viewer=VISITOR, filters=EVERYTHING, **more):
    refresh_statistics()
    players = best_players(filters=filters, faction="campbell", viewer=viewer, **more)
    return [(player.shown.name, player.games, player.wins) for player in players]


def play_often(player, club, *, games=5, wins=5):
    for number in range(games):
        clans = ("campbell", "stewart") if number < wins else ("stewart", "campbell")
        people = [Person(player=player), Person(name="Somebody")]
        two(
            *clans, people=people if number < wins else people[::-1], club=club, day=date(2026, 5, 1 + number)
        )


def test_the_best_have_played_often_enough(club):
    good, fair, seldom = PlayerFactory(name="Good"), PlayerFactory(name="Fair"), PlayerFactory(name="Seldom")
    play_often(good, club)
    play_often(fair, club, wins=3)
    play_often(seldom, club, games=4, wins=4)
    assert best() == [("Good", 5, 5), ("Fair", 5, 3)]
    assert best(limit=1) == [("Good", 5, 5)]


def test_hidden_players_are_not_among_them(club):
    play_often(PlayerFactory(visibility=PageVisibility.HIDDEN), club)
    friend = PlayerFactory(visibility=PageVisibility.CLUB, name="Friend")
    club.memberships.create(player=friend)
    play_often(friend, club)
    assert best() == []
    assert best(viewer=member_of(club)) == [("Friend", 5, 5)]


def test_games_of_a_private_club_tell_nobody_who_plays_there():
    club = ClubFactory(visibility=ClubVisibility.PRIVATE)
    play_often(PlayerFactory(name="Member"), club, games=6, wins=6)
    assert best() == []
    assert best(filters=filter_set(system=SYSTEM, club=club.pk)) == [("Member", 6, 6)]


def records(viewer=VISITOR, filters=EVERYTHING, **more):
    refresh_statistics()
    return record_games(filters=filters, faction="campbell", viewer=viewer, **more)


def test_highest_totals_first(club):
    two(club=club)
    high = played({"clan": "stewart"}, {"clan": "campbell", "glory": 90}, club=club)
    games = records()
    assert [record.total for record in games] == [games[0].game.best_total, 84]
    assert games[0].game == high
    assert games[0].seat_index == 1
    assert len(records(limit=1)) == 1


def test_only_games_the_reader_finds():
    private = ClubFactory(visibility=ClubVisibility.PRIVATE)
    for number in range(5):
        two(club=private, day=date(2026, 5, 1 + number))
    two()
    assert records() == [], "a game outside any club is for whoever has the link"
    assert len(records(viewer=member_of(private))) == 5
    assert len(records(filters=filter_set(system=SYSTEM, club=private.pk))) == 5


@pytest.mark.parametrize("games", [1, 3])
def test_queries_do_not_grow(games, club, django_assert_num_queries):
    for _ in range(games):
        play_often(PlayerFactory(), club)
    refresh_statistics()
    best_players(filters=EVERYTHING, faction="campbell", viewer=VISITOR)
    # Names of segments, private clubs, then players; or games, seats and players.
    with django_assert_num_queries(3):
        best_players(filters=EVERYTHING, faction="campbell", viewer=VISITOR)
    with django_assert_num_queries(5):
        record_games(filters=EVERYTHING, faction="campbell", viewer=VISITOR)
