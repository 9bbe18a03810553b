"""Planning, changing, cancelling and answering."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.utils import timezone

from caledonia_site.common.errors import NotAllowedError
from games.clubs.enums import Attendance, Repeat, Role
from games.clubs.models import Meeting, MeetingAnswer
from games.clubs.services.clubs import ClubDetails, update_club
from games.clubs.services.meetings import (
    MOST_COMING_MEETINGS,
    MeetingCancelledError,
    MeetingDetails,
    MeetingDetailsError,
    MeetingEndsTooEarlyError,
    MeetingGoneError,
    MeetingNotCancelledError,
    MeetingOverError,
    MeetingTooFarError,
    MeetingTooLongError,
    RepeatLimitError,
    TooManyMeetingsError,
    answer_meeting,
    cancel_meeting,
    change_meeting,
    plan_meeting,
    restore_meeting,
)
from games.clubs.services.members import leave_club, remove_member
from tests.factories.clubs import (
    ClubFactory,
    MeetingAnswerFactory,
    MeetingFactory,
    MembershipFactory,
    member_of,
)

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


@pytest.fixture(autouse=True)
def now():
    with time_machine.travel("2026-10-01 12:00", tick=False):
        yield


@pytest.fixture
def club():
    return ClubFactory(time_zone="Europe/London")


@pytest.fixture
def organiser(club):
    return member_of(club, Role.ORGANISER)


def details(**changes):
    # 19:00 in London, still summer time.
    starts = changes.pop("starts_at", datetime(2026, 10, 15, 18, tzinfo=UTC))
    return MeetingDetails(
        **{"title": "Club night", "starts_at": starts, "ends_at": starts + 4 * HOUR} | changes
    )


class TestPlanning:
    def test_one(self, club, organiser):
        [meeting] = plan_meeting(
            actor=organiser, club=club, details=details(title="  Club   night ", place=" The Anchor ")
        )
        meeting.refresh_from_db()
        assert (meeting.title, meeting.place, meeting.created_by, meeting.series) == (
            "Club night",
            "The Anchor",
            organiser,
            "",
        )
        assert meeting.starts_on_wall.isoformat() == "2026-10-15T19:00:00"

    def test_several_at_the_same_time_of_day(self, club, organiser):
        meetings = plan_meeting(
            actor=organiser, club=club, details=details(), repeat=Repeat.FORTNIGHTLY, times=3
        )
        stored = list(club.meetings.all())
        assert stored == meetings
        assert {meeting.starts_on_wall.hour for meeting in stored} == {19}
        assert [meeting.starts_at.hour for meeting in stored] == [18, 19, 19]
        assert {meeting.ends_on_wall.hour for meeting in stored} == {23}
        assert len({meeting.series for meeting in stored}) == 1
        assert stored[0].series

    def test_in_the_past_is_allowed(self, club, organiser):
        [meeting] = plan_meeting(
            actor=organiser, club=club, details=details(starts_at=datetime(2026, 9, 1, 18, tzinfo=UTC))
        )
        assert meeting.is_over

    @pytest.mark.parametrize(
        ("wrong", "error"),
        [
            ({"title": "  "}, MeetingDetailsError),
            ({"title": "x" * 81}, MeetingDetailsError),
            ({"place": "x" * 121}, MeetingDetailsError),
            ({"description": "x" * 2001}, MeetingDetailsError),
            ({"ends_at": datetime(2026, 10, 15, 17, tzinfo=UTC)}, MeetingEndsTooEarlyError),
            ({"ends_at": datetime(2026, 10, 15, 18, tzinfo=UTC)}, MeetingEndsTooEarlyError),
            ({"ends_at": datetime(2026, 10, 30, 18, tzinfo=UTC)}, MeetingTooLongError),
            ({"starts_at": datetime(2062, 10, 15, 18, tzinfo=UTC)}, MeetingTooFarError),
            ({"starts_at": datetime(1926, 10, 15, 18, tzinfo=UTC)}, MeetingTooFarError),
        ],
    )
    def test_what_cannot_be(self, club, organiser, wrong, error):
        with pytest.raises(error):
            plan_meeting(actor=organiser, club=club, details=details(**wrong))
        assert not Meeting.objects.exists()

    @pytest.mark.parametrize("times", [0, 27])
    def test_too_often(self, club, organiser, times):
        with pytest.raises(RepeatLimitError):
            plan_meeting(actor=organiser, club=club, details=details(), repeat=Repeat.WEEKLY, times=times)

    def test_a_repetition_that_goes_too_far_plans_nothing(self, club, organiser):
        with pytest.raises(MeetingTooFarError):
            plan_meeting(
                actor=organiser,
                club=club,
                details=details(starts_at=datetime(2028, 9, 1, 18, tzinfo=UTC)),
                repeat=Repeat.MONTHLY,
                times=3,
            )
        assert not Meeting.objects.exists()

    def test_a_full_calendar(self, club, organiser):
        MeetingFactory.create_batch(MOST_COMING_MEETINGS - 1, club=club)
        with pytest.raises(TooManyMeetingsError):
            plan_meeting(actor=organiser, club=club, details=details(), repeat=Repeat.WEEKLY, times=2)
        plan_meeting(actor=organiser, club=club, details=details())


class TestChanging:
    def test_one_of_a_series_alone(self, club, organiser):
        meetings = plan_meeting(actor=organiser, club=club, details=details(), repeat=Repeat.WEEKLY, times=3)
        change_meeting(actor=organiser, meeting=meetings[1], details=details(title="Finals"))
        assert [meeting.title for meeting in club.meetings.order_by("pk")] == [
            "Club night",
            "Finals",
            "Club night",
        ]

    def test_with_the_later_ones(self, club, organiser):
        """One hour earlier and in another room: so are those after it, over the change of clocks too."""
        meetings = plan_meeting(actor=organiser, club=club, details=details(), repeat=Repeat.WEEKLY, times=4)
        moved = details(
            starts_at=meetings[1].starts_at - HOUR, ends_at=meetings[1].ends_at - HOUR, place="The Anchor"
        )
        change_meeting(actor=organiser, meeting=meetings[1], details=moved, with_later=True)
        stored = list(club.meetings.order_by("pk"))
        assert [meeting.starts_on_wall.hour for meeting in stored] == [19, 18, 18, 18]
        assert [meeting.ends_on_wall.hour for meeting in stored] == [23, 22, 22, 22]
        assert [meeting.place for meeting in stored] == ["", "The Anchor", "The Anchor", "The Anchor"]

    def test_a_meeting_that_is_gone(self, club, organiser):
        meeting = MeetingFactory(club=club)
        Meeting.objects.all().delete()
        with pytest.raises(MeetingGoneError):
            change_meeting(actor=organiser, meeting=meeting, details=details())

    def test_a_corrected_time_zone_moves_no_clock(self, club):
        """Seven in the evening was meant; the past stays as it was."""
        owner = member_of(club, Role.OWNER)
        meeting = MeetingFactory(club=club, starts_at=datetime(2026, 11, 5, 19, tzinfo=UTC))
        past = MeetingFactory(club=club, starts_at=datetime(2026, 1, 5, 19, tzinfo=UTC))
        update_club(actor=owner, club=club, details=ClubDetails(name="Lyon", time_zone="Europe/Paris"))
        meeting.refresh_from_db()
        past.refresh_from_db()
        assert meeting.starts_at == datetime(2026, 11, 5, 18, tzinfo=UTC)
        assert meeting.starts_on_wall.hour == 19
        assert past.starts_at == datetime(2026, 1, 5, 19, tzinfo=UTC)


class TestCancelling:
    def test_and_back(self, club, organiser):
        meeting = MeetingFactory(club=club)
        MeetingAnswerFactory(meeting=meeting)
        cancel_meeting(actor=organiser, meeting=meeting)
        with pytest.raises(MeetingCancelledError):
            cancel_meeting(actor=organiser, meeting=meeting)
        meeting.refresh_from_db()
        assert meeting.is_cancelled
        restore_meeting(actor=organiser, meeting=meeting)
        with pytest.raises(MeetingNotCancelledError):
            restore_meeting(actor=organiser, meeting=meeting)
        meeting.refresh_from_db()
        assert not meeting.is_cancelled
        assert meeting.answers.count() == 1

    def test_with_the_later_ones_and_back(self, club, organiser):
        meetings = plan_meeting(actor=organiser, club=club, details=details(), repeat=Repeat.WEEKLY, times=4)
        with time_machine.travel(timezone.now() + HOUR):
            cancel_meeting(actor=organiser, meeting=meetings[3])
        cancel_meeting(actor=organiser, meeting=meetings[1], with_later=True)
        assert [meeting.is_cancelled for meeting in club.meetings.all()] == [False, True, True, True]
        restore_meeting(actor=organiser, meeting=meetings[1])
        # What was cancelled on its own stays cancelled.
        assert [meeting.is_cancelled for meeting in club.meetings.all()] == [False, False, False, True]

    def test_what_is_over_is_neither_cancelled_nor_restored(self, club, organiser):
        meeting = MeetingFactory(club=club, starts_at=timezone.now() - 5 * HOUR)
        with pytest.raises(MeetingOverError):
            cancel_meeting(actor=organiser, meeting=meeting)
        Meeting.objects.update(cancelled_at=timezone.now())
        with pytest.raises(MeetingOverError):
            restore_meeting(actor=organiser, meeting=meeting)


class TestAnswering:
    def test_a_new_answer_takes_the_place_of_the_old(self, club):
        member = member_of(club)
        meeting = MeetingFactory(club=club)
        answer_meeting(actor=member, meeting=meeting, choice=Attendance.MAYBE)
        answer_meeting(actor=member, meeting=meeting, choice=Attendance.COMING)
        assert MeetingAnswer.objects.get().choice == Attendance.COMING

    def test_only_members_answer(self, club):
        meeting = MeetingFactory(club=club)
        with pytest.raises(NotAllowedError):
            answer_meeting(actor=member_of(ClubFactory()), meeting=meeting, choice=Attendance.COMING)

    def test_not_when_it_is_over_or_cancelled(self, club):
        member = member_of(club)
        over = MeetingFactory(club=club, starts_at=timezone.now() - 5 * HOUR)
        with pytest.raises(MeetingOverError):
            answer_meeting(actor=member, meeting=over, choice=Attendance.COMING)
        cancelled = MeetingFactory(club=club, cancelled_at=timezone.now())
        with pytest.raises(MeetingCancelledError):
            answer_meeting(actor=member, meeting=cancelled, choice=Attendance.COMING)

    @pytest.mark.parametrize("way", ["leaves", "is removed"])
    def test_whoever_goes_does_not_come(self, club, organiser, way):
        membership = MembershipFactory(club=club)
        for start in (timezone.now() + HOUR, timezone.now() - 24 * HOUR):
            MeetingAnswerFactory(meeting=MeetingFactory(club=club, starts_at=start), player=membership.player)
        elsewhere = MeetingAnswerFactory(player=membership.player)
        if way == "leaves":
            leave_club(actor=membership.player.account, club=club)
        else:
            remove_member(actor=organiser, membership=membership)
        assert MeetingAnswer.objects.filter(meeting__club=club).get().meeting.is_over
        assert MeetingAnswer.objects.filter(pk=elsewhere.pk).exists()
