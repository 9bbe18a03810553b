"""A game in figures."""

import random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.results.services.verdicts import settle_game
from games.systems.glen_more_2.demo import invent_sheet
from tests.factories.games import keeper, recorded_game
from tests.games.stats.helpers import refresh_statistics, two

pytestmark = pytest.mark.django_db

CLANS, GLEN_MORE = "/statistics/games/clans_of_caledonia/", "/statistics/games/glen_more_2/"


def shown(client, address=CLANS, query=""):
    response = client.get(f"{address}{query}")
    assert response.status_code == 200
    return response.content.decode()


def test_the_facts_of_clans_of_caledonia(client, games):
    page = shown(client)
    for words in (
        "Scores with 2 players", "Winning scores with 3 players", "Value of seats", "Turn order",
        "Where the VP come from, by place", "How often ties decided", "Rarity of import goods", "worth 5 VP",
    ):  # fmt: skip
        assert words in page, words
    assert "Scores with 4 players" not in page


def test_the_facts_of_glen_more(client, db):
    sheet = invent_sheet(random.Random(3))
    game = recorded_game(system="glen_more_2", sheet=sheet, warnings_confirmed=True)
    if not game.counts:
        settle_game(actor=keeper(), game=game, version=game.version)
    refresh_statistics()
    page = shown(client, GLEN_MORE)
    for words in ("Glen More II", "Territory", "Persons", f"Scores with {len(sheet['seats'])} players"):
        assert words in page, words
    assert "Rarity" not in page
    assert "Value of seats" not in page


def test_contracts_against_place_by_hand(client, games):
    rows = client.get(f"{CLANS}places.json?seats=2").json()["rows"]
    exports = {row["place"]: row for row in rows if row["line"] == "exports"}
    # In `two` the second has four contracts, and never more than the first.
    assert exports[2]["mean_quantity"] == 4
    assert exports[1]["mean_quantity"] > 4
    assert exports[1]["seats"] == exports[2]["seats"] == 5


def test_a_filter_by_seat_does_not_apply(client, games):
    assert shown(client, query="?seat.turn_order=2").count("Chosen filters") == 0
    assert "2 players" in shown(client, query="?seats=2")


def test_every_table_is_a_file(client, games):
    for table in (
        "sizes", "lines", "places", "ties", "rarity", "options", "scores-2", "winning-3", "turn_order",
        "starting_tile", "contract_tiles",
    ):  # fmt: skip
        assert client.get(f"{CLANS}{table}.csv").content.startswith(b"\xef\xbb\xbf"), table
        assert "rows" in client.get(f"{CLANS}{table}.json").json(), table


def test_what_does_not_exist(client, db):
    for address in (
        "/statistics/games/chess/",
        f"{CLANS}chess.csv",
        f"{CLANS}chess.svg",
        f"{CLANS}places.svg",
    ):
        assert client.get(address).status_code == 404, address


@pytest.mark.parametrize("more", [0, 2])
def test_the_queries_of_the_page(client, games, more):
    for _ in range(more):
        two()
    refresh_statistics()
    shown(client)
    with CaptureQueriesContext(connection) as asked:
        shown(client)
    # Segments, private clubs, and the clubs to choose from.
    assert len(asked) == 3, [query["sql"] for query in asked]
