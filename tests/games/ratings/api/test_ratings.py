"""Ratings by API: pools, leaderboard, history, a game's change, forecast; who sees what."""

from datetime import date

import pytest

from games.clubs.enums import ClubVisibility
from tests.factories.clubs import ClubFactory, MembershipFactory, member_of
from tests.factories.people import AccountFactory, PlayerFactory
from tests.games.ratings.histories import counted_game
from tests.games.ratings.tables import play, rate
from tests.games.results.api.conftest import client_of

pytestmark = pytest.mark.django_db

EVERYONE = "/api/v1/ratings/clans_of_caledonia/everyone/"


def answer(client, address, **query):
    response = client.get(address, query)
    assert response.status_code == 200, response.content
    return response.json()


def problem(client, address, **query):
    response = client.get(address, query)
    assert response.status_code == 400
    return [error["path"] for error in response.json()["errors"]]


def test_the_root_leads_to_ratings(client, db):
    assert client.get("/api/v1/").json()["ratings"].endswith("/api/v1/ratings/")


def test_pools_with_their_engine(client, games, ailsa, club):
    everyone = answer(client, "/api/v1/ratings/")
    assert [(pool["system"], pool["scope"]) for pool in everyone] == [("clans_of_caledonia", "everyone")]
    assert everyone[0]["name"] == "Everyone"
    assert everyone[0]["engine"] == "pairwise-logistic"
    assert everyone[0]["parameters"]["player"] == 0.5
    assert (everyone[0]["games"], everyone[0]["players"]) == (6, 3)
    mine = answer(client_of(ailsa.account), "/api/v1/ratings/")
    assert [pool["scope"] for pool in mine] == ["everyone", f"club:{club.public_id}"]


def test_the_leaderboard_with_pages(client, games):
    page = answer(client, EVERYONE, page_size=2)
    assert [(row["place"], row["player"]["name"]) for row in page["results"]] == [
        (1, "Ailsa Muir"),
        (2, "a player"),
    ]
    assert page["previous"] is None
    rest = client.get(page["next"]).json()
    assert [(row["place"], row["player"]["name"]) for row in rest["results"]] == [(3, "Rory Kerr")]
    assert rest["next"] is None


def test_a_hidden_player_is_nameless_in_every_answer(client, games, morag):
    row = answer(client, EVERYONE)["results"][1]
    assert row["player"] == {"public_id": None, "name": "a player", "url": None}
    assert row["last_played"] is None
    assert row["rating"] == round(row["rating"])
    change = answer(client, f"/api/v1/games/{games[0].public_id}/ratings/")[0]["seats"][1]
    assert (change["before"], change["after"]) == (None, None)
    assert answer(client, EVERYONE, name="morag")["results"] == []
    assert client.get(f"{EVERYONE}players/{morag.public_id}/").status_code == 404
    assert problem(client, f"{EVERYONE}forecast/", player=[morag.public_id, morag.public_id[::-1]]) == [
        "player"
    ]
    assert answer(client_of(morag.account), EVERYONE, name="morag")["results"][0]["place"] == 2


def test_filters_and_what_is_wrong_with_them(client, games):
    assert answer(client, EVERYONE, games=7)["results"] == []
    assert len(answer(client, EVERYONE, games=1, months=600)["results"]) == 3
    assert problem(client, EVERYONE, games=0, months="x", page_size=1000) == ["games", "months", "page_size"]
    assert problem(client, EVERYONE, cursor="x") == ["cursor"]


def test_a_players_history(client, games, ailsa):
    data = answer(client, f"{EVERYONE}players/{ailsa.public_id}/")
    assert data["standing"]["games"] == 6
    assert not data["standing"]["is_provisional"]
    assert [point["game"] for point in data["history"]] == [game.public_id for game in games]
    assert data["history"][0]["before"] == {"rating": 1500.0, "deviation": 86.9}
    assert data["history"][-1]["after"]["rating"] == data["standing"]["rating"]
    latest = answer(client, f"{EVERYONE}players/{ailsa.public_id}/", most=2, until="2026-05-06")
    assert [point["played_on"] for point in latest["history"]] == ["2026-05-05", "2026-05-06"]


def test_somebody_not_rated(client, games):
    data = answer(client, f"{EVERYONE}players/{PlayerFactory().public_id}/")
    assert data["standing"] is None
    assert data["history"] == []


def test_what_a_game_changed(client, games, ailsa, club):
    everyone, of_the_club = answer(client, f"/api/v1/games/{games[0].public_id}/ratings/")
    assert everyone["scope"] == "everyone"
    assert of_the_club["name"] == "Leith Traders"
    first = everyone["seats"][0]
    assert first["player"]["public_id"] == ailsa.public_id
    assert first["place"] == 1
    assert first["chance_to_win"] == pytest.approx(1 / 3)
    assert first["expected_place"] == pytest.approx(2)
    assert first["after"]["rating"] > first["before"]["rating"]
    assert everyone["chance_of_order"] == pytest.approx(1 / 6)


def test_a_forecast(client, games, ailsa, rory):
    data = answer(client, f"{EVERYONE}forecast/", player=[rory.public_id, ailsa.public_id])
    weaker, stronger = data["seats"]
    assert weaker["player"]["name"] == "Rory Kerr"
    assert sum(stronger["chances"]) == pytest.approx(1)
    assert stronger["low"] < stronger["chances"][0] < stronger["high"]
    assert stronger["chances"][0] > 0.5
    with_clan = answer(
        client,
        f"{EVERYONE}forecast/",
        player=[rory.public_id, ailsa.public_id],
        clan=["campbell", ""],
        position=[1, 0],
    )
    assert with_clan["seats"][0]["chances"][0] > weaker["chances"][0]


