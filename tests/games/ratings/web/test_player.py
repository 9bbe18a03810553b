"""A player's rating page, the section on their own page, and two players against each other."""

from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.clubs.enums import ClubVisibility
from games.ratings.web.player import thinned
from tests.factories.clubs import ClubFactory
from tests.factories.people import PlayerFactory
from tests.games.ratings.histories import counted_game
from tests.games.ratings.tables import play, rate

pytestmark = pytest.mark.django_db


def rating_page(client, player, query=""):
    response = client.get(f"/ratings/players/{player.address_key}/{query}")
    assert response.status_code == 200
    return response.content.decode()


def points_in(page):
    return [part.split('"')[0] for part in page.split('class="chart-point" href="')[1:]]


def test_rating_place_and_every_game_as_a_point(client, games, ailsa):
    page = rating_page(client, ailsa)
    assert points_in(page) == [game.get_absolute_url() for game in games]
    assert "2 May 2026: " in page
    assert "place 1 of 3" in page
    assert '<p class="stat-value number">1.</p>' in page
    assert "chart-band" in page


def test_a_name_that_changed_leads_on_with_the_choice(client, games, ailsa):
    response = client.get(f"/ratings/players/{ailsa.public_id}/?scope=everyone")
    assert response.status_code == 302
    assert response["Location"] == f"/ratings/players/{ailsa.address_key}/?scope=everyone"


def test_one_year_or_everything(client, games, ailsa, rory, club):
    counted_game(ailsa, rory, club=club, day=date(2024, 3, 1))
    rate()
    assert len(points_in(rating_page(client, ailsa, "?period=2024"))) == 1
    assert len(points_in(rating_page(client, ailsa, "?period=2026"))) == 6
    assert len(points_in(rating_page(client, ailsa, "?period=all"))) == 7
    page = rating_page(client, ailsa)
    assert "period=2024" in page
    assert "No games you can see in this part." in rating_page(client, ailsa, "?period=2023")


@pytest.mark.parametrize("period", ["x", "99999", "-1", "0000"])
def test_a_period_nobody_understands_means_the_latest_games(client, games, ailsa, period):
    assert len(points_in(rating_page(client, ailsa, f"?period={period}"))) == 6


def test_long_histories_are_thinned_keeping_the_ends_and_the_extremes(client, games, ailsa):
    class Point:
        def __init__(self, rating):
            self.after = type("After", (), {"rating": rating})

    history = [Point(1500 + (number * 37) % 101) for number in range(500)]
    history[123] = Point(2000)
    history[321] = Point(1000)
    kept = thinned(history, 80)
    assert len(kept) <= 82
    assert kept[-1] is history[-1]
    assert history[123] in kept
    assert history[321] in kept
    assert kept == sorted(kept, key=history.index)
    assert thinned(history[:80], 80) == history[:80]


def test_a_private_clubs_games_are_no_points_for_strangers(client, ailsa, rory, games):
    private = ClubFactory(visibility=ClubVisibility.PRIVATE)
    hidden = play(ailsa, rory, games=2, club=private)
    rate()
    page = rating_page(client, ailsa, "?period=all")
    assert len(points_in(page)) == 6
    for game in hidden:
        assert game.public_id not in page
        assert game.public_id not in client.get(
            f"/ratings/players/{ailsa.address_key}/history.csv"
        ).content.decode("utf-8-sig")
    client.force_login(ailsa.account)
    # Who sat there finds the game, but among everyone it does not count.
    assert len(points_in(rating_page(client, ailsa, "?period=all"))) == 6


def test_unlisted_games_count_but_are_points_only_for_those_who_find_them(client, ailsa, rory):
    unlisted = ClubFactory(visibility=ClubVisibility.UNLISTED)
    play(ailsa, rory, games=5, club=unlisted)
    rate()
    page = rating_page(client, ailsa)
    assert points_in(page) == []
    assert "No games you can see in this part." in page
    client.force_login(rory.account)
    assert len(points_in(rating_page(client, ailsa))) == 5


def test_hidden_players_have_no_page(client, games, morag, ailsa):
    for address in (
        f"/ratings/players/{morag.public_id}/",
        f"/ratings/players/{morag.public_id}/history.csv",
        f"/ratings/players/{ailsa.public_id}/against/{morag.public_id}/",
        f"/ratings/players/{morag.public_id}/against/{ailsa.public_id}/",
        "/ratings/players/nobody/",
    ):
        assert client.get(address).status_code == 404
    client.force_login(morag.account)
    assert "Morag Innes" in rating_page(client, morag)


def test_opponents_with_what_happened_and_what_is_expected(client, games, ailsa, rory):
    section = rating_page(client, ailsa).partition("Against whom")[2]
    assert "Rory Kerr" in section
    assert "100 %" in section
    assert "Morag" not in section
    assert f"/ratings/players/{ailsa.public_id}/against/{rory.public_id}/" in section


