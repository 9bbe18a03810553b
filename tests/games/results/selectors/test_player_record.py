"""A player's figures, by hand."""

from dataclasses import replace
from datetime import date

import pytest
from django.contrib.auth.models import AnonymousUser

from games.clubs.enums import ClubVisibility
from games.players.models import PageVisibility
from games.results.enums import GameState
from games.results.models import Game
from games.results.selectors.players import counted, head_to_head, latest_games, played_seats, record_of
from games.results.services.results import Person
from games.results.services.verdicts import void_game
from tests.factories.clubs import ClubFactory
from tests.factories.games import PLAYED, clans_seat, clans_sheet, keeper, recorded_game
from tests.factories.people import PlayerFactory

pytestmark = pytest.mark.django_db
VISITOR = AnonymousUser()


@pytest.fixture
def club(db):
    return ClubFactory()


@pytest.fixture
def ailsa(db):
    return PlayerFactory(name="Ailsa")


@pytest.fixture
def rory(db):
    return PlayerFactory(name="Rory")


def record(player, viewer=VISITOR):
    return record_of(counted(played_seats(player=player, viewer=viewer)))


def opponents(player, viewer=VISITOR):
    ranks = {seat.game_id: seat.rank for seat in counted(played_seats(player=player, viewer=viewer))}
    return head_to_head(player=player, viewer=viewer, ranks=ranks)


def test_games_wins_best_and_mean_by_clan(club, ailsa, rory):
    """84 : 64 twice, once from each side."""
    recorded_game(Person(player=ailsa), Person(player=rory), club=club)
    recorded_game(Person(player=rory), Person(player=ailsa), club=club)
    figures = record(ailsa)
    assert (figures.games, figures.wins) == (2, 1)
    (system,) = figures.systems
    assert (system.best, system.mean, system.win_rate) == (84, 74, 50)
    by_clan = {tally.faction: (tally.games, tally.wins, tally.best) for tally in figures.factions}
    assert by_clan == {"campbell": (1, 1, 84), "stewart": (1, 0, 64)}


def test_nobody_wins_a_game_alone(club, ailsa):
    recorded_game(Person(player=ailsa), club=club, sheet=clans_sheet(clans_seat(clan="campbell")))
    figures = record(ailsa)
    assert (figures.games, figures.wins, figures.systems[0].win_rate) == (1, 0, None)


def test_the_best_clan_needs_three_games(club, ailsa, rory):
    for _ in range(2):
        recorded_game(Person(player=ailsa), Person(player=rory), club=club)
    assert record(ailsa).strongest is None
    recorded_game(Person(player=ailsa), Person(player=rory), club=club)
    figures = record(ailsa)
    assert figures.strongest.faction == figures.favourite.faction == "campbell"


def test_only_counted_games_the_viewer_finds(club, ailsa, rory):
    void_game(actor=keeper(), game=recorded_game(Person(player=ailsa), Person(player=rory), club=club))
    private = ClubFactory(visibility=ClubVisibility.PRIVATE)
    recorded_game(Person(player=ailsa), Person(player=rory), club=private)
    assert record(ailsa).games == 0
    assert record(ailsa, rory.account).games == 1
    assert opponents(ailsa) == []


def test_the_latest_games_are_those_not_void(club, ailsa, rory):
    games = [
        recorded_game(
            Person(player=ailsa), Person(player=rory), club=club, circumstances=replace(PLAYED, played_on=day)
        )
        for day in (date(2026, 5, 2), date(2026, 5, 4), date(2026, 5, 3), date(2026, 5, 4))
    ]
    Game.objects.filter(pk=games[2].pk).update(state=GameState.SUBMITTED)
    void_game(actor=keeper(), game=recorded_game(Person(player=ailsa), Person(player=rory), club=club))
    latest = latest_games(played_seats(player=ailsa, viewer=VISITOR), most=3)
    assert latest == [games[3], games[1], games[2]]
    assert record(ailsa).games == 3


def test_head_to_head_counts_places_not_wins(club, ailsa, rory):
    third = PlayerFactory()
    three = clans_sheet(clans_seat(glory=60), clans_seat(glory=50), clans_seat(glory=40))
    recorded_game(Person(player=third), Person(player=ailsa), Person(player=rory), club=club, sheet=three)
    recorded_game(Person(player=rory), Person(player=ailsa), club=club)
    level = clans_sheet(clans_seat(), clans_seat())
    recorded_game(Person(player=rory), Person(player=ailsa), club=club, sheet=level)
    rows = opponents(ailsa)
    assert [(row.opponent.name, row.games, row.ahead, row.level, row.behind) for row in rows] == [
        ("Rory", 3, 1, 1, 1),
        (third.name, 1, 0, 0, 1),
    ]


def test_hidden_opponents_and_typed_names_have_no_row(club, ailsa):
    hidden = PlayerFactory(visibility=PageVisibility.HIDDEN)
    recorded_game(Person(player=ailsa), Person(player=hidden), club=club)
    recorded_game(Person(player=ailsa), Person(name="Somebody"), club=club)
    assert opponents(ailsa) == []


@pytest.mark.parametrize("number", [1, 3])
def test_the_same_queries_for_any_number(club, ailsa, number, django_assert_num_queries):
    for _ in range(number):
        recorded_game(Person(player=ailsa), Person(player=PlayerFactory()), club=club)
    # The games; and again with the seats of the others and their names.
    with django_assert_num_queries(4):
        assert record(ailsa).games == number
        assert len(opponents(ailsa)) == number
