"""A player's page with games, and a club's."""

import pytest

from games.clubs.enums import ClubVisibility
from games.results.services.results import Person
from tests.factories.clubs import ClubFactory
from tests.factories.games import recorded_game
from tests.factories.people import PlayerFactory

pytestmark = pytest.mark.django_db


def test_figures_opponents_and_recent_games(client, game, ailsa):
    page = client.get(ailsa.get_absolute_url()).content.decode()
    for expected in (
        "Best scores by: Clan",
        "Campbell",
        "84",
        "Head to head",
        "Rory Kerr",
        "Recent games",
        game.public_id,
    ):
        assert expected in page


def test_without_games_the_page_says_so(client):
    page = client.get(PlayerFactory().get_absolute_url()).content.decode()
    assert "No games yet." in page
    assert "Head to head" not in page


def test_a_private_clubs_games_leave_no_trace(client, ailsa):
    private = ClubFactory(visibility=ClubVisibility.PRIVATE, name="Secret Traders")
    game = recorded_game(Person(player=ailsa), Person(player=PlayerFactory(name="Fergus Aird")), club=private)
    page = client.get(ailsa.get_absolute_url()).content.decode()
    for secret in ("Secret Traders", "Fergus Aird", game.public_id, "Best scores by: Clan"):
        assert secret not in page


def test_a_clubs_home_shows_its_recent_games(client, game, club):
    page = client.get(club.get_absolute_url()).content.decode()
    assert game.get_absolute_url() in page
    assert f"/games/?club={club.slug}" in page


@pytest.mark.parametrize("number", [1, 3])
def test_the_same_queries_for_any_number(
    client, club, ailsa, number, without_sections, django_assert_num_queries
):
    for _ in range(number):
        recorded_game(Person(player=ailsa), Person(player=PlayerFactory()), club=club)
    # Player, record, their games (games, seats, players), opponents in numbers and by name, clubs.
    with django_assert_num_queries(8):
        client.get(ailsa.get_absolute_url())


@pytest.mark.parametrize("number", [1, 3])
def test_so_do_a_clubs(client, club, number, without_sections, django_assert_num_queries):
    for _ in range(number):
        recorded_game(Person(player=PlayerFactory()), Person(player=PlayerFactory()), club=club)
    # The club; what comes next (its events, tournaments, and the seasons of its leagues); members; games,
    # seats, players; who leads.
    with django_assert_num_queries(9):
        client.get(club.get_absolute_url())
