"""The pages of a club's meetings, one flow each, as a person walks through them."""

from datetime import timedelta

import pytest
import time_machine
from django.contrib.messages import get_messages
from django.utils import timezone

from games.clubs.enums import Attendance, Repeat, Role
from games.clubs.models import Meeting, MeetingAnswer
from games.players.models import PageVisibility
from tests.factories.clubs import (
    ClubFactory,
    MeetingAnswerFactory,
    MeetingFactory,
    MembershipFactory,
    member_of,
)
from tests.factories.people import PlayerFactory

pytestmark = pytest.mark.django_db

HOME = "/clubs/leith-traders/"
MEETINGS = f"{HOME}events/"
NEW = f"{MEETINGS}new/"
ONCE = {"title": "Club night", "starts_at": "2026-10-15T19:00", "repeat": "never"}


@pytest.fixture(autouse=True)
def now():
    with time_machine.travel("2026-10-01 12:00", tick=False):
        yield


@pytest.fixture
def club():
    return ClubFactory(name="Leith Traders", slug="leith-traders", time_zone="Europe/London")


@pytest.fixture
def organiser(club, client):
    account = member_of(club, Role.ORGANISER)
    client.force_login(account)
    return account


def shown_messages(response):
    return [(message.level_tag, str(message)) for message in get_messages(response.wsgi_request)]


class TestPlanning:
    def test_a_meeting(self, client, club, organiser):
        assert client.get(NEW).status_code == 200
        response = client.post(NEW, ONCE | {"place": "The Anchor"})
        meeting = Meeting.objects.get()
        assert response.url == meeting.get_absolute_url() == f"{MEETINGS}{meeting.public_id}/"
        page = client.get(response.url).content.decode()
        assert "Thursday, 15 October 2026, 19:00" in page
        assert "23:00" in page
        assert "Europe/London" in page
        assert "The Anchor" in page

    def test_several_at_once(self, client, club, organiser):
        client.post(NEW, ONCE | {"repeat": Repeat.WEEKLY, "times": "3"})
        assert Meeting.objects.count() == 3

    def test_the_past_is_taken_and_said(self, client, club, organiser):
        response = client.post(NEW, ONCE | {"starts_at": "2026-09-15T19:00"})
        assert response.status_code == 302
        assert ("warning", "Note that this event begins in the past.") in shown_messages(response)

    @pytest.mark.parametrize(
        ("wrong", "field"),
        [
            ({"title": ""}, "title"),
            ({"starts_at": ""}, "starts_at"),
            ({"starts_at": "tomorrow"}, "starts_at"),
            ({"starts_at": "2062-10-15T19:00"}, "starts_at"),
            ({"starts_at": "9999-12-31T23:59"}, "starts_at"),
            ({"starts_at": "0001-01-01T00:00"}, "starts_at"),
            # The night the clocks go forward.
            ({"starts_at": "2027-03-28T01:30"}, "starts_at"),
            ({"ends_at": "2026-10-15T18:00"}, "ends_at"),
            ({"ends_at": "2026-12-15T18:00"}, "ends_at"),
            ({"ends_at": "9999-12-31T23:59"}, "ends_at"),
            ({"repeat": "hourly"}, "repeat"),
            ({"repeat": "weekly", "times": "27"}, "times"),
            ({"place": "x" * 121}, "place"),
        ],
    )
    def test_wrong_input_stands_at_its_field_and_nothing_is_lost(self, client, club, organiser, wrong, field):
        response = client.post(NEW, ONCE | {"description": "Bring tea."} | wrong)
        assert response.status_code == 200
        assert list(response.context["form"].errors) == [field]
        assert "Bring tea." in response.content.decode()
        assert not Meeting.objects.exists()

    def test_too_many_are_refused_above_the_form(self, client, club, organiser):
        MeetingFactory.create_batch(200, club=club)
        response = client.post(NEW, ONCE)
        assert "200 events" in str(response.context["form"].non_field_errors())


