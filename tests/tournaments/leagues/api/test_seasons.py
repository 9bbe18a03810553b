"""Leagues in the API: the same rules as on the pages."""

from datetime import date

import pytest

from tests.factories.leagues import group_season, members, open_season, played, refresh


@pytest.fixture
def season(league, organiser):
    season = open_season(league=league, actor=organiser)
    one, other, third = members(season, 3)
    played(season, one, other, third, on=date(2026, 4, 1))
    refresh(season)
    return season


def test_standings_are_exact_and_name_the_engine(client, season):
    (table,) = client.get(f"/api/v1/seasons/{season.public_id}/standings/").json()["tables"]
    assert (table["engine"], table["games"]) == ("standings", 1)
    assert [row["points"] for row in table["rows"]] == ["5", "3", "1"]
    assert table["rows"][0]["tie_breaks"]["wins"] == "1"


def test_a_hidden_player_has_neither_name_nor_id(client, season):
    row = season.standings.get().rows.get(order=1)
    row.player.visibility = "hidden"
    row.player.save()
    (table,) = client.get(f"/api/v1/seasons/{season.public_id}/standings/").json()["tables"]
    assert table["rows"][0]["player"] == {"public_id": None, "name": "a player"}


def test_the_schedule(client, league, organiser):
    season = group_season(players=5, league=league, actor=organiser)
    fixtures = client.get(f"/api/v1/seasons/{season.public_id}/fixtures/").json()["fixtures"]
    assert len(fixtures) == 5
    assert {len(fixture["seats"]) for fixture in fixtures} == {4}


def test_a_private_clubs_leagues_are_not_there(client, club, league, season):
    club.visibility = "private"
    club.save()
    for path in (
        f"leagues/{league.public_id}/seasons/",
        f"seasons/{season.public_id}/",
        f"seasons/{season.public_id}/standings/",
        f"seasons/{season.public_id}/fixtures/",
        f"leagues/?club={club.public_id}",
    ):
        response = client.get(f"/api/v1/{path}")
        assert response.status_code == 404, path
        assert response["Content-Type"] == "application/problem+json"
    assert league.public_id not in client.get("/api/v1/leagues/").content.decode()
