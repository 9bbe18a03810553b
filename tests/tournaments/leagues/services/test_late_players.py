"""Somebody comes into groups that are playing, where there is a place."""

from datetime import date, timedelta

import pytest
import time_machine

from tests.factories.leagues import group_season, members, played, refresh
from tests.factories.people import PlayerFactory
from tournaments.leagues.enums import OpenGames, SeasonAuditKind
from tournaments.leagues.models import Fixture, Group, SeasonAuditRecord, SeasonStandingsRow
from tournaments.leagues.selectors.seasons import spots_for_newcomers
from tournaments.leagues.services.errors import (
    AlreadyTakesPartError,
    GroupFullError,
    GroupHasPlayedError,
    NotInClubError,
    SeasonClosedError,
)
from tournaments.leagues.services.fixtures import link_game
from tournaments.leagues.services.participants import add_late_player, withdraw_participant
from tournaments.leagues.services.seasons import close_season

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(league, organiser):
    return group_season(players=5, size=5, league=league, actor=organiser)


@pytest.fixture
def group(season):
    return Group.objects.get(division__season=season)


@pytest.fixture
def late(season):
    return members(season, 1)[0]


def add(season, player, group, actor):
    return add_late_player(actor=actor, season=season, player=player, group=group)


def people(fixture):
    return [
        seat.participant.player
        for seat in fixture.seats.select_related("participant__player").order_by("index")
    ]


def play_first(season, actor, *, without=None):
    for fixture in Fixture.objects.open().filter(season=season).order_by("round", "table"):
        if without not in people(fixture):
            fixture.season = season
            link_game(
                actor=actor, fixture=fixture, game=played(season, *people(fixture), on=date(2026, 3, 15))
            )
            return fixture
    raise AssertionError("no such game")


def test_a_group_that_has_not_played_gets_a_new_schedule(season, group, late, organiser):
    with time_machine.travel("2026-04-01 12:00", tick=False):
        add(season, late, group, organiser)
    games = {}
    for fixture in Fixture.objects.filter(season=season):
        assert date(2026, 4, 1) < fixture.deadline <= season.ends_on
        for player in people(fixture):
            games[player] = games.get(player, 0) + 1
    assert late in games
    assert len(games) == 6
    assert len(set(games.values())) == 1
    event = SeasonAuditRecord.objects.get(season=season, kind=SeasonAuditKind.JOINED, player=late)
    assert event.detail == {"way": "new_schedule"}


def test_a_group_that_has_played_keeps_its_schedule(season, group, late, organiser):
    play_first(season, organiser)
    assert [place.way for place in spots_for_newcomers(season)] == ["played"]
    with pytest.raises(GroupHasPlayedError):
        add(season, late, group, organiser)
    assert not season.participants.filter(player=late).exists()


def test_a_newcomer_plays_what_somebody_who_withdrew_left_behind(season, group, late, organiser):
    leaver = season.participants.order_by("pk").first()
    play_first(season, organiser)
    with time_machine.travel("2026-04-01 12:00", tick=False):
        withdraw_participant(actor=organiser, participant=leaver, open_games=OpenGames.CANCEL)
    left = [one.pk for one in Fixture.objects.filter(season=season, decision="cancelled")]
    assert [(place.way, place.leaver) for place in spots_for_newcomers(season)] == [("takes_over", leaver)]
    with time_machine.travel("2026-04-25 12:00", tick=False):
        add(season, late, group, organiser)
    taken = Fixture.objects.open().filter(seats__participant__player=late)
    assert sorted(taken.values_list("pk", flat=True)) == sorted(left)
    assert all(fixture.deadline >= date(2026, 4, 25) for fixture in taken)
    assert not Fixture.objects.filter(pk__in=left, seats__participant=leaver).exists()
    refresh(season)
    rows = SeasonStandingsRow.objects.filter(standings__season=season)
    assert rows.get(player=late).place is not None
    assert rows.get(player=leaver.player).withdrawn


def test_what_was_forfeited_is_not_played_again(season, group, late, organiser):
    leaver = season.participants.order_by("pk").first()
    play_first(season, organiser)
    withdraw_participant(actor=organiser, participant=leaver, open_games=OpenGames.FORFEIT)
    with pytest.raises(GroupHasPlayedError):
        add(season, late, group, organiser)


def test_who_withdrew_by_mistake_comes_back(season, group, organiser):
    participant = season.participants.order_by("pk").first()
    open_games = Fixture.objects.open().filter(seats__participant=participant).count()
    withdraw_participant(actor=organiser, participant=participant, open_games=OpenGames.CANCEL)
    assert not Fixture.objects.open().filter(seats__participant=participant).exists()
    back = add(season, participant.player, group, organiser)
    assert (back.pk, back.withdrawn_on) == (participant.pk, None)
    assert Fixture.objects.open().filter(seats__participant=participant).count() == open_games
    assert SeasonAuditRecord.objects.filter(season=season, kind=SeasonAuditKind.RETURNED).count() == 1


def test_a_group_can_be_full(league, organiser):
    season = group_season(players=16, size=16, league=league, actor=organiser)
    group = Group.objects.get(division__season=season)
    (late,) = members(season, 1)
    with pytest.raises(GroupFullError):
        add(season, late, group, organiser)


def test_only_people_of_the_club_and_only_once_and_not_when_it_is_over(season, group, late, organiser):
    with pytest.raises(NotInClubError):
        add(season, PlayerFactory(), group, organiser)
    with pytest.raises(AlreadyTakesPartError):
        add(season, season.participants.first().player, group, organiser)
    close_season(actor=organiser, season=season)
    with pytest.raises(SeasonClosedError):
        add(season, late, group, organiser)


def test_the_group_of_another_season_is_none_of_ours(season, late, league, organiser):
    other = group_season(
        players=5,
        league=league,
        actor=organiser,
        starts_on=season.ends_on + timedelta(days=1),
        ends_on=season.ends_on + timedelta(days=30),
    )
    with pytest.raises(GroupHasPlayedError):
        add(season, late, Group.objects.get(division__season=other), organiser)
