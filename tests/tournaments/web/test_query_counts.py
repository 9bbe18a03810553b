"""Lists cost the same number of queries with one row and with three."""

from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories.leagues import LeagueFactory, group_season, members, open_season, played, refresh
from tournaments.models import Fixture
from tournaments.services.link_game import link_game


def queries_of(client, path):
    client.get(path)
    with CaptureQueriesContext(connection) as captured:
        assert client.get(path).status_code == 200
    return len(captured)


@pytest.fixture
def signed_in(client, organiser):
    client.force_login(organiser)
    return organiser


@pytest.mark.parametrize("count", [1, 3])
def test_leagues(client, club, count, django_assert_num_queries):
    for league in LeagueFactory.create_batch(count, club=club):
        open_season(league=league)
    with django_assert_num_queries(3):
        client.get("/leagues/")
    with django_assert_num_queries(3 + 1):
        client.get(f"/clubs/{club.slug}/leagues/")


@pytest.mark.parametrize(
    ("name", "most"),
    [("season", 9), ("race", 8), ("honours", 6), ("people", 9), ("history", 10), ("schedule", 6)],
)
def test_pages_of_an_open_season(client, league, signed_in, name, most):
    season = open_season(league=league, actor=signed_in)
    page = reverse(f"leagues:{name}", args=[season.address_key])
    counts = []
    for day in (1, 2, 3):
        one, other = members(season, 2)
        played(season, one, other, on=date(2026, 4, day))
        played(season, other, one, on=date(2026, 4, day + 10))
        refresh(season)
        counts.append(queries_of(client, page))
    assert len(set(counts)) == 1
    assert counts[0] <= most


@pytest.mark.parametrize(
    ("name", "most"), [("season", 9), ("schedule", 12), ("outlook", 14), ("overdue", 12), ("add_player", 12)]
)
def test_pages_of_groups(client, league, signed_in, name, most):
    season = group_season(players=5, league=league, actor=signed_in)
    page = reverse(f"leagues:{name}", args=[season.address_key])
    counts = []
    for fixture in list(Fixture.objects.filter(season=season).order_by("pk"))[:3]:
        fixture.season = season
        people = [seat.entry.player for seat in fixture.seats.select_related("entry__player")]
        link_game(actor=signed_in, fixture=fixture, game=played(season, *people))
        refresh(season)
        counts.append(queries_of(client, page))
    assert len(set(counts)) == 1
    assert counts[0] <= most


def test_the_league_and_its_archive(client, league, signed_in):
    counts = []
    for number in (1, 2, 3):
        first, last = date(2025 - number, 1, 1), date(2025 - number, 12, 31)
        season = open_season(league=league, actor=signed_in, starts_on=first, ends_on=last)
        one, other = members(season, 2)
        played(season, one, other, on=first)
        refresh(season)
        counts.append(queries_of(client, league.get_absolute_url()))
    assert len(set(counts)) == 1


def test_my_games(client, league, organiser):
    season = group_season(players=5, league=league, actor=organiser)
    player = season.entries.first().player
    client.force_login(player.account)
    before = queries_of(client, "/leagues/mine/")
    other = LeagueFactory(club=league.club)
    group_season(players=4, size=4, league=other, actor=organiser)
    assert queries_of(client, "/leagues/mine/") == before


@pytest.mark.parametrize("count", [1, 3])
@pytest.mark.parametrize(
    ("path", "queries"),
    [
        ("/api/v1/leagues/", 1),
        ("/api/v1/leagues/{league}/seasons/", 2),
        ("/api/v1/seasons/{season}/", 1),
        ("/api/v1/seasons/{season}/standings/", 5),
        ("/api/v1/seasons/{season}/fixtures/", 3),
    ],
)
def test_api(client, league, organiser, count, path, queries, django_assert_num_queries):
    season = open_season(league=league, actor=organiser)
    LeagueFactory.create_batch(count, club=league.club)
    one, other = members(season, 2)
    for day in range(1, count + 1):
        played(season, one, other, on=date(2026, 4, day))
    refresh(season)
    with django_assert_num_queries(queries):
        response = client.get(path.format(league=league.public_id, season=season.public_id))
    assert response.status_code == 200