def test_a_table_that_cannot_be(client, games, ailsa, rory):
    for query, path in (
        ({"player": ["{ailsa}"]}, "player"),
        ({"player": ["{ailsa}", "{ailsa}"]}, "player"),
        ({"player": ["{ailsa}", "nobody"]}, "player"),
        ({"player": ["{ailsa}", "{rory}", "a", "b", "c"]}, "player"),
        ({"player": ["{ailsa}", "{rory}"], "clan": ["chess", ""]}, "clan"),
        ({"player": ["{ailsa}", "{rory}"], "clan": ["campbell"]}, "clan"),
        ({"player": ["{ailsa}", "{rory}"], "clan": ["campbell", "campbell"]}, "clan"),
        ({"player": ["{ailsa}", "{rory}"], "position": [1, 1]}, "position"),
        ({"player": ["{ailsa}", "{rory}"], "position": [3, 0]}, "position"),
    ):
        named = {
            key: [str(value).format(ailsa=ailsa.public_id, rory=rory.public_id) for value in values]
            for key, values in query.items()
        }
        assert problem(client, f"{EVERYONE}forecast/", **named)[0].split(".")[0] == path, query


def test_a_private_clubs_ratings_do_not_exist_for_others(client):
    private = ClubFactory(visibility=ClubVisibility.PRIVATE)
    inside = member_of(private, name="Ailsa Muir")
    play(inside.player, PlayerFactory(), games=5, club=private)
    rate()
    address = f"/api/v1/ratings/clans_of_caledonia/club:{private.public_id}/"
    for outsider in (client, client_of(AccountFactory())):
        assert outsider.get(address).status_code == 404
        assert outsider.get(f"{address}forecast/?player=a&player=b").status_code == 404
        assert outsider.get(f"{address}players/{inside.player.public_id}/").status_code == 404
    assert len(answer(client_of(inside), address)["results"]) == 2
    # A token for one club is a stranger in the matter of another.
    elsewhere = MembershipFactory(player=inside.player).club
    assert client_of(inside, club=elsewhere).get(address).status_code == 404
    assert client_of(inside, club=private).get(address).status_code == 200


@pytest.mark.parametrize("scope", ["club:nobody", "season:x", "nonsense", "everyone:x", "%00", "club:%00"])
def test_a_pool_that_does_not_exist(client, games, scope):
    assert client.get(f"/api/v1/ratings/clans_of_caledonia/{scope}/").status_code == 404
    assert client.get(f"/api/v1/ratings/chess/{scope}/").status_code == 404


def test_two_players_against_each_other(client, games, club, ailsa, rory, morag):
    counted_game(rory, ailsa, club=ClubFactory(slug="oban-weavers"), day=date(2026, 6, 1))
    stranger = PlayerFactory(name="Fergus Aird")
    rate()
    data = answer(client, f"{EVERYONE}players/{ailsa.public_id}/against/{rory.public_id}/")
    assert (data["player"]["name"], data["other"]["name"]) == ("Ailsa Muir", "Rory Kerr")
    assert (data["games"], data["ahead"], data["behind"]) == (7, 6, 1)
    assert data["standing"]["rating"] > data["other_standing"]["rating"]
    assert 0.5 < data["chance_ahead"] < 1
    of_the_club = EVERYONE.replace("everyone", f"club:{club.public_id}")
    data = answer(client, f"{of_the_club}players/{rory.public_id}/against/{ailsa.public_id}/")
    assert (data["games"], data["ahead"], data["behind"]) == (6, 0, 6)
    data = answer(client, f"{EVERYONE}players/{ailsa.public_id}/against/{stranger.public_id}/")
    assert (data["games"], data["other_standing"]) == (0, None)
    for first, second in ((ailsa, ailsa), (ailsa, morag), (morag, ailsa)):
        address = f"{EVERYONE}players/{first.public_id}/against/{second.public_id}/"
        assert client.get(address).status_code == 404


@pytest.mark.parametrize("number", [1, 3])
def test_the_same_queries_for_two_players_and_a_game(
    client, club, ailsa, rory, number, django_assert_num_queries
):
    played = play(ailsa, rory, *PlayerFactory.create_batch(number - 1), games=number, club=club)
    rate()
    # The pool; two players; results; strengths.
    with django_assert_num_queries(5):
        answer(client, f"{EVERYONE}players/{ailsa.public_id}/against/{rory.public_id}/")
    # The game with seats, names and what the asker may see of it; pools, the club's name, segments.
    with django_assert_num_queries(8):
        assert len(answer(client, f"/api/v1/games/{played[0].public_id}/ratings/")) == 2


@pytest.mark.parametrize("number", [1, 3])
def test_the_same_queries_for_any_number(client, club, ailsa, number, django_assert_num_queries):
    for _ in range(number):
        play(ailsa, PlayerFactory(), games=5, club=club)
    rate()
    # The pool; rows, names.
    with django_assert_num_queries(3):
        assert len(answer(client, EVERYONE)["results"]) == number + 1
    # The pool, the player, the rating; games, ends of segments, segments.
    with django_assert_num_queries(6):
        assert len(answer(client, f"{EVERYONE}players/{ailsa.public_id}/")["history"]) == 5 * number
    # The pools, and the name of the club for those that are a club's.
    with django_assert_num_queries(1):
        assert len(answer(client, "/api/v1/ratings/")) == 1
