"""The forecast of a table: who can be named, what is refused, and what it says."""

import pytest
from django.utils import translation

from games.players.models import PageVisibility
from games.ratings.web.pool import chance, change
from tests.factories.people import PlayerFactory

pytestmark = pytest.mark.django_db


def forecast_page(client, **fields):
    response = client.get("/ratings/forecast/", fields)
    assert response.status_code == 200
    return response.content.decode()


def test_an_untouched_form_complains_of_nothing(client, games):
    page = forecast_page(client)
    assert "field-wrong" not in page
    assert "forecast-title" not in page
    # A small pool's names are offered without a script, as far as one may know them.
    assert '<option value="Ailsa Muir">' in page
    assert "Morag" not in page


def test_the_stronger_player_is_the_favourite(client, games):
    page = forecast_page(client, player_1="Rory Kerr", player_2="Ailsa Muir")
    assert "Ailsa Muir is the favourite: first in about" in page
    result = page.partition('id="forecast-title"')[2]
    assert result.index("Ailsa Muir</a>") < result.index("Rory Kerr</a>")


def test_equal_players_make_an_open_table_and_newcomers_a_rough_guess(client, games):
    for name in ("Una Hay", "Fergus Aird"):
        PlayerFactory(name=name)
    page = forecast_page(client, player_1="una hay", player_2="FERGUS")
    assert "An open table: all have about the same chance." in page
    assert "Fewer than 5 games are known of: " in page


def test_clans_and_turn_order_move_the_chances(client, games):
    without = forecast_page(client, player_1="Ailsa Muir", player_2="Rory Kerr")
    with_clans = forecast_page(
        client, player_1="Ailsa Muir", player_2="Rory Kerr", clan_1="macdonald", clan_2="campbell",
        position_1="2", position_2="1",
    )  # fmt: skip
    wins = [page.partition("<strong>")[2].partition(" %")[0] for page in (without, with_clans)]
    assert int(wins[1]) < int(wins[0])


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ({"player_1": "Ailsa Muir"}, "A table needs two players or more."),
        ({"player_1": "Ailsa Muir", "player_2": "ailsa muir"}, "This player sits at the table already."),
        ({"player_1": "Ailsa Muir", "player_2": "Nobody"}, "You know no player of this name."),
        (
            {"player_1": "Ailsa Muir", "player_2": "Rory Kerr", "clan_1": "campbell", "clan_2": "campbell"},
            "Somebody else has this already.",
        ),
        (
            {"player_1": "Ailsa Muir", "player_2": "Rory Kerr", "position_1": "1", "position_2": "1"},
            "Somebody else sits there already.",
        ),
        (
            {"player_1": "Ailsa Muir", "player_2": "Rory Kerr", "position_1": "3"},
            "There are not so many seats at this table.",
        ),
        ({"player_1": "Ailsa Muir", "player_2": "Rory Kerr", "clan_1": "chess"}, "chess"),
    ],
)
def test_what_cannot_be_a_table_is_said_at_the_field(client, games, fields, complaint):
    page = forecast_page(client, **fields)
    assert complaint in page
    assert "field-wrong" in page
    assert "forecast-title" not in page


def test_namesakes_are_told_apart_by_their_id(client, games, ailsa):
    other = PlayerFactory(name="Ailsa Muir")
    page = forecast_page(client, player_1="Ailsa Muir", player_2="Rory Kerr")
    assert f"Ailsa Muir · {ailsa.public_id}" in page
    assert f"Ailsa Muir · {other.public_id}" in page
    page = forecast_page(client, player_1=f"Ailsa Muir · {ailsa.public_id}", player_2="Rory Kerr")
    assert "is the favourite" in page


def test_hidden_players_can_neither_be_guessed_nor_completed(client, games, morag):
    PlayerFactory(name="Moragh Public")
    hidden = PlayerFactory(name="Moragh Secret", visibility=PageVisibility.CLUB)
    for text in ("Morag Innes", f"x · {morag.public_id}", hidden.public_id):
        page = forecast_page(client, player_1=text, player_2="Rory Kerr")
        assert "You know no player of this name." in page
    names = client.get("/ratings/forecast/names/", {"player_1": "morag"}).content.decode()
    assert "Moragh Public" in names
    assert "Innes" not in names
    assert "Secret" not in names
    client.force_login(morag.account)
    assert "Morag Innes" in client.get("/ratings/forecast/names/", {"player_2": "morag"}).content.decode()


def test_one_letter_is_no_search(client, games):
    for text in ("a", "", "a\x00b"):
        assert "option" not in client.get("/ratings/forecast/names/", {"player_1": text}).content.decode()


def test_a_game_without_clans_or_turn_order_asks_for_neither(client, games):
    page = forecast_page(client, system="glen_more_2")
    assert "clan_1" not in page
    assert "position_1" not in page
    page = forecast_page(client, system="glen_more_2", player_1="Ailsa Muir", player_2="Rory Kerr")
    assert "Nothing has been rated here" in page


@pytest.mark.parametrize("seats", [2, 3])
def test_the_queries_of_a_table(client, games, seats, django_assert_num_queries):
    names = ["Ailsa Muir", "Rory Kerr", PlayerFactory(name="Una Hay").name][:seats]
    fields = {f"player_{number}": name for number, name in enumerate(names, 1)}
    # Pools to choose from, the names offered, the ratings; and one for each name typed.
    with django_assert_num_queries(3 + seats):
        forecast_page(client, **fields)


def test_the_explanation_tells_the_numbers_in_use(client, games):
    page = client.get("/ratings/about/").content.decode()
    assert "1500 ± 87" in page
    assert "pairwise-logistic" in page
    assert "Clans of Caledonia: 6 rated games of 3 players" in page
    assert "76 %" in page


@pytest.mark.parametrize(
    ("value", "text"), [(0.0, "under 1 %"), (0.004, "under 1 %"), (0.237, "24 %"), (0.996, "over 99 %")]
)
def test_no_forecast_is_certain(value, text):
    with translation.override("en"):
        assert chance(value) == text


@pytest.mark.parametrize(("value", "text"), [(19.6, "+20"), (-0.2, "±0"), (-12.4, "−12")])
def test_a_change_has_its_sign(value, text):
    assert change(value) == text
