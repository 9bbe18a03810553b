"""What a game's page says of ratings."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.clubs.enums import ClubVisibility
from games.results.enums import GameState
from tests.factories.clubs import ClubFactory
from tests.factories.people import PlayerFactory
from tests.games.ratings.histories import counted_game
from tests.games.ratings.tables import play, rate

pytestmark = pytest.mark.django_db


def section_of(client, game):
    page = client.get(game.get_absolute_url()).content.decode()
    return page.partition('id="ratings-title"')[2].partition("</section>")[0]


def rows_of(section, table=0):
    body = section.split("<tbody>")[table + 1].partition("</tbody>")[0]
    return [
        [cell.partition(">")[2].partition("<")[0] for cell in row.split("<td")[1:]]
        for row in body.split("<tr>")[1:]
    ]


def test_a_first_game_by_hand(client, club):
    # Two fresh players, no clans and no turn order: each has a chance of one half. The winner's mean becomes
    # 0.25 x 0.5 / (1 + 0.2501 x 0.25) = 0.1177, which is 20 points.
    game = counted_game(PlayerFactory(name="Ailsa"), PlayerFactory(name="Rory"), club=club)
    rate()
    section = section_of(client, game)
    winner, loser = rows_of(section)
    assert winner == ["+20", "1500 ± 87", "1520 ± 84", "50 %", "1.5", "1."]
    assert loser == ["−20", "1500 ± 87", "1480 ± 84", "50 %", "1.5", "2."]
    assert "this very order had a chance of 50 %." in section


def test_everyone_first_then_the_club(client, games, club):
    section = section_of(client, games[-1])
    assert section.index(">Everyone<") < section.index(">Leith Traders<")
    assert len(rows_of(section)) == 3
    # After five wins in a row the sixth surprises nobody.
    assert float(rows_of(section)[0][3].removesuffix(" %")) > 40


def test_all_pools_but_the_first_are_folded(client, games, club):
    section = section_of(client, games[-1])
    first, folded = section.split('<details class="disclosure">')
    assert first.count("<table") == folded.count("<table") == 1
    summary = folded.partition("</summary>")[0]
    assert "Also rated in: Leith Traders</span>" in summary
    alone = counted_game(PlayerFactory(), PlayerFactory())
    rate()
    assert "<details" not in section_of(client, alone)


def test_a_hidden_player_shows_no_rating_there(client, games, morag):
    section = section_of(client, games[-1])
    assert rows_of(section)[1][:3] == ["–", "–", "–"]
    assert "Morag" not in section
    client.force_login(morag.account)
    assert rows_of(section_of(client, games[-1]))[1][0] != "–"


def test_places_are_those_among_the_rated(client, club):
    ailsa, rory = PlayerFactory(name="Ailsa"), PlayerFactory(name="Rory")
    game = counted_game("automa", ailsa, rory, club=club)
    rate()
    assert [row[-1] for row in rows_of(section_of(client, game))] == ["1.", "2."]


def test_a_game_that_is_not_rated_has_no_section(client, games, club):
    solo = counted_game(PlayerFactory(), club=club)
    rate()
    assert section_of(client, solo) == ""
    games[0].state = GameState.DISPUTED
    games[0].save()
    assert section_of(client, games[0]) == ""


def test_a_private_clubs_game_shows_its_own_pool_alone(client, ailsa, rory):
    private = ClubFactory(visibility=ClubVisibility.PRIVATE, name="Secret Traders")
    game = play(ailsa, rory, games=1, club=private)[0]
    rate()
    client.force_login(ailsa.account)
    # She sat there, so she sees the game; the club's ratings are for its members.
    assert "Secret Traders" not in section_of(client, game)
    assert "Everyone" not in section_of(client, game)


@pytest.mark.parametrize("seats", [2, 4])
def test_the_same_queries_for_any_number_of_seats(client, club, seats):
    game = counted_game(*(PlayerFactory() for _ in range(seats)), club=club)
    rate()
    with CaptureQueriesContext(connection) as queries:
        section_of(client, game)
    about_ratings = [query for query in queries.captured_queries if '"ratings_' in query["sql"]]
    # The pools and their segments.
    assert len(about_ratings) == 2
