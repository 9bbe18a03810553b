"""Two players become one: what leagues do with it."""

from decimal import Decimal

import pytest

from games.players.services.merges import merge_players, undo_merge
from tests.factories.clubs import MembershipFactory
from tests.factories.leagues import group_season, open_season, refresh
from tests.factories.people import GuestFactory
from tournaments.leagues.hooks import BothInGroupsError
from tournaments.leagues.models import Participant, SeasonStandingsRow
from tournaments.leagues.services.adjustments import adjust_points

pytestmark = pytest.mark.django_db


@pytest.fixture
def guests(club):
    return [MembershipFactory(club=club, player=GuestFactory()).player for _ in range(2)]


def test_an_open_season_keeps_one_entry_and_an_undo_brings_the_other_back(league, organiser, guests):
    season = open_season(league=league, actor=organiser)
    before = set(Participant.objects.filter(season=season).values_list("pk", "player_id", "joined_at"))
    merge = merge_players(source=guests[0], target=guests[1], actor=None)
    assert not season.participants.filter(player=guests[0]).exists()
    undo_merge(merge=merge, actor=None)
    assert (
        set(Participant.objects.filter(season=season).values_list("pk", "player_id", "joined_at")) == before
    )


def test_two_places_in_the_groups_of_a_season_cannot_become_one(league, organiser, guests):
    season = group_season(players=3, league=league, actor=organiser, enrolment="everybody", size=6)
    assert season.participants.filter(player__in=guests).count() == 2
    with pytest.raises(BothInGroupsError):
        merge_players(source=guests[0], target=guests[1], actor=None)


def test_a_penalty_goes_with_the_person_and_comes_back_with_an_undo(league, organiser, guests):
    season = open_season(league=league, actor=organiser)
    given = adjust_points(
        actor=organiser, season=season, player=guests[0], points=Decimal(-1), reason="Did not turn up"
    )
    merge = merge_players(source=guests[0], target=guests[1], actor=None)
    given.refresh_from_db()
    assert given.player == guests[1]
    refresh(season)
    row = SeasonStandingsRow.objects.get(standings__season=season, player=guests[1])
    assert row.points == "-1"
    undo_merge(merge=merge, actor=None)
    given.refresh_from_db()
    assert given.player == guests[0]
