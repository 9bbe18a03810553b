"""Draft help: what can be on offer, what is refused, and what it says."""

import pytest

from games.ratings.models import PlayerRating, Pool
from tests.factories.people import PlayerFactory

pytestmark = pytest.mark.django_db


def asked(client, **fields):
    response = client.get("/statistics/draft/", fields)
    assert response.status_code == 200
    return response.content.decode()


def test_an_untouched_form_complains_of_nothing(client, db):
    page = asked(client)
    assert "field-wrong" not in page
    assert "draft-title" not in page


def test_offers_are_ranked_with_bids(client, fitted):
    page = asked(
        client, seats="2", clan_1="stewart", clan_2="campbell", starting_tile_2="7", clan_3="macdonald"
    )
    assert "Campbell, Starting tile 7" in page
    answer = client.get(
        "/statistics/draft/choices.json",
        {"seats": "2", "clan_1": "stewart", "clan_2": "campbell", "clan_3": "macdonald"},
    ).json()["rows"]
    assert len(answer) == 3
    assert [row["vp"] for row in answer] == sorted((row["vp"] for row in answer), reverse=True)
    assert answer[-1]["bid"] == 0
    assert sum(row["best_chance"] for row in answer) == pytest.approx(1)


def test_without_games_it_says_so(client, db):
    assert "too few counted games" in asked(client, seats="2", clan_1="stewart", clan_2="campbell")


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ({"clan_1": "stewart"}, "Name two clans or more to compare."),
        ({"clan_1": "stewart", "clan_2": "stewart"}, "This is on offer already."),
        (
            {"clan_1": "stewart", "clan_2": "campbell", "starting_tile_1": "3", "starting_tile_2": "3"},
            "This is on offer already.",
        ),
        ({"clan_1": "stewart", "clan_2": "macbeth"}, "macbeth"),
    ],
)
def test_what_cannot_be_on_offer_is_said_at_the_field(client, db, fields, complaint):
    page = asked(client, seats="3", **fields)
    assert complaint in page
    assert "field-wrong" in page
    assert client.get("/statistics/draft/choices.csv", {"seats": "3"} | fields).status_code == 404


def test_the_chart_of_offers_in_a_frame(client, fitted):
    offers = {"seats": "2", "clan_1": "stewart", "clan_2": "campbell"}
    assert "draft/choices/frame/" in asked(client, **offers)
    response = client.get("/statistics/draft/choices/frame/", offers)
    assert "frame-ancestors *" in response["Content-Security-Policy"]
    page = response.content.decode()
    assert "Stewart" in page
    assert "/statistics/draft/?seats=2" in page
    assert client.get("/statistics/draft/choices/frame/").status_code == 404


def test_ones_own_rating_is_filled_in(client, db):
    player = PlayerFactory()
    pool = Pool.objects.create(
        key="clans_of_caledonia/everyone", system="clans_of_caledonia", scope="everyone",
        engine="test", engine_version="1", games=9, players=3,
    )  # fmt: skip
    PlayerRating.objects.create(
        pool=pool, player=player, rating=1534.4, deviation=50, floor=1434, games=9, last_played_on="2026-05-02",
        recent=[],
    )  # fmt: skip
    assert 'value="1534"' not in asked(client)
    client.force_login(player.account)
    assert 'value="1534"' in asked(client)
