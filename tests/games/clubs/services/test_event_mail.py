"""Who means to come hears that an event has moved, is cancelled, or takes place after all."""

from datetime import timedelta

import pytest
from django.core import mail

from caledonia_site.common.jobs.models import DirtyMark
from caledonia_site.common.jobs.runner import process_marks
from games.clubs.enums import Attendance, Repeat, Role
from games.clubs.services.mail import EVENT_MAIL, choose_event_mail
from games.clubs.services.meetings import (
    EventDetails,
    answer_event,
    cancel_event,
    change_event,
    plan_event,
    restore_event,
)
from tests.factories.clubs import (
    ClubEventFactory,
    ClubFactory,
    EventAnswerFactory,
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
def event(club):
    return ClubEventFactory(club=club, title="Club night", place="The Ship")


def answer(event, choice=Attendance.COMING):
    player = MembershipFactory(club=event.club).player
    EventAnswerFactory(event=event, player=player, choice=choice)
    return player.account


def changed(event, **changes):
    kept = {name: getattr(event, name) for name in ("title", "place", "description", "starts_at", "ends_at")}
    return EventDetails(**(kept | changes))


def move(event, organiser, *, by=timedelta(hours=1), **changes):
    details = changed(event, starts_at=event.starts_at + by, ends_at=event.ends_at + by, **changes)
    return change_event(actor=organiser, event=event, details=details)


def sent():
    """To whom, after the jobs have run."""
    for key in DirtyMark.objects.filter(topic=EVENT_MAIL).values_list("key", flat=True):
        process_marks(topic=EVENT_MAIL, key=key)
    return sorted(message.to[0] for message in mail.outbox)


def test_those_who_come_or_may_come_hear_of_a_new_time(event, organiser):
    coming, maybe = answer(event), answer(event, Attendance.MAYBE)
    answer(event, Attendance.NOT)
    move(event, organiser)
    assert sent() == sorted([coming.email, maybe.email])
    text = mail.outbox[0].body
    assert f"{SITE}{event.get_absolute_url()}" in text
    assert "The Ship" in text
    assert mail.outbox[0].subject == "Changed: Club night (Leith Traders)"


def test_two_changes_in_a_row_are_one_mail_about_how_it_is_now(event, organiser):
    answer(event)
    event = move(event, organiser)
    move(event, organiser, place="The Anchor")
    assert len(sent()) == 1
    assert "The Anchor" in mail.outbox[0].body


def test_other_words_are_no_news_and_another_place_is(event, organiser):
    answer(event)
    event = change_event(actor=organiser, event=event, details=changed(event, title="Games night"))
    assert sent() == []
    change_event(actor=organiser, event=event, details=changed(event, place="The Anchor"))
    assert len(sent()) == 1


def test_whoever_changed_it_knows(event, organiser):
    answer_event(actor=organiser, event=event, choice=Attendance.COMING)
    move(event, organiser)
    assert sent() == []


def test_cancelled_and_restored(event, organiser):
    answer(event)
    cancel_event(actor=organiser, event=event)
    assert len(sent()) == 1
    assert mail.outbox[0].subject == "Cancelled: Club night (Leith Traders)"
    restore_event(actor=organiser, event=event)
    assert len(sent()) == 2
    assert mail.outbox[1].subject == "Changed: Club night (Leith Traders)"


def test_a_whole_series_is_one_mail_a_person(club, organiser):
    details = changed(ClubEventFactory.build(club=club))
    events = plan_event(actor=organiser, club=club, details=details, repeat=Repeat.WEEKLY, times=3)
    every, last = MembershipFactory(club=club).player, MembershipFactory(club=club).player
    for one in events:
        EventAnswerFactory(event=one, player=every)
    EventAnswerFactory(event=events[-1], player=last)
    cancel_event(actor=organiser, event=events[0], with_later=True)
    assert sent() == sorted([every.account.email, last.account.email])
    (to_every,) = [message for message in mail.outbox if message.to == [every.account.email]]
    assert "later ones" in to_every.body
    (to_last,) = [message for message in mail.outbox if message.to == [last.account.email]]
    assert "later ones" not in to_last.body


def test_nobody_is_told_about_what_is_over(club, organiser):
    event = ClubEventFactory(club=club)
    event.starts_at, event.ends_at = (one - timedelta(days=400) for one in (event.starts_at, event.ends_at))
    event.save()
    answer(event)
    move(event, organiser)
    assert sent() == []


def test_who_said_no_gets_none_and_the_mail_says_how(client, event, organiser):
    quiet, other = answer(event), answer(event)
    choose_event_mail(account=quiet, wanted=False)
    event = move(event, organiser)
    assert sent() == [other.email]
    address = mail.outbox[0].extra_headers["List-Unsubscribe"].strip("<>").removeprefix(SITE)
    assert address in mail.outbox[0].body
    # As a mail program does it: one click, no cookie.
    assert client.post(address, {"List-Unsubscribe": "One-Click"}).status_code == 200
    move(event, organiser)
    assert len(sent()) == 1
    assert "Turn them on again" in client.get(address).content.decode()
    client.post(address, {"wanted": "yes"})
    move(event, organiser, by=timedelta(hours=2))
    assert len(sent()) == 2


def test_a_forged_link_is_nobodys(client):
    assert client.get("/clubs/events/mail/1.forged/").status_code == 404
