"""What a club has ahead of it, from whoever plans something."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from games.clubs import upcoming
from games.clubs.selectors.meetings import UpcomingMeetings, meetings_of
from games.clubs.upcoming import UpcomingItem, register_upcoming, upcoming_items
from tests.factories.clubs import ClubFactory, MeetingAnswerFactory, MeetingFactory, member_of

pytestmark = pytest.mark.django_db
VISITOR = AnonymousUser()


class LeagueRounds:
    """As an app above would say it."""

    def upcoming(self, *, club, viewer, limit):
        when = timezone.now() + timedelta(days=2)
        yield UpcomingItem(when=when, title="Round 3", address="/leagues/x/", kind="League", whole_day=True)


@pytest.fixture
def league():
    register_upcoming(LeagueRounds())
    yield
    upcoming._providers[:] = [
        provider for provider in upcoming._providers if not isinstance(provider, LeagueRounds)
    ]


def test_lines_of_all_apps_stand_in_the_order_of_time(client, league):
    club = ClubFactory()
    for days in (1, 3, 4):
        MeetingFactory(club=club, title=f"In {days}", starts_at=timezone.now() + timedelta(days=days))
    register_upcoming(LeagueRounds())
    items = upcoming_items(club=club, viewer=VISITOR, limit=3)
    assert [item.title for item in items] == ["In 1", "Round 3", "In 3"]
    assert "Round 3" in client.get(club.get_absolute_url()).content.decode()


def test_a_meetings_line():
    meeting = MeetingFactory(title="Club night", place="The Anchor")
    MeetingAnswerFactory.create_batch(2, meeting=meeting)
    [item] = UpcomingMeetings().upcoming(club=meeting.club, viewer=VISITOR, limit=3)
    assert (item.title, item.place, item.note) == ("Club night", "The Anchor", "2 are coming")
    assert item.address == meeting.get_absolute_url()


def test_meetings_of_a_private_club_are_its_members():
    meeting = MeetingFactory(club=ClubFactory(visibility="private"))
    member = member_of(meeting.club)
    for viewer, seen in ((VISITOR, []), (member_of(ClubFactory()), []), (member, [meeting])):
        club = type(meeting.club).objects.get(pk=meeting.club.pk)
        assert list(meetings_of(club=club, viewer=viewer)) == seen
