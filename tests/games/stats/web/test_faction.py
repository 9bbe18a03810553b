"""A clan's page: everything it tells, whose names, and what it costs."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.clubs.enums import ClubVisibility
from games.players.models import PageVisibility
from games.results.services.results import Person
from tests.factories.clubs import ClubFactory, MembershipFactory
from tests.factories.people import PlayerFactory
from tests.games.stats.helpers import refresh_statistics, two

pytestmark = pytest.mark.django_db

ADDRESS = "/statistics/clans/campbell/"


def shown(client, query=""):
    response = client.get(f"{ADDRESS}{query}")
    assert response.status_code == 200
    return response.content.decode()


def test_it_tells_everything_about_the_clan(client, fitted):
    page = shown(client)
    for words in (
        "Where the VP come from", "Line by line", "Distribution of scores", "By number of players",
        "Turn order", "Against each other clan", "Mastery", "Best players", "Record games", "Ailsa Muir",
    ):  # fmt: skip
        assert words in page, words


def test_few_games_are_said_first(client, games):
    assert "Fewer than 30 games: these figures say little" in shown(client)


def test_a_filter_changes_the_figures(client, games):
    assert '<p class="stat-value number">6</p>' in shown(client)
    assert '<p class="stat-value number">1</p>' in shown(client, "?seats=3")
    assert "No game fits these filters" in shown(client, "?seats=4")


def test_a_clan_nobody_knows_has_no_page(client, db):
    assert client.get("/statistics/clans/macbeth/").status_code == 404


def test_an_untouched_clan_has_an_empty_page(client, db):
    assert "No counted games yet" in shown(client)


@pytest.mark.parametrize(
    "table",
    [
        "lines", "scores", "seats", "turn_order", "starting_tile", "scoring_tiles", "port_tiles", "map_a",
        "against", "time", "mastery", "best-players", "records",
    ],
)  # fmt: skip
def test_every_table_is_a_file(client, games, table):
    assert client.get(f"{ADDRESS}{table}.csv").content.startswith(b"\xef\xbb\xbf")
    assert "rows" in client.get(f"{ADDRESS}{table}.json").json()


def test_files_hold_what_the_page_shows(client, games):
    rows = client.get(f"{ADDRESS}against.json").json()["rows"]
    assert {"other": "stewart", "games": 6, "ahead": 6.0}.items() <= rows[1].items()
    assert client.get(f"{ADDRESS}chess.csv").status_code == 404
    best = client.get(f"{ADDRESS}best-players.json").json()["rows"]
    assert [row["player"] for row in best] == ["Ailsa Muir"]


def test_hidden_players_are_named_nowhere(client, club, ailsa):
    morag = PlayerFactory(name="Morag Innes", visibility=PageVisibility.HIDDEN)
    MembershipFactory(club=club, player=morag)
    for _ in range(6):
        two(people=[Person(player=morag), Person(player=ailsa)], club=club)
    refresh_statistics()
    assert "Morag" not in shown(client)
    assert "Morag" not in client.get(f"{ADDRESS}best-players.csv").content.decode()
    assert morag.public_id not in shown(client)
    client.force_login(morag.account)
    assert "Morag Innes" in shown(client)


def test_record_games_are_those_one_may_find(client, games, ailsa, rory):
    private = ClubFactory(visibility=ClubVisibility.PRIVATE)
    member = MembershipFactory(club=private).player
    hidden = [two(club=private, people=[Person(player=ailsa), Person(player=rory)]) for _ in range(5)]
    refresh_statistics()
    assert hidden[0].public_id not in shown(client)
    client.force_login(member.account)
    assert hidden[0].public_id in shown(client)


@pytest.mark.parametrize("players", [1, 3])
def test_the_queries_of_the_page(client, games, club, players):
    for _ in range(players - 1):
        person = Person(player=MembershipFactory(club=club).player)
        for _ in range(5):
            two(people=[person, Person(name="Una")], club=club)
    refresh_statistics()
    shown(client)
    with CaptureQueriesContext(connection) as asked:
        shown(client)
    assert len(asked) == 8, [query["sql"] for query in asked]
