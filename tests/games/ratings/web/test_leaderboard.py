"""The leaderboard: order, filters, one's own row, whose names it tells, and what it costs."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.clubs.enums import ClubVisibility
from games.ratings.models import PlayerRating, Pool
from games.ratings.selectors.leaderboard import LeaderboardFilter, leaderboard
from tests.factories.clubs import ClubFactory, MembershipFactory, member_of
from tests.factories.people import AccountFactory, PlayerFactory
from tests.games.ratings.tables import play, rate

pytestmark = pytest.mark.django_db

SYSTEM = "clans_of_caledonia"


@pytest.fixture
def pool():
    return Pool.objects.create(
        key=f"{SYSTEM}/everyone",
        system=SYSTEM,
        scope="everyone",
        engine="test",
        engine_version="1",
        games=9,
        players=3,
    )


def stand(pool, *, floor, name="", games=9, player=None, played=None):
    """A rating written by hand."""
    return PlayerRating.objects.create(
        pool=pool,
        player=player or PlayerFactory(**({"name": name} if name else {})),
        rating=floor + 100,
        deviation=50,
        floor=floor,
        games=games,
        last_played_on=played or timezone.localdate(),
        recent=[1500, floor + 100],
    )


def shown(client, query=""):
    response = client.get(f"/ratings/{query}")
    assert response.status_code == 200
    return response.content.decode()


def names_in(page):
    """The rows of the table: place and name."""
    board = page.partition('<table class="rating-board">')[2].partition("</table>")[0]
    rows = board.partition("</thead>")[2].split("<tr")[1:]
    return [
        (row.split('number">')[1].split("<")[0], next(name for name in NAMES if name in row)) for row in rows
    ]


NAMES = ("Ailsa", "Bruce", "Catriona", "Douglas", "a player")


def test_the_strongest_stand_first_by_what_they_are_worth_at_least(client, games):
    page = shown(client)
    assert page.index("Ailsa Muir") < page.index("a player") < page.index("Rory Kerr")
    assert "Clans of Caledonia · Everyone" in page


def test_level_players_share_a_place(client, pool):
    for name, floor in (("Ailsa", 1500), ("Bruce", 1450), ("Catriona", 1450), ("Douglas", 1400)):
        stand(pool, name=name, floor=floor)
    assert names_in(shown(client)) == [
        ("1.", "Ailsa"),
        ("2.", "Bruce"),
        ("2.", "Catriona"),
        ("4.", "Douglas"),
    ]


def test_pages_follow_one_another_with_their_places(pool):
    for name, floor in (("Ailsa", 1500), ("Bruce", 1450), ("Catriona", 1450), ("Douglas", 1400)):
        stand(pool, name=name, floor=floor)
    pages, cursor = [], ""
    for _ in range(2):
        board = leaderboard(
            pool=pool, viewer=AnonymousUser(), filters=LeaderboardFilter(), cursor=cursor, size=2
        )
        pages.append([(row.place, row.shown.name) for row in board.rows])
        cursor = board.page.next_cursor
    assert pages == [[(1, "Ailsa"), (2, "Bruce")], [(2, "Catriona"), (4, "Douglas")]]
    assert cursor == ""


def test_newcomers_are_listed_only_on_request_and_marked(client, pool):
    stand(pool, name="Ailsa", floor=1500)
    stand(pool, name="Bruce", floor=1600, games=4)
    assert names_in(shown(client)) == [("1.", "Ailsa")]
    page = shown(client, "?games=1")
    assert names_in(page) == [("1.", "Bruce"), ("2.", "Ailsa")]
    assert "few games" in page


def test_filters_by_games_and_months(client, pool):
    stand(pool, name="Ailsa", floor=1500, games=60)
    stand(pool, name="Bruce", floor=1450, games=60, played=timezone.localdate() - timedelta(days=100))
    stand(pool, name="Catriona", floor=1400, games=20)
    assert names_in(shown(client, "?games=50")) == [("1.", "Ailsa"), ("2.", "Bruce")]
    assert names_in(shown(client, "?months=3")) == [("1.", "Ailsa"), ("2.", "Catriona")]
    assert "No player found" in shown(client, "?games=100")


def test_a_name_is_found_with_its_place_among_all(client, pool):
    stand(pool, name="Ailsa", floor=1500)
    stand(pool, name="Bruce", floor=1450)
    stand(pool, name="Catriona", floor=1400)
    assert names_in(shown(client, "?name=catri")) == [("3.", "Catriona")]


@pytest.mark.parametrize("query", ["?games=many", "?months=-1", "?games=7"])
def test_a_filter_nobody_understands_is_marked_and_left_out(client, games, query):
    page = shown(client, query)
    assert "Ailsa Muir" in page
    assert "field-wrong" in page


@pytest.mark.parametrize("cursor", ["x", "WyJmIl0"])
def test_a_cursor_of_somewhere_else(client, games, cursor):
    assert client.get(f"/ratings/?cursor={cursor}").status_code == 404


def test_without_games_the_page_says_what_is_missing(client, db):
    page = shown(client, "?system=glen_more_2")
    assert "No ratings yet" in page
    assert "Glen More II" in page


def test_a_hidden_player_has_no_name_page_date_or_trend_and_is_not_found(client, games, morag):
    page = shown(client)
    row = next(row for row in page.split("<tr") if "a player" in row)
    assert "Morag" not in page
    assert morag.public_id not in page
    assert "<a " not in row
    assert "<svg" not in row
    assert "<time" not in row
    assert "No player found" in shown(client, "?name=morag")
    client.force_login(morag.account)
    assert "Morag Innes" in shown(client, "?name=morag")


def test_the_viewers_row_is_marked_or_pinned(client, pool):
    own = PlayerFactory(name="Douglas")
    for name, floor in (("Ailsa", 1500), ("Bruce", 1450)):
        stand(pool, name=name, floor=floor)
    stand(pool, player=own, floor=1400)
    client.force_login(own.account)
    page = shown(client)
    assert "rating-pinned" not in page
    assert page.count('class="leading"') == 1
    # Searching for somebody else, one's own row stands on top with its place.
    page = shown(client, "?name=bruce")
    assert "rating-pinned" in page
    assert names_in(page) == [("3.", "Douglas"), ("2.", "Bruce")]


def test_the_viewer_reads_why_they_are_not_listed(client, pool):
    own = stand(pool, name="Ailsa", floor=1500, games=3)
    stand(pool, name="Bruce", floor=1450)
    client.force_login(own.player.account)
    page = shown(client)
    assert "You are rated 1600 ± 50 after 3 games; these filters leave you out." in page
    assert names_in(page) == [("1.", "Bruce")]


def test_a_clubs_board_is_for_those_who_may_open_the_club(client):
    private = ClubFactory(visibility=ClubVisibility.PRIVATE, name="Secret Traders")
    inside = member_of(private, name="Ailsa Muir")
    play(inside.player, PlayerFactory(name="Rory Kerr"), games=5, club=private)
    rate()
    address = f"/ratings/?scope=club:{private.public_id}"
    assert client.get(address).status_code == 404
    client.force_login(AccountFactory())
    assert client.get(address).status_code == 404
    assert "Secret Traders" not in shown(client)
    # Nothing of it counts among everyone.
    assert "Ailsa Muir" not in shown(client)
    client.force_login(inside)
    page = shown(client, f"?scope=club:{private.public_id}")
    assert "Secret Traders" in page
    assert "Rory Kerr" in page


@pytest.mark.parametrize("scope", ["club:nobody", "club:", "season:x", "nonsense", "everyone:x"])
def test_a_scope_that_does_not_exist(client, games, scope):
    assert client.get(f"/ratings/?scope={scope}").status_code == 404


@pytest.mark.parametrize("system", ["chess", ""])
def test_an_unknown_game_means_the_first_one(client, games, system):
    assert "Ailsa Muir" in shown(client, f"?system={system}")


@pytest.mark.parametrize("number", [1, 3])
@pytest.mark.parametrize(
    ("query", "queries"),
    [
        # Pools to choose from; rows, names.
        ("", 3),
        # The names meant first, and in the end what stands above the rows found.
        ("?name=someone", 5),
    ],
)
def test_the_same_queries_for_any_number(client, pool, number, query, queries, django_assert_num_queries):
    for index in range(number):
        stand(pool, name=f"Someone {index}", floor=1500 - index)
    with django_assert_num_queries(queries):
        assert shown(client, query).count('class="rating-place') == number


def test_the_file_holds_what_the_page_shows_and_no_formula(client, games, morag, ailsa):
    ailsa.name = "=HYPERLINK(1)"
    ailsa.save()
    text = client.get(f"/ratings/leaderboard.csv?system={SYSTEM}").content.decode("utf-8-sig")
    header, first, second, third = text.splitlines()
    assert header == "place,player,public_id,rating,deviation,at_least,games,last_played"
    assert first.startswith(f"1,'=HYPERLINK(1),{ailsa.public_id},")
    assert first.endswith(",6,2026-05-07")
    assert second.startswith("2,a player,,")
    assert second.endswith(",6,")
    assert "Morag" not in text
    assert morag.public_id not in text
    assert third.startswith("3,Rory Kerr,")


def test_the_strongest_of_a_club_stand_on_its_page(client, games, club):
    page = client.get(club.get_absolute_url()).content.decode()
    section = page.partition("Strongest in the club")[2]
    assert section.index("Ailsa Muir") < section.index("a player") < section.index("Rory Kerr")
    assert f"/ratings/?system={SYSTEM}&amp;scope=club:{club.public_id}" in section
    # Why they stand in this order is there to be seen.
    player_rating = PlayerRating.objects.get(pool__scope=f"club:{club.public_id}", player__name="Ailsa Muir")
    assert f'<td class="figure">{player_rating.floor:.0f}</td>' in section
    assert "The order goes by “at least”" in section


@pytest.mark.parametrize("number", [1, 3])
def test_the_same_queries_for_a_file_of_any_length(client, pool, number, django_assert_num_queries):
    for index in range(number):
        stand(pool, name=f"Someone {index}", floor=1500 - index)
    # Pools to choose from; rows, names.
    with django_assert_num_queries(3):
        text = client.get(f"/ratings/leaderboard.csv?system={SYSTEM}").content.decode()
    assert len(text.splitlines()) == number + 1


def test_how_many_are_ahead_can_be_counted_in_the_index_alone(db):
    """All columns of order and filters are in it; a look at each row would make the pages further down slow."""
    with connection.cursor() as cursor:
        constraints = connection.introspection.get_constraints(cursor, PlayerRating._meta.db_table)
    index = constraints["player_rating_best_first"]
    assert index["columns"] == ["pool_id", "floor", "player_id", "games", "last_played_on"]
    assert index["orders"] == ["ASC", "DESC", "ASC", "ASC", "ASC"]


@pytest.mark.parametrize("number", [1, 3])
def test_a_clubs_page_costs_the_same_for_any_number(client, club, number):
    for _ in range(number):
        pair = [MembershipFactory(club=club).player for _ in range(2)]
        play(*pair, games=5, club=club)
    rate()
    with CaptureQueriesContext(connection) as queries:
        client.get(club.get_absolute_url())
    about_ratings = [query for query in queries.captured_queries if '"ratings_' in query["sql"]]
    # The pools, and the first rows of the one.
    assert len(about_ratings) == 2
