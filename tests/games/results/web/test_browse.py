"""The list of games: filters in the address, pages, and what it costs."""

import pytest

from games.clubs.enums import ClubVisibility
from games.players.models import PageVisibility
from games.results.services.results import Person
from games.results.web.browse_forms import GameFilterForm
from tests.factories.clubs import ClubFactory, member_of
from tests.factories.games import recorded_game
from tests.factories.people import PlayerFactory

pytestmark = pytest.mark.django_db


def shown(client, query=""):
    response = client.get(f"/games/{query}")
    assert response.status_code == 200
    return response.content.decode()


def test_a_game_with_its_seats(client, game):
    page = shown(client)
    for expected in ("Ailsa Muir", "84", "Rory Kerr", "64", "Leith Traders", game.get_absolute_url()):
        assert expected in page


def test_filters_stand_in_the_address(client, game, rory):
    for query in (
        "?system=clans_of_caledonia", "?dimension=stewart", "?seats=2", "?name=rory", "?state=confirmed",
        "?since=2026-05-02&until=2026-05-02", f"?club={game.club.slug}", f"?player={rory.public_id}",
    ):  # fmt: skip
        assert game.get_absolute_url() in shown(client, query), query
    for query in (
        "?system=glen_more_2", "?dimension=gordon", "?seats=3", "?name=zzz", "?state=void", "?since=2026-05-03",
        "?option=train:full",
    ):  # fmt: skip
        page = shown(client, query)
        assert game.get_absolute_url() not in page, query
        assert "No game found" in page


@pytest.mark.parametrize(
    "query", ["?seats=many", "?since=yesterday", "?system=chess", "?sort=random", "?option=x"]
)
def test_a_filter_nobody_understands_is_marked_and_left_out(client, game, query):
    page = shown(client, query)
    assert game.get_absolute_url() in page
    assert "field-wrong" in page


@pytest.mark.parametrize("cursor", ["x", "WyJmIl0"])
def test_a_cursor_of_somewhere_else(client, game, cursor):
    assert client.get(f"/games/?cursor={cursor}").status_code == 404


def test_unknown_or_hidden_players_and_clubs_have_no_list(client, club):
    hidden = PlayerFactory(visibility=PageVisibility.HIDDEN)
    recorded_game(Person(player=hidden), Person(name="Rory"), club=club)
    private = ClubFactory(visibility=ClubVisibility.PRIVATE)
    for query in (f"?player={hidden.public_id}", "?player=nobody", f"?club={private.slug}", "?club=none"):
        assert client.get(f"/games/{query}").status_code == 404
    client.force_login(member_of(private))
    assert "No game found" in shown(client, f"?club={private.slug}")


def test_the_next_page_keeps_the_filters(client, club):
    for _ in range(27):
        recorded_game(club=club)
    page = shown(client, "?seats=2&sort=highest")
    assert page.count("game-row-seats") == 25
    assert "seats=2&amp;sort=highest&amp;cursor=" in page
    cursor = page.split("&amp;cursor=")[1].split('"')[0]
    assert shown(client, f"?seats=2&sort=highest&cursor={cursor}").count("game-row-seats") == 2


@pytest.mark.parametrize("number", [1, 3])
@pytest.mark.parametrize(
    ("query", "queries"),
    [
        # Clubs to choose from, games, seats, players.
        ("", 4),
        # One look at the matching rows first.
        ("?dimension=campbell", 6),
        # The names, then the seats of those players.
        ("?name=ailsa", 7),
    ],
)
def test_the_same_queries_for_any_number(
    client, club, ailsa, number, query, queries, django_assert_num_queries
):
    for _ in range(number):
        recorded_game(Person(player=ailsa), Person(player=PlayerFactory()), club=club)
    with django_assert_num_queries(queries):
        assert shown(client, query).count("game-row-seats") == number


def test_every_option_of_every_system_can_be_chosen(client, game):
    form = GameFilterForm({}, viewer=client.get("/games/").wsgi_request.user, club=None, player=None)
    options = [value for _, group in form.fields["option"].choices[1:] for value, _ in group]
    assert "train:full" in options
    assert "haggis:yes" in options
    assert len(options) == len(set(options))