class TestChanging:
    def test_the_form_shows_the_clubs_clock(self, client, club, organiser):
        meeting = MeetingFactory(club=club, starts_at=timezone.now())
        page = client.get(f"{MEETINGS}{meeting.public_id}/edit/").content.decode()
        assert 'value="2026-10-01T13:00"' in page
        assert 'type="datetime-local"' in page

    def test_with_the_later_ones(self, client, club, organiser):
        client.post(NEW, ONCE | {"repeat": Repeat.WEEKLY, "times": "3"})
        first = Meeting.objects.first()
        address = f"{MEETINGS}{first.public_id}/edit/"
        assert b"the later ones" in client.get(address).content
        client.post(address, ONCE | {"title": "Finals", "with_later": "on"})
        assert set(Meeting.objects.values_list("title", flat=True)) == {"Finals"}
        client.post(address, ONCE | {"title": "Semifinals"})
        assert Meeting.objects.filter(title="Finals").count() == 2

    def test_wrong_input(self, client, club, organiser):
        meeting = MeetingFactory(club=club, title="As it was")
        response = client.post(
            f"{MEETINGS}{meeting.public_id}/edit/", ONCE | {"ends_at": "2026-10-15T18:00", "title": "New"}
        )
        assert "before it begins" in str(response.context["form"].errors["ends_at"])
        meeting.refresh_from_db()
        assert meeting.title == "As it was"

    def test_cancelling_and_undoing(self, client, club, organiser):
        meeting = MeetingFactory(club=club)
        address = meeting.get_absolute_url()
        assert b"Cancel the event" in client.get(f"{address}cancel/").content
        client.post(f"{address}cancel/")
        assert f'action="{address}restore/"' in client.get(address).content.decode()
        assert "Cancelled" in client.get(HOME).content.decode()
        assert "Cancelled" in client.get(MEETINGS).content.decode()
        response = client.post(f"{address}cancel/")
        assert shown_messages(response)[-1] == ("error", "This event is cancelled.")
        client.post(f"{address}restore/")
        assert f'action="{address}restore/"' not in client.get(address).content.decode()

    def test_the_later_ones_are_cancelled_too(self, client, club, organiser):
        client.post(NEW, ONCE | {"repeat": Repeat.WEEKLY, "times": "3"})
        address = Meeting.objects.first().get_absolute_url()
        client.post(f"{address}cancel/", {"with_later": "on"})
        assert not Meeting.objects.filter(cancelled_at=None).exists()
        client.post(f"{address}restore/")
        assert not Meeting.objects.exclude(cancelled_at=None).exists()


class TestAnswering:
    def test_a_member_answers_and_answers_again(self, client, club):
        member = member_of(club)
        client.force_login(member)
        meeting = MeetingFactory(club=club)
        client.post(f"{meeting.get_absolute_url()}answer/", {"choice": "coming"})
        page = client.get(meeting.get_absolute_url()).content.decode()
        assert 'value="coming" aria-pressed="true"' in page
        client.post(f"{meeting.get_absolute_url()}answer/", {"choice": "not"})
        assert MeetingAnswer.objects.get().choice == Attendance.NOT

    @pytest.mark.parametrize("choice", ["", "perhaps"])
    def test_something_else_is_no_answer(self, client, club, choice):
        client.force_login(member_of(club))
        meeting = MeetingFactory(club=club)
        response = client.post(f"{meeting.get_absolute_url()}answer/", {"choice": choice})
        assert shown_messages(response) == [("error", "Choose one of the answers.")]
        assert not MeetingAnswer.objects.exists()

    def test_too_late(self, client, club):
        client.force_login(member_of(club))
        meeting = MeetingFactory(club=club, starts_at=timezone.now() - timedelta(days=1))
        assert b'name="choice"' not in client.get(meeting.get_absolute_url()).content
        response = client.post(f"{meeting.get_absolute_url()}answer/", {"choice": "coming"})
        assert shown_messages(response) == [("error", "This event is over.")]

    def test_who_comes_is_for_the_club_and_only_names_one_may_know(self, client, club):
        meeting = MeetingFactory(club=club)
        for name, visibility in (("Morag Innes", "public"), ("Hidden Hay", PageVisibility.HIDDEN)):
            player = PlayerFactory(name=name, visibility=visibility)
            MembershipFactory(club=club, player=player)
            MeetingAnswerFactory(meeting=meeting, player=player)

        def seen():
            page = client.get(meeting.get_absolute_url()).content.decode()
            return "Morag Innes" in page, "Hidden Hay" in page, page

        known, hidden, page = seen()
        assert (known, hidden) == (False, False)
        assert '<strong class="number">2</strong>' in page
        client.force_login(PlayerFactory().account)
        assert seen()[:2] == (False, False)
        client.force_login(member_of(club))
        known, hidden, page = seen()
        assert (known, hidden) == (True, False)
        assert "a player" in page
        client.force_login(member_of(club, Role.SCOREKEEPER))
        assert seen()[:2] == (True, True)


