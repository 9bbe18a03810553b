"""The table of clans: figures, order, filters, small samples, files, and what it costs."""

import csv
import io

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.clubs.enums import ClubVisibility
from games.stats.intervals import Interval
from games.stats.selectors.factions import FactionRow, WorthRow
from games.stats.web.board import COLUMNS, Sorting
from tests.factories.clubs import ClubFactory, MembershipFactory
from tests.games.stats.helpers import refresh_statistics, two

pytestmark = pytest.mark.django_db


def shown(client, query=""):
    response = client.get(f"/statistics/{query}")
    assert response.status_code == 200
    return response.content.decode()


def rows_in(page):
    """Name and cells of each row of the table."""
    body = page.partition('<table class="stats-board">')[2].partition("<tbody>")[2].partition("</tbody>")[0]
    return [
        (
            row.partition("/statistics/clans/")[2].partition("/")[0],
            dict(
                zip(
                    (column.key for column in COLUMNS),
                    (cell.partition(">")[2].partition("<")[0].strip() for cell in row.split("<td")[1:]),
                    strict=True,
                )
            ),
        )
        for row in body.split("<tr")[1:]
    ]


def table_file(client, query=""):
    response = client.get(f"/statistics/clans.csv{query}")
    assert response.status_code == 200
    return {row["clan"]: row for row in csv.DictReader(io.StringIO(response.content.decode("utf-8-sig")))}


def test_all_clans_with_their_figures(client, games):
    rows = rows_in(shown(client))
    assert len(rows) == 18
    # Six wins in five games of two and one of three: par is 5/2 + 1/3, so the index is 6 / 2.8333.
    name, cells = rows[0]
    assert name == "campbell"
    own, *others = (seat.total for seat in games[-1].seats.order_by("index"))
    mean, margin = (5 * 84 + own) / 6, (5 * 20 + own - sum(others) / 2) / 6
    assert cells == {
        "games": "6", "wins": "6", "win_index": "2.12", "mean_vp": f"{mean:.1f}",
        "mean_margin": f"+{margin:.1f}", "mean_place": "1.00", "worth": "–", "fair_bid": "–", "trend": "–",
    }  # fmt: skip
    assert dict(rows)["sinclair"]["games"] == "0"
    assert dict(rows)["sinclair"]["mean_vp"] == "–"


def test_small_samples_are_grey_and_said_in_words(client, games):
    page = shown(client)
    assert "few games" in page
    assert "have fewer than 30 games" in page
    assert page.count('<tr class="muted">') == 18


def row(key, value):
    """All figures alike; the third clan has none of those that need games."""
    interval = None if value is None else Interval(value, value - 1, value + 1)
    return FactionRow(
        key=key, games=value or 0, wins=value or 0, par=1.0, win_rate=None, win_index=interval, mean_vp=value,
        mean_margin=value, mean_place=value, is_small=False,
        worth=WorthRow(key=key, games=1, worth=interval, fair_bid=interval, trend=interval),
    )  # fmt: skip


@pytest.mark.parametrize("column", COLUMNS, ids=lambda column: column.key)
def test_every_column_sorts_both_ways_with_blanks_last(column):
    rows, names = [row("a", 2), row("b", 3), row("c", None)], {"a": "A", "b": "B", "c": "C"}
    upwards = [one.key for one in Sorting(column.key, downwards=False).sorted(rows, names)]
    downwards = [one.key for one in Sorting(column.key, downwards=True).sorted(rows, names)]
    assert downwards == ["b", "a", "c"]
    # Of games and wins there are none, which is a number as well.
    assert upwards == (["c", "a", "b"] if column.key in {"games", "wins"} else ["a", "b", "c"])


def test_by_name_and_level_rows_by_name():
    rows, names = [row("a", 1), row("b", 1)], {"a": "Z", "b": "Y"}
    assert [one.key for one in Sorting("name", downwards=False).sorted(rows, names)] == ["b", "a"]
    assert [one.key for one in Sorting("name", downwards=True).sorted(rows, names)] == ["a", "b"]
    assert [one.key for one in Sorting("games", downwards=True).sorted(rows, names)] == ["b", "a"]


def test_a_header_leads_to_the_other_order_and_keeps_the_filters(client, games):
    page = shown(client, "?seats=2&sort=-games")
    assert 'aria-sort="descending"' in page
    assert "?seats=2&amp;sort=games" in page
    assert "?seats=2&amp;sort=mean_place" in page
    assert '<input type="hidden" name="sort" value="-games" form="statistics-filters">' in page


def test_nonsense_in_the_order_means_the_best_first():
    assert Sorting.named("chess", has_worth=True) == Sorting("worth", downwards=True)
    assert Sorting.named("", has_worth=False) == Sorting("win_index", downwards=True)


