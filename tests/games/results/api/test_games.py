"""Reading games by API: filters, pages, who sees what."""

from datetime import date

import pytest

from games.clubs.enums import ClubVisibility
from games.players.models import PageVisibility
from games.results.services.results import Circumstances, Person
from games.results.services.verdicts import void_game
from tests.factories.clubs import ClubFactory, MembershipFactory, member_of
from tests.factories.games import keeper, recorded_game
from tests.factories.people import PlayerFactory
from tests.games.results.api.conftest import client_of

pytestmark = pytest.mark.django_db
GAMES = "/api/v1/games/"


def ids(answer):
    assert answer.status_code == 200
    return [game["public_id"] for game in answer.data["results"]]


@pytest.fixture
def more_games(club, ailsa):
    """Three older ones of Ailsa with a guest by name, one each year."""
    return [
        recorded_game(
            Person(player=ailsa),
            Person(name="Guest"),
            club=club,
            circumstances=Circumstances(played_on=date(year, 1, 1)),
        )
        for year in (2023, 2022, 2021)
    ]


def test_newest_first_in_pages_that_lead_on(game, more_games):
    client = client_of()
    first = client.get(GAMES, {"page_size": 3})
    assert ids(first) == [game.public_id, more_games[0].public_id, more_games[1].public_id]
    assert first.data["previous"] is None
    second = client.get(first.data["next"])
    assert ids(second) == [more_games[2].public_id]
    assert second.data["next"] is None
    assert ids(client.get(second.data["previous"])) == ids(first)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ({"sort": "oldest"}, [3, 2, 1, 0]),
        ({"since": "2022-01-01", "until": "2023-12-31"}, [1, 2]),
        ({"name": "rory"}, [0]),
        ({"dimension": "stewart", "seats": 2}, [0, 1, 2, 3]),
        ({"system": "glen_more_2"}, []),
        ({"state": "void"}, []),
        ({"option": "train:full"}, []),
    ],
)
def test_filters(game, more_games, query, expected):
    games = [game, *more_games]
    assert ids(client_of().get(GAMES, query)) == [games[number].public_id for number in expected]


def test_by_club_and_by_player(game, more_games, club, rory):
    assert len(ids(client_of().get(GAMES, {"club": club.public_id}))) == 4
    assert ids(client_of().get(GAMES, {"player": rory.public_id})) == [game.public_id]
    rory.visibility = PageVisibility.HIDDEN
    rory.save()
    assert client_of().get(GAMES, {"player": rory.public_id}).status_code == 404
    assert client_of().get(GAMES, {"club": "zzzzzzzzzz"}).status_code == 404


@pytest.mark.parametrize(
    ("query", "path"),
    [({"cursor": "nonsense"}, "cursor"), ({"since": "soon"}, "since"), ({"option": "train"}, "option")],
)
def test_wrong_queries_say_where(game, query, path):
    answer = client_of().get(GAMES, query)
    assert answer.status_code == 400
    assert [error["path"] for error in answer.data["errors"]] == [path]


@pytest.mark.parametrize("number", [1, 3])
def test_the_same_queries_for_any_number(club, ailsa, number, django_assert_num_queries):
    for _ in range(number):
        recorded_game(Person(player=ailsa), Person(player=PlayerFactory()), club=club)
    with django_assert_num_queries(3):  # games with clubs, seats, players
        assert len(ids(client_of().get(GAMES))) == number


@pytest.fixture
def secret_game(ailsa):
    private = ClubFactory(visibility=ClubVisibility.PRIVATE)
    MembershipFactory(club=private, player=ailsa)
    return recorded_game(Person(player=ailsa), Person(name="Guest"), club=private)


def test_private_games_are_for_members(secret_game, ailsa, rory):
    for client in (client_of(), client_of(rory.account)):
        assert ids(client.get(GAMES)) == []
        assert client.get(f"{GAMES}{secret_game.public_id}/").status_code == 404
        assert client.get(GAMES, {"club": secret_game.club.public_id}).status_code == 404
    member = client_of(ailsa.account)
    assert ids(member.get(GAMES)) == [secret_game.public_id]
    assert member.get(f"{GAMES}{secret_game.public_id}/").status_code == 200


def test_a_token_of_another_club_opens_no_private_one(secret_game, club, ailsa):
    elsewhere = client_of(ailsa.account, club=club)
    assert ids(elsewhere.get(GAMES)) == []
    assert elsewhere.get(f"{GAMES}{secret_game.public_id}/").status_code == 404
    assert elsewhere.get(GAMES, {"club": secret_game.club.public_id}).status_code == 404
    there = client_of(ailsa.account, club=secret_game.club)
    assert ids(there.get(GAMES, {"club": secret_game.club.public_id})) == [secret_game.public_id]
    assert there.get(f"{GAMES}{secret_game.public_id}/").status_code == 200


def test_hidden_players_have_neither_name_nor_id(game, rory):
    rory.visibility = PageVisibility.HIDDEN
    rory.save()
    member = client_of(member_of(game.club))
    for client, path in ((client_of(), ""), (client_of(), "sheet/"), (member, "history/")):
        answer = client.get(f"{GAMES}{game.public_id}/{path}")
        assert answer.status_code == 200
        assert "Rory" not in answer.content.decode()
        assert rory.public_id not in answer.content.decode()
    seat = client_of().get(f"{GAMES}{game.public_id}/").data["seats"][1]
    assert seat["name"] == "a player"
    assert seat["player"] == {"public_id": None, "name": "a player", "url": None}


def test_void_games_are_listed_when_asked_for(game):
    void_game(actor=keeper(), game=game)
    assert ids(client_of().get(GAMES)) == []
    assert ids(client_of().get(GAMES, {"state": "void"})) == [game.public_id]
