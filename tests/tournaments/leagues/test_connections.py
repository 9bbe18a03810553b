"""What leagues tell the rest of the site: dates of a club, pools of ratings, a person's own archive."""

from datetime import date, timedelta
from decimal import Decimal

import pytest
import time_machine

from games.players.signals import collect_personal_data
from games.results.models import Game
from tests.factories.clubs import member_of
from tests.factories.leagues import group_season, members, open_season, played
from tests.factories.people import AccountFactory
from tournaments.leagues.hooks import LeagueDays, OneSeason
from tournaments.leagues.models import Fixture
from tournaments.leagues.services.adjustments import adjust_points
from tournaments.leagues.services.fixtures import link_game

pytestmark = pytest.mark.django_db


def test_a_club_sees_the_days_of_its_leagues(league, organiser):
    season = group_season(players=5, league=league, actor=organiser)
    deadlines = sorted(Fixture.objects.filter(season=season).values_list("deadline", flat=True))
    with time_machine.travel(season.starts_on + timedelta(days=1), tick=False):
        items = list(LeagueDays().upcoming(club=league.club, viewer=organiser, limit=3))
    assert [item.when.date() for item in items] == deadlines[:3]
    assert all(item.whole_day for item in items)


def test_a_season_is_a_pool_of_its_games(league, organiser):
    season = open_season(league=league, actor=organiser)
    one, other = members(season, 2)
    inside = played(season, one, other)
    played(season, one, other, on=date(2026, 1, 1))
    scope = OneSeason()
    assert list(Game.objects.filter(scope.games(season.public_id))) == [inside]
    assert scope.idents_of(inside) == [season.public_id]
    assert list(Game.objects.filter(scope.games("nonsense"))) == []


def test_the_pool_of_groups_has_the_games_of_the_schedule(league, organiser):
    season = group_season(players=5, league=league, actor=organiser)
    fixture = Fixture.objects.filter(season=season).order_by("pk").first()
    fixture.season = season
    people = [seat.participant.player for seat in fixture.seats.select_related("participant__player")]
    game = played(season, *people)
    played(season, *people)
    link_game(actor=organiser, fixture=fixture, game=game)
    assert list(Game.objects.filter(OneSeason().games(season.public_id))) == [game]


def test_pools_of_private_clubs_are_for_their_members(league, organiser, club):
    season = open_season(league=league, actor=organiser)
    club.visibility = "private"
    club.save()
    scope = OneSeason()
    assert scope.labels([season.public_id], AccountFactory()) == {}
    assert list(scope.labels([season.public_id], organiser)) == [season.public_id]
    assert list(scope.listed_for(member_of(club))) == [season.public_id]


def test_a_persons_archive_has_their_leagues(league, organiser):
    season = open_season(league=league, actor=organiser)
    adjust_points(
        actor=organiser, season=season, player=organiser.player, points=Decimal(-1), reason="Two hours late"
    )
    sections = {
        section.key: list(section.rows)
        for _, answer in collect_personal_data.send(None, account=organiser, player=organiser.player)
        for section in answer
    }
    assert sections["leagues"][0]["season"] == "Season 1"
    assert sections["league_events"][0]["event"] == "created"
    assert sections["league_adjustments"][0]["reason"] == "Two hours late"
