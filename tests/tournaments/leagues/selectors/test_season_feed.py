"""News of a season: games that count and what happened."""

from datetime import date

import pytest

from games.results.services.results import Person
from games.results.services.verdicts import void_game
from tests.factories.games import keeper
from tests.factories.leagues import group_season, members, open_season, played
from tournaments.leagues.models import Fixture
from tournaments.leagues.selectors.seasons import season_feed_entries
from tournaments.leagues.services.fixtures import link_game

pytestmark = pytest.mark.django_db


def test_an_open_season_tells_its_games_and_its_life(league, organiser):
    season = open_season(league=league, actor=organiser)
    one, other = members(season, 2)
    counts = played(season, one, other, on=date(2026, 4, 1))
    played(season, one, Person(name="A guest"), on=date(2026, 4, 2))
    gone = played(season, other, one, on=date(2026, 4, 3))
    void_game(actor=keeper(), game=gone)
    newest, *rest = season_feed_entries(season, organiser)
    assert "Set up" in [participant.title for participant in rest]
    games = [participant for participant in (newest, *rest) if participant.key.startswith("game:")]
    assert [participant.address for participant in games] == [counts.get_absolute_url()]
    assert one.name in games[0].title
    keys = [participant.key for participant in (newest, *rest)]
    assert len(set(keys)) == len(keys)
    assert [participant.at for participant in (newest, *rest)] == sorted(
        (participant.at for participant in (newest, *rest)), reverse=True
    )


def test_a_result_from_the_schedule_names_the_people_as_the_reader_knows_them(league, organiser):
    season = group_season(players=4, size=4, league=league, actor=organiser)
    fixture = Fixture.objects.filter(season=season).first()
    fixture.season = season
    seated = [seat.participant.player for seat in fixture.seats.select_related("participant__player")]
    seated[0].visibility = "hidden"
    seated[0].save()
    link_game(actor=organiser, fixture=fixture, game=played(season, *seated, on=date(2026, 3, 15)))
    for viewer, knows in ((organiser, True), (members(season, 1)[0].account, False)):
        title = season_feed_entries(season, viewer)[0].title
        assert (seated[0].name in title) is knows
        assert seated[1].name in title


@pytest.mark.parametrize("count", [1, 3])
def test_the_same_queries_for_one_game_and_for_three(league, organiser, count, django_assert_max_num_queries):
    season = open_season(league=league, actor=organiser)
    for day in range(count):
        played(season, *members(season, 2), on=date(2026, 4, 1 + day))
    with django_assert_max_num_queries(10):
        assert len(season_feed_entries(season, organiser)) >= count
