"""What factories write at once is what the services would have written one by one."""

import pytest

from caledonia_site.common.jobs.models import DirtyMark
from games.clubs.models import Membership
from games.players.models import Player, User
from tests.factories.events import enter, event_of
from tests.factories.leagues import LeagueFactory, open_season
from tournaments.events.models import EventAuditRecord, Participant
from tournaments.leagues.models import Participant as SeasonParticipant

pytestmark = pytest.mark.django_db

# What differs between any two rows, and which club, tournament and account it is.
OWN = {
    *("id", "public_id", "token", "email", "password", "name", "name_key", "last_login", "date_joined"),
    *("created_at", "joined_at", "queued_at", "at", "account_id", "player_id", "club_id", "season_id"),
    *("event_id", "participant_id"),
}


def said(rows):
    return [{name: value for name, value in row.items() if name not in OWN} for row in rows.values()]


def written(event):
    """Of everybody on the list, in its order."""
    participants = Participant.objects.filter(event=event)
    players = Player.objects.filter(event_participations__event=event)
    told = {
        model: said(model.objects.filter(**{found: players}).order_by("pk"))
        for model, found in (
            (User, "player__in"),
            (Player, "pk__in"),
            (Membership, "player__in"),
            (SeasonParticipant, "player__in"),
        )
    }
    told[Participant] = said(participants)
    history = EventAuditRecord.objects.filter(event=event, participant__isnull=False).order_by("pk")
    told[EventAuditRecord] = said(history)
    assert [line.participant for line in history] == list(participants)
    assert {line.account for line in history} == {event.run_by}
    assert {membership.club for membership in Membership.objects.filter(player__in=players)} == {event.club}
    assert all(player.account.check_password("a-good-password") for player in players)
    return told


@pytest.mark.parametrize("changes", [{}, {"needs_check_in": True}, {"cap": 2}], ids=str)
def test_many_on_a_list_are_those_put_there_one_by_one(changes):
    league = LeagueFactory()
    season = open_season(league=league)
    DirtyMark.objects.all().delete()
    at_once = event_of(players=3, club=league.club, **changes)
    marks = set(DirtyMark.objects.values_list("topic", "key"))
    assert ("standings", season.public_id) in marks
    DirtyMark.objects.all().delete()
    by_one = event_of(club=league.club, **changes)
    for _ in range(3):
        enter(by_one, by_one.run_by)
    assert set(DirtyMark.objects.values_list("topic", "key")) == marks
    assert written(at_once) == written(by_one)
    assert [len(rows) for rows in written(at_once).values()] == [3] * 6
