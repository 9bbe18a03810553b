"""Lists cost the same number of queries with one row and with three."""

from collections import defaultdict
from datetime import date

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories.leagues import LeagueFactory, group_season, members, open_season, played, refresh
from tournaments.leagues.models import Fixture
from tournaments.leagues.services.fixtures import link_game


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


def assert_equal_and_few(counts, most):
    """Of each page: the same every time, and no more than it may cost."""
    for name, found in counts.items():
        assert len(set(found)) == 1, (name, found)
        assert found[0] <= most[name], name


def test_pages_of_an_open_season(client, league, signed_in):
    most = {"season": 9, "race": 8, "honours": 6, "people": 9, "history": 10, "schedule": 6}
    season = open_season(league=league, actor=signed_in)
    counts = defaultdict(list)
    for day in (1, 2, 3):
        one, other = members(season, 2)
        played(season, one, other, on=date(2026, 4, day))
        played(season, other, one, on=date(2026, 4, day + 10))
        refresh(season)
        for name in most:
            counts[name].append(queries_of(client, reverse(f"leagues:{name}", args=[season.address_key])))
    assert_equal_and_few(counts, most)


def test_pages_of_groups(client, league, signed_in):
    most = {"season": 9, "schedule": 12, "outlook": 14, "overdue": 12, "add_player": 12}
    season = group_season(players=5, league=league, actor=signed_in)
    counts = defaultdict(list)
    for fixture in list(Fixture.objects.filter(season=season).order_by("pk"))[:3]:
        fixture.season = season
        people = [seat.participant.player for seat in fixture.seats.select_related("participant__player")]
        link_game(actor=signed_in, fixture=fixture, game=played(season, *people))
        refresh(season)
        for name in most:
            counts[name].append(queries_of(client, reverse(f"leagues:{name}", args=[season.address_key])))
    assert_equal_and_few(counts, most)


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
    player = season.participants.first().player
    client.force_login(player.account)
    before = queries_of(client, "/leagues/mine/")
    other = LeagueFactory(club=league.club)
    group_season(players=4, size=4, league=other, actor=organiser)
    assert queries_of(client, "/leagues/mine/") == before


@pytest.mark.parametrize("count", [1, 3])
def test_api(client, league, organiser, count, django_assert_num_queries):
    season = open_season(league=league, actor=organiser)
    LeagueFactory.create_batch(count, club=league.club)
    one, other = members(season, 2)
    for day in range(1, count + 1):
        played(season, one, other, on=date(2026, 4, day))
    refresh(season)
    for path, queries in (
        ("leagues/", 1),
        (f"leagues/{league.public_id}/seasons/", 2),
        (f"seasons/{season.public_id}/", 1),
        (f"seasons/{season.public_id}/standings/", 5),
        (f"seasons/{season.public_id}/fixtures/", 3),
    ):
        with django_assert_num_queries(queries, info=path):
            response = client.get(f"/api/v1/{path}")
        assert response.status_code == 200, path