def test_the_file_of_a_history(client, games, ailsa):
    address = f"/ratings/players/{ailsa.address_key}/history.csv"
    header, *rows = client.get(address).content.decode("utf-8-sig").splitlines()
    assert header.startswith("game,played_on,place,seats,rating_before,")
    assert [row.split(",")[0] for row in rows] == [game.public_id for game in games]
    assert rows[0].split(",")[1:5] == ["2026-05-02", "1", "3", "1500.0"]


def test_nobody_rated_yet(client, ailsa):
    assert "Not rated here yet" in rating_page(client, ailsa)


@pytest.mark.parametrize("number", [1, 3])
def test_the_same_queries_for_any_number_of_games(client, club, ailsa, rory, number):
    play(ailsa, rory, games=number, club=club)
    rate()
    with CaptureQueriesContext(connection) as queries:
        rating_page(client, ailsa)
    # The player; pools to choose from; games; opponents in numbers and by name, how strong all of them are; beginnings
    # of segments, segments.
    assert len(queries) == 8


def test_the_section_on_the_players_page(client, games, ailsa, club):
    page = client.get(ailsa.get_absolute_url()).content.decode()
    section = page.partition('id="ratings-title"')[2].partition("</section>")[0]
    assert "6 rated games" in section
    assert f"/ratings/players/{ailsa.address_key}/?system=clans_of_caledonia" in section
    # Which clubs a player is rated in is for those inside.
    assert "Leith Traders" not in section
    client.force_login(ailsa.account)
    page = client.get(ailsa.get_absolute_url()).content.decode()
    assert "Leith Traders" in page.partition('id="ratings-title"')[2].partition("</section>")[0]


def test_two_players_against_each_other(client, games, ailsa, rory):
    page = client.get(f"/ratings/players/{ailsa.public_id}/against/{rory.public_id}/").content.decode()
    assert "6 games together that you can see." in page
    table = page.partition('id="pair-title"')[2].partition("</table>")[0]
    first, second = table.split("<tr>")[2:]
    assert "Ailsa Muir" in first
    assert "100 %" in first
    assert "Rory Kerr" in second
    assert '<td class="figure">0 %</td>' in second
    for game in games:
        assert game.get_absolute_url() in page


def test_two_who_never_met_and_oneself(client, games, ailsa):
    stranger = PlayerFactory(name="Fergus Aird")
    page = client.get(f"/ratings/players/{ailsa.public_id}/against/{stranger.public_id}/").content.decode()
    assert "No counted games of the two together" in page
    assert "would end ahead of Fergus Aird in about" in page
    assert client.get(f"/ratings/players/{ailsa.public_id}/against/{ailsa.public_id}/").status_code == 404


def test_figures_and_games_are_those_of_the_chosen_pool(client, games, club, ailsa, rory):
    """In the other club Rory won, in another year, and Una was there."""
    other, una = ClubFactory(name="Oban Weavers", slug="oban-weavers"), PlayerFactory(name="Una Hay")
    lost = counted_game(rory, ailsa, una, club=other, day=date(2025, 3, 1))
    rate()
    pair = f"/ratings/players/{ailsa.public_id}/against/{rory.public_id}/"
    for scope, together, ahead, own, missing in (
        ("everyone", "7 games together", "86 %", [*games, lost], []),
        (f"club:{club.public_id}", "6 games together", "100 %", games, [lost]),
        (f"club:{other.public_id}", "1 game together", "0 %", [lost], games),
    ):
        page = client.get(pair, {"scope": scope}).content.decode()
        first = page.partition('id="pair-title"')[2].partition("</table>")[0].split("<tr>")[2]
        assert together in page
        assert f'<td class="figure">{ahead}</td>' in first
        assert all(game.get_absolute_url() in page for game in own)
        assert not any(game.get_absolute_url() in page for game in missing)
    of_the_club = rating_page(client, ailsa, f"?scope=club:{club.public_id}")
    assert "Una Hay" not in of_the_club
    assert "period=2025" not in of_the_club
    assert "period=2026" in of_the_club
    of_everyone = rating_page(client, ailsa)
    assert "Una Hay" in of_everyone
    assert "period=2025" in of_everyone


@pytest.mark.parametrize("number", [1, 3])
def test_the_same_queries_for_a_file_of_any_length(
    client, club, ailsa, rory, number, django_assert_num_queries
):
    play(ailsa, rory, games=number, club=club)
    rate()
    # The player; pools to choose from; games, beginnings of segments, segments.
    with django_assert_num_queries(5):
        text = client.get(f"/ratings/players/{ailsa.address_key}/history.csv").content.decode()
    assert len(text.splitlines()) == number + 1


@pytest.mark.parametrize("number", [1, 3])
def test_the_same_queries_for_any_number_of_games_together(client, club, ailsa, rory, number):
    play(ailsa, rory, games=number, club=club)
    rate()
    with CaptureQueriesContext(connection) as queries:
        client.get(f"/ratings/players/{ailsa.public_id}/against/{rory.public_id}/")
    # Two players; pools to choose from; results; strengths; games, seats, names.
    assert len(queries) == 8