def test_worths_and_where_they_come_from(client, fitted):
    page = shown(client)
    assert "Worth in VP, adjusted for the players" in page
    assert "all games, 40 games of 2 players" in page
    assert "wider selection" not in page
    assert "wider selection" in shown(client, "?seats=2&since=2020-01-01")


def test_without_a_fit_it_is_said(client, games):
    assert "need at least 30 games with known players" in shown(client)


def test_filters_combine_and_stand_in_words(client, games):
    page = shown(client, "?seats=3&faction=campbell&seat.turn_order=2")
    assert dict(rows_in(page))["campbell"]["games"] == "1"
    assert dict(rows_in(page))["stewart"]["games"] == "0"
    for words in ("3 players", "Campbell in play", "Turn order: 2"):
        assert words in page
    # Taking one away leaves the others.
    assert "?faction=campbell&amp;seat.turn_order=2" in page


def test_filters_fill_the_form(client, games):
    page = shown(client, "?seats=3&setup.scoring_tiles=meat&option.auction=none")
    assert '<option value="3" selected>' in page
    assert 'value="meat"' in page
    assert "No game fits these filters" in page


def test_a_filter_nobody_understands_is_left_out_and_named(client, games):
    page = shown(client, "?seats=9&option.chess=yes")
    assert "Not understood: seats, option.chess." in page
    assert dict(rows_in(page))["campbell"]["games"] == "6"
    assert client.get("/statistics/clans.csv?seats=9").status_code == 400


def test_nothing_yet(client, db):
    assert "No counted games yet" in shown(client)


def test_files_hold_the_same_figures(client, games):
    row = table_file(client)["campbell"]
    assert (row["games"], row["wins"], row["mean_place"], row["is_small"]) == ("6", "6.0", "1.0", "True")
    assert float(row["win_index"]) == pytest.approx(6 / (5 / 2 + 1 / 3))
    answer = client.get("/statistics/clans.json?seats=3").json()
    assert next(one for one in answer["rows"] if one["clan"] == "campbell")["games"] == 1
    pairs = client.get("/statistics/pairs.json").json()["rows"]
    assert {"clan": "campbell", "other": "stewart", "games": 6}.items() <= pairs[1].items()
    assert client.get("/statistics/clans.xlsx").status_code == 404


def test_pairs_that_met_often_enough_are_in_the_map(client, games):
    heat = shown(client).partition('id="pairs"')[2]
    assert ">100</td>" in heat
    # MacDonald was at one table only.
    assert "heat-none" in heat


def test_a_private_clubs_few_games_are_left_out_for_everyone_but_counted(client, games):
    private = ClubFactory(visibility=ClubVisibility.PRIVATE, slug="hidden-club")
    member = MembershipFactory(club=private)
    for _ in range(4):
        two(club=private)
    refresh_statistics()
    assert table_file(client)["campbell"]["games"] == "6"
    assert "4 games of private clubs are left out" in shown(client)
    for address in ("/statistics/", "/statistics/clans.csv", "/statistics/clans/campbell/"):
        assert client.get(f"{address}?club=hidden-club").status_code == 404
    client.force_login(member.player.account)
    assert table_file(client, "?club=hidden-club")["campbell"]["games"] == "4"
    # With the fifth game they are part of what everybody sees.
    two(club=private)
    refresh_statistics()
    client.logout()
    assert table_file(client)["campbell"]["games"] == "11"


@pytest.mark.parametrize("clubs", [1, 3])
def test_the_queries_of_the_page(client, games, clubs):
    for _ in range(clubs - 1):
        two(club=ClubFactory())
    refresh_statistics()
    shown(client)
    with CaptureQueriesContext(connection) as asked:
        shown(client)
    # Segments and private clubs for the table and for the pairs, the fit, the clubs to choose from.
    assert len(asked) == 4, [query["sql"] for query in asked]


def asked_by_script(client, address="/statistics/", **headers):
    return client.get(address, headers={"HX-Request": "true", "HX-Target": "statistics", **headers})


@pytest.mark.parametrize(
    "address", ["/statistics/", "/statistics/clans/campbell/", "/statistics/games/clans_of_caledonia/"]
)
def test_a_changed_filter_gets_the_figures_alone(client, games, address):
    whole, figures = client.get(f"{address}?seats=2"), asked_by_script(client, f"{address}?seats=2")
    assert figures.content.decode().strip().startswith('<div id="statistics">')
    # But for how far lines are set in.
    assert "".join(figures.content.decode().split()) in "".join(whole.content.decode().split())
    for response in (whole, figures):
        assert {"HX-Request", "HX-Target"} <= set(response["Vary"].split(", "))


def test_going_back_and_other_targets_get_the_whole_page(client, games):
    for headers in ({"HX-History-Restore-Request": "true"}, {"HX-Target": "main"}):
        assert "<h1>" in asked_by_script(client, **headers).content.decode()