class TestLooking:
    def test_the_home_page_shows_the_next_three(self, client, club):
        for days in (4, 1, 3, 2):
            MeetingFactory(club=club, title=f"In {days}", starts_at=timezone.now() + timedelta(days=days))
        MeetingFactory(club=club, title="Over", starts_at=timezone.now() - timedelta(days=1))
        MeetingFactory(title="Elsewhere")
        page = client.get(HOME).content.decode()
        section = page.partition('id="coming-title"')[2].partition("</section>")[0]
        places = [section.find(f"In {days}") for days in (1, 2, 3)]
        assert places == sorted(places)
        assert -1 not in places
        assert not any(title in section for title in ("In 4", "Over", "Elsewhere"))

    def test_a_meeting_that_has_begun_is_still_to_be_seen(self, client, club):
        MeetingFactory(club=club, title="Right now", starts_at=timezone.now() - timedelta(hours=1))
        assert "Right now" in client.get(HOME).content.decode()

    def test_upcoming_and_past(self, client, club):
        MeetingFactory(club=club, title="Ahead of us")
        MeetingFactory(club=club, title="Long ago", starts_at=timezone.now() - timedelta(days=9))
        upcoming = client.get(MEETINGS).content.decode()
        past = client.get(f"{MEETINGS}?past=1").content.decode()
        assert ("Ahead of us" in upcoming, "Long ago" in upcoming) == (True, False)
        assert ("Ahead of us" in past, "Long ago" in past) == (False, True)

    def test_long_lists_come_in_pages(self, client, club):
        MeetingFactory.create_batch(21, club=club)
        assert client.get(MEETINGS).content.count(b"card-link") == 20
        assert client.get(f"{MEETINGS}?page=2").content.count(b"card-link") == 1
        assert client.get(f"{MEETINGS}?page=nonsense").status_code == 200

    def test_nothing_there(self, client, club):
        assert "Nothing is planned yet" in client.get(HOME).content.decode()
        assert "organisers plan" in client.get(MEETINGS).content.decode()
        assert "No past events" in client.get(f"{MEETINGS}?past=1").content.decode()
        assert client.get(f"{MEETINGS}bcdfghjkmn/").status_code == 404
        client.force_login(member_of(club, Role.ORGANISER))
        assert f'href="{NEW}"' in client.get(MEETINGS).content.decode()

    def test_a_meeting_is_found_in_its_own_club_only(self, client, club):
        elsewhere = MeetingFactory()
        assert client.get(f"{MEETINGS}{elsewhere.public_id}/").status_code == 404

    def test_a_reader_far_away_sees_their_own_time_too(self, client, club):
        meeting = MeetingFactory(club=club)
        client.cookies["timezone"] = "America/Sao_Paulo"
        assert "On your clock" in client.get(meeting.get_absolute_url()).content.decode()
        client.cookies["timezone"] = "Europe/London"
        assert "On your clock" not in client.get(meeting.get_absolute_url()).content.decode()

    def test_the_file_for_a_calendar(self, client, club):
        meeting = MeetingFactory(club=club, title="Club night")
        response = client.get(f"{meeting.get_absolute_url()}event.ics")
        assert response["Content-Type"] == "text/calendar; charset=utf-8"
        assert response["Content-Disposition"] == 'attachment; filename="club-night.ics"'
        assert f"URL:http://testserver{meeting.get_absolute_url()}" in response.content.decode()
        assert f"UID:{meeting.public_id}@testserver" in response.content.decode()
