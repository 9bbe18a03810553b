"""Planning, changing, cancelling and answering."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.utils import timezone

from caledonia_site.common.errors import NotAllowedError
from games.clubs.enums import Attendance, Repeat, Role
from games.clubs.models import ClubEvent, EventAnswer
from games.clubs.services.clubs import ClubDetails, update_club
from games.clubs.services.meetings import (
    MOST_COMING_EVENTS,
    EventCancelledError,
    EventDetails,
    EventDetailsError,
    EventEndsTooEarlyError,
    EventGoneError,
    EventNotCancelledError,
    EventOverError,
    EventTooFarError,
    EventTooLongError,
    RepeatLimitError,
    TooManyEventsError,
    answer_event,
    cancel_event,
    change_event,
    plan_event,
    restore_event,
)
from games.clubs.services.members import leave_club, remove_member
from tests.factories.clubs import (
    ClubEventFactory,
    ClubFactory,
    EventAnswerFactory,
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
    return EventDetails(
        **{"title": "Club night", "starts_at": starts, "ends_at": starts + 4 * HOUR} | changes
    )


class TestPlanning:
    def test_one(self, club, organiser):
        [event] = plan_event(
            actor=organiser, club=club, details=details(title="  Club   night ", place=" The Anchor ")
        )
        event.refresh_from_db()
        assert (event.title, event.place, event.created_by, event.series) == (
            "Club night",
            "The Anchor",
            organiser,
            "",
        )
        assert event.starts_on_wall.isoformat() == "2026-10-15T19:00:00"

    def test_several_at_the_same_time_of_day(self, club, organiser):
        events = plan_event(actor=organiser, club=club, details=details(), repeat=Repeat.FORTNIGHTLY, times=3)
        stored = list(club.events.all())
        assert stored == events
        assert {event.starts_on_wall.hour for event in stored} == {19}
        assert [event.starts_at.hour for event in stored] == [18, 19, 19]
        assert {event.ends_on_wall.hour for event in stored} == {23}
        assert len({event.series for event in stored}) == 1
        assert stored[0].series

    def test_in_the_past_is_allowed(self, club, organiser):
        [event] = plan_event(
            actor=organiser, club=club, details=details(starts_at=datetime(2026, 9, 1, 18, tzinfo=UTC))
        )
        assert event.is_over

    @pytest.mark.parametrize(
        ("wrong", "error"),
        [
            ({"title": "  "}, EventDetailsError),
            ({"title": "x" * 81}, EventDetailsError),
            ({"place": "x" * 121}, EventDetailsError),
            ({"description": "x" * 2001}, EventDetailsError),
            ({"ends_at": datetime(2026, 10, 15, 17, tzinfo=UTC)}, EventEndsTooEarlyError),
            ({"ends_at": datetime(2026, 10, 15, 18, tzinfo=UTC)}, EventEndsTooEarlyError),
            ({"ends_at": datetime(2026, 10, 30, 18, tzinfo=UTC)}, EventTooLongError),
            ({"starts_at": datetime(2062, 10, 15, 18, tzinfo=UTC)}, EventTooFarError),
            ({"starts_at": datetime(1926, 10, 15, 18, tzinfo=UTC)}, EventTooFarError),
        ],
    )
    def test_what_cannot_be(self, club, organiser, wrong, error):
        with pytest.raises(error):
            plan_event(actor=organiser, club=club, details=details(**wrong))
        assert not ClubEvent.objects.exists()

    @pytest.mark.parametrize("times", [0, 27])
    def test_too_often(self, club, organiser, times):
        with pytest.raises(RepeatLimitError):
            plan_event(actor=organiser, club=club, details=details(), repeat=Repeat.WEEKLY, times=times)

    def test_a_repetition_that_goes_too_far_plans_nothing(self, club, organiser):
        with pytest.raises(EventTooFarError):
            plan_event(
                actor=organiser,
                club=club,
                details=details(starts_at=datetime(2028, 9, 1, 18, tzinfo=UTC)),
                repeat=Repeat.MONTHLY,
                times=3,
            )
        assert not ClubEvent.objects.exists()

    def test_a_full_calendar(self, club, organiser):
        ClubEventFactory.create_batch(MOST_COMING_EVENTS - 1, club=club)
        with pytest.raises(TooManyEventsError):
            plan_event(actor=organiser, club=club, details=details(), repeat=Repeat.WEEKLY, times=2)
        plan_event(actor=organiser, club=club, details=details())


class TestChanging:
    def test_one_of_a_series_alone(self, club, organiser):
        events = plan_event(actor=organiser, club=club, details=details(), repeat=Repeat.WEEKLY, times=3)
        change_event(actor=organiser, event=events[1], details=details(title="Finals"))
        assert [event.title for event in club.events.order_by("pk")] == ["Club night", "Finals", "Club night"]

    def test_with_the_later_ones(self, club, organiser):
        """One hour earlier and in another room: so are those after it, over the change of clocks too."""
        events = plan_event(actor=organiser, club=club, details=details(), repeat=Repeat.WEEKLY, times=4)
        moved = details(
            starts_at=events[1].starts_at - HOUR, ends_at=events[1].ends_at - HOUR, place="The Anchor"
        )
        change_event(actor=organiser, event=events[1], details=moved, with_later=True)
        stored = list(club.events.order_by("pk"))
        assert [event.starts_on_wall.hour for event in stored] == [19, 18, 18, 18]
        assert [event.ends_on_wall.hour for event in stored] == [23, 22, 22, 22]
        assert [event.place for event in stored] == ["", "The Anchor", "The Anchor", "The Anchor"]

    def test_an_event_that_is_gone(self, club, organiser):
        event = ClubEventFactory(club=club)
        ClubEvent.objects.all().delete()
        with pytest.raises(EventGoneError):
            change_event(actor=organiser, event=event, details=details())

    def test_a_corrected_time_zone_moves_no_clock(self, club):
        """Seven in the evening was meant; the past stays as it was."""
        owner = member_of(club, Role.OWNER)
        event = ClubEventFactory(club=club, starts_at=datetime(2026, 11, 5, 19, tzinfo=UTC))
        past = ClubEventFactory(club=club, starts_at=datetime(2026, 1, 5, 19, tzinfo=UTC))
        update_club(actor=owner, club=club, details=ClubDetails(name="Lyon", time_zone="Europe/Paris"))
        event.refresh_from_db()
        past.refresh_from_db()
        assert event.starts_at == datetime(2026, 11, 5, 18, tzinfo=UTC)
        assert event.starts_on_wall.hour == 19
        assert past.starts_at == datetime(2026, 1, 5, 19, tzinfo=UTC)


class TestCancelling:
    def test_and_back(self, club, organiser):
        event = ClubEventFactory(club=club)
        EventAnswerFactory(event=event)
        cancel_event(actor=organiser, event=event)
        with pytest.raises(EventCancelledError):
            cancel_event(actor=organiser, event=event)
        event.refresh_from_db()
        assert event.is_cancelled
        restore_event(actor=organiser, event=event)
        with pytest.raises(EventNotCancelledError):
            restore_event(actor=organiser, event=event)
        event.refresh_from_db()
        assert not event.is_cancelled
        assert event.answers.count() == 1

    def test_with_the_later_ones_and_back(self, club, organiser):
        events = plan_event(actor=organiser, club=club, details=details(), repeat=Repeat.WEEKLY, times=4)
        with time_machine.travel(timezone.now() + HOUR):
            cancel_event(actor=organiser, event=events[3])
        cancel_event(actor=organiser, event=events[1], with_later=True)
        assert [event.is_cancelled for event in club.events.all()] == [False, True, True, True]
        restore_event(actor=organiser, event=events[1])
        # What was cancelled on its own stays cancelled.
        assert [event.is_cancelled for event in club.events.all()] == [False, False, False, True]

    def test_what_is_over_is_neither_cancelled_nor_restored(self, club, organiser):
        event = ClubEventFactory(club=club, starts_at=timezone.now() - 5 * HOUR)
        with pytest.raises(EventOverError):
            cancel_event(actor=organiser, event=event)
        ClubEvent.objects.update(cancelled_at=timezone.now())
        with pytest.raises(EventOverError):
            restore_event(actor=organiser, event=event)


class TestAnswering:
    def test_a_new_answer_takes_the_place_of_the_old(self, club):
        member = member_of(club)
        event = ClubEventFactory(club=club)
        answer_event(actor=member, event=event, choice=Attendance.MAYBE)
        answer_event(actor=member, event=event, choice=Attendance.COMING)
        assert EventAnswer.objects.get().choice == Attendance.COMING

    def test_only_members_answer(self, club):
        event = ClubEventFactory(club=club)
        with pytest.raises(NotAllowedError):
            answer_event(actor=member_of(ClubFactory()), event=event, choice=Attendance.COMING)

    def test_not_when_it_is_over_or_cancelled(self, club):
        member = member_of(club)
        over = ClubEventFactory(club=club, starts_at=timezone.now() - 5 * HOUR)
        with pytest.raises(EventOverError):
            answer_event(actor=member, event=over, choice=Attendance.COMING)
        cancelled = ClubEventFactory(club=club, cancelled_at=timezone.now())
        with pytest.raises(EventCancelledError):
            answer_event(actor=member, event=cancelled, choice=Attendance.COMING)

    @pytest.mark.parametrize("way", ["leaves", "is removed"])
    def test_whoever_goes_does_not_come(self, club, organiser, way):
        membership = MembershipFactory(club=club)
        for start in (timezone.now() + HOUR, timezone.now() - 24 * HOUR):
            EventAnswerFactory(event=ClubEventFactory(club=club, starts_at=start), player=membership.player)
        elsewhere = EventAnswerFactory(player=membership.player)
        if way == "leaves":
            leave_club(actor=membership.player.account, club=club)
        else:
            remove_member(actor=organiser, membership=membership)
        assert EventAnswer.objects.filter(event__club=club).get().event.is_over
        assert EventAnswer.objects.filter(pk=elsewhere.pk).exists()
