"""Who means to come hears that a meeting has moved, is cancelled, or takes place after all."""

from datetime import timedelta

import pytest
from django.core import mail

from caledonia_site.common.jobs.models import DirtyMark
from caledonia_site.common.jobs.runner import process_marks
from games.clubs.enums import Attendance, Repeat, Role
from games.clubs.services.mail import MEETING_MAIL, choose_meeting_mail
from games.clubs.services.meetings import (
    MeetingDetails,
    answer_meeting,
    cancel_meeting,
    change_meeting,
    plan_meeting,
    restore_meeting,
)
from tests.factories.clubs import (
    ClubFactory,
    MeetingAnswerFactory,
    MeetingFactory,
    MembershipFactory,
    member_of,
)

pytestmark = pytest.mark.django_db
SITE = "https://caledonia.example"


@pytest.fixture
def club():
    return ClubFactory(name="Leith Traders", time_zone="Europe/London")


@pytest.fixture
def organiser(club):
    return member_of(club, Role.ORGANISER)


@pytest.fixture
def meeting(club):
    return MeetingFactory(club=club, title="Club night", place="The Ship")


def answer(meeting, choice=Attendance.COMING):
    player = MembershipFactory(club=meeting.club).player
    MeetingAnswerFactory(meeting=meeting, player=player, choice=choice)
    return player.account


def changed(meeting, **changes):
    kept = {
        name: getattr(meeting, name) for name in ("title", "place", "description", "starts_at", "ends_at")
    }
    return MeetingDetails(**(kept | changes))


def move(meeting, organiser, *, by=timedelta(hours=1), **changes):
    details = changed(meeting, starts_at=meeting.starts_at + by, ends_at=meeting.ends_at + by, **changes)
    return change_meeting(actor=organiser, meeting=meeting, details=details)


def sent():
    """To whom, after the jobs have run."""
    for key in DirtyMark.objects.filter(topic=MEETING_MAIL).values_list("key", flat=True):
        process_marks(topic=MEETING_MAIL, key=key)
    return sorted(message.to[0] for message in mail.outbox)


def test_those_who_come_or_may_come_hear_of_a_new_time(meeting, organiser):
    coming, maybe = answer(meeting), answer(meeting, Attendance.MAYBE)
    answer(meeting, Attendance.NOT)
    move(meeting, organiser)
    assert sent() == sorted([coming.email, maybe.email])
    text = mail.outbox[0].body
    assert f"{SITE}{meeting.get_absolute_url()}" in text
    assert "The Ship" in text
    assert mail.outbox[0].subject == "Changed: Club night (Leith Traders)"


def test_two_changes_in_a_row_are_one_mail_about_how_it_is_now(meeting, organiser):
    answer(meeting)
    meeting = move(meeting, organiser)
    move(meeting, organiser, place="The Anchor")
    assert len(sent()) == 1
    assert "The Anchor" in mail.outbox[0].body


def test_other_words_are_no_news_and_another_place_is(meeting, organiser):
    answer(meeting)
    meeting = change_meeting(actor=organiser, meeting=meeting, details=changed(meeting, title="Games night"))
    assert sent() == []
    change_meeting(actor=organiser, meeting=meeting, details=changed(meeting, place="The Anchor"))
    assert len(sent()) == 1


def test_whoever_changed_it_knows(meeting, organiser):
    answer_meeting(actor=organiser, meeting=meeting, choice=Attendance.COMING)
    move(meeting, organiser)
    assert sent() == []


def test_cancelled_and_restored(meeting, organiser):
    answer(meeting)
    cancel_meeting(actor=organiser, meeting=meeting)
    assert len(sent()) == 1
    assert mail.outbox[0].subject == "Cancelled: Club night (Leith Traders)"
    restore_meeting(actor=organiser, meeting=meeting)
    assert len(sent()) == 2
    assert mail.outbox[1].subject == "Changed: Club night (Leith Traders)"


def test_a_whole_series_is_one_mail_a_person(club, organiser):
    details = changed(MeetingFactory.build(club=club))
    meetings = plan_meeting(actor=organiser, club=club, details=details, repeat=Repeat.WEEKLY, times=3)
    every, last = MembershipFactory(club=club).player, MembershipFactory(club=club).player
    for planned in meetings:
        MeetingAnswerFactory(meeting=planned, player=every)
    MeetingAnswerFactory(meeting=meetings[-1], player=last)
    cancel_meeting(actor=organiser, meeting=meetings[0], with_later=True)
    assert sent() == sorted([every.account.email, last.account.email])
    (to_every,) = [message for message in mail.outbox if message.to == [every.account.email]]
    assert "later ones" in to_every.body
    (to_last,) = [message for message in mail.outbox if message.to == [last.account.email]]
    assert "later ones" not in to_last.body


def test_nobody_is_told_about_what_is_over(club, organiser):
    meeting = MeetingFactory(club=club)
    meeting.starts_at, meeting.ends_at = (
        moment - timedelta(days=400) for moment in (meeting.starts_at, meeting.ends_at)
    )
    meeting.save()
    answer(meeting)
    move(meeting, organiser)
    assert sent() == []


def test_who_said_no_gets_none_and_the_mail_says_how(client, meeting, organiser):
    quiet, other = answer(meeting), answer(meeting)
    choose_meeting_mail(account=quiet, wants_mail=False)
    meeting = move(meeting, organiser)
    assert sent() == [other.email]
    address = mail.outbox[0].extra_headers["List-Unsubscribe"].strip("<>").removeprefix(SITE)
    assert address in mail.outbox[0].body
    # As a mail program does it: one click, no cookie.
    assert client.post(address, {"List-Unsubscribe": "One-Click"}).status_code == 200
    move(meeting, organiser)
    assert len(sent()) == 1
    assert "Turn them on again" in client.get(address).content.decode()
    client.post(address, {"wanted": "yes"})
    move(meeting, organiser, by=timedelta(hours=2))
    assert len(sent()) == 2


def test_a_forged_link_is_nobodys(client):
    assert client.get("/clubs/events/mail/1.forged/").status_code == 404
