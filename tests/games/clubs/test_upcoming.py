"""What a club has ahead of it, from whoever plans something."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from games.clubs import upcoming
from games.clubs.selectors.meetings import ComingEvents, events_of
from games.clubs.upcoming import ComingEntry, coming_entries, register_coming
from tests.factories.clubs import ClubEventFactory, ClubFactory, EventAnswerFactory, member_of

pytestmark = pytest.mark.django_db
VISITOR = AnonymousUser()


class LeagueRounds:
    """As an app above would say it."""

    def coming(self, *, club, viewer, limit):
        when = timezone.now() + timedelta(days=2)
        yield ComingEntry(when=when, title="Round 3", address="/leagues/x/", kind="League", whole_day=True)


@pytest.fixture
def league():
    register_coming(LeagueRounds())
    yield
    upcoming._providers[:] = [one for one in upcoming._providers if not isinstance(one, LeagueRounds)]


def test_lines_of_all_apps_stand_in_the_order_of_time(client, league):
    club = ClubFactory()
    for days in (1, 3, 4):
        ClubEventFactory(club=club, title=f"In {days}", starts_at=timezone.now() + timedelta(days=days))
    register_coming(LeagueRounds())
    found = coming_entries(club=club, viewer=VISITOR, limit=3)
    assert [entry.title for entry in found] == ["In 1", "Round 3", "In 3"]
    assert "Round 3" in client.get(club.get_absolute_url()).content.decode()


def test_an_events_line():
    event = ClubEventFactory(title="Club night", place="The Anchor")
    EventAnswerFactory.create_batch(2, event=event)
    [entry] = ComingEvents().coming(club=event.club, viewer=VISITOR, limit=3)
    assert (entry.title, entry.place, entry.note) == ("Club night", "The Anchor", "2 are coming")
    assert entry.address == event.get_absolute_url()


def test_events_of_a_private_club_are_its_members():
    event = ClubEventFactory(club=ClubFactory(visibility="private"))
    member = member_of(event.club)
    for viewer, seen in ((VISITOR, []), (member_of(ClubFactory()), []), (member, [event])):
        club = type(event.club).objects.get(pk=event.club.pk)
        assert list(events_of(club=club, viewer=viewer)) == seen
