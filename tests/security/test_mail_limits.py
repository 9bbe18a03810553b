"""Nobody fills a stranger's mailbox in our name, and nobody learns from a page what happens at an address."""

import re
from itertools import cycle
from pathlib import Path

import pytest
import time_machine
from django.conf import settings
from django.core import mail
from django.test import Client

from caledonia_site.common.jobs.runner import process_marks
from caledonia_site.common.mail import send_stoppable_mail
from caledonia_site.common.rate_limits import mailbox_of
from games.clubs.enums import Role
from games.clubs.services.admission import invite_to_club
from games.clubs.services.mail import INVITATION_MAIL, wake_waiting_invitations
from tests.factories.clubs import ClubFactory, MeetingFactory, member_of
from tests.games.players.accounts.conftest import PASSWORD, open_account, prove_it_is_me, sign_in, text_of

pytestmark = pytest.mark.django_db

MOMENT = "2026-11-15 10:00:30Z"


@pytest.fixture(autouse=True)
def clock():
    with time_machine.travel(MOMENT, tick=False) as clock:
        yield clock


@pytest.fixture
def club():
    return ClubFactory()


def ask_for_a_password(email):
    return Client().post("/account/password/reset/", {"email": email})


def sign_up(email):
    form = {"name": "Ann", "email": email, "password1": "heather-on-the-moor"}
    return Client().post("/account/signup/", form)


def invite(club, email):
    link = invite_to_club(actor=member_of(club, Role.ORGANISER), club=club, email=email)
    process_marks(topic=INVITATION_MAIL, key=link.public_id)
    return link


def fill(mailbox="ann@example.org"):
    for _ in range(5):
        ask_for_a_password(mailbox)
    mail.outbox.clear()


@pytest.mark.parametrize("there_is_an_account", [True, False])
def test_five_an_hour_and_ten_a_day_whatever_asks_for_them(clock, club, there_is_an_account):
    if there_is_an_account:
        open_account()
    ways = cycle(
        [
            lambda: ask_for_a_password("ann@example.org").status_code,
            lambda: sign_up("ANN@example.org").status_code,
            lambda: ask_for_a_password("ann+club@example.org").status_code,
        ]
    )
    invite(club, "Ann@Example.org")
    for _ in range(8):
        clock.shift(60)
        assert next(ways)() == 302
    assert len(mail.outbox) == 5, "in the first hour"
    for _ in range(11):
        clock.shift(2 * 3_600)
        assert next(ways)() == 302
    assert len(mail.outbox) == 10, "in the first day"
    clock.shift(2 * 3_600)
    next(ways)()
    assert len(mail.outbox) == 11


def test_never_more_than_five_in_any_hour(clock):
    """Not only from full hour to full hour."""
    clock.shift(59 * 60)
    for _ in range(5):
        ask_for_a_password("ann@example.org")
    clock.shift(5 * 60)
    for _ in range(5):
        ask_for_a_password("ann@example.org")
    assert len(mail.outbox) == 5


def test_another_mailbox_is_not_full():
    fill()
    ask_for_a_password("anna@example.org")
    assert len(mail.outbox) == 1


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("ann@example.org", " ANN@Example.ORG ", True),
        ("ann@example.org", "ann+1@example.org", True),
        ("a.n.n@gmail.com", "ann+x@googlemail.com", True),
        ("a.nn@example.org", "ann@example.org", False),
        ("ann@example.org", "ann@example.com", False),
        ("+1@example.org", "+2@example.org", False),
    ],
)
def test_what_one_mailbox_is(one, other, is_same):
    assert (mailbox_of(one) == mailbox_of(other)) == is_same


@pytest.mark.parametrize("there_is_an_account", [True, False])
def test_the_page_is_the_same_whether_an_e_mail_went_or_not(there_is_an_account):
    def page():
        client = Client()
        asked = client.post("/account/password/reset/", {"email": "ann@example.org"}, follow=True)
        text = re.sub(r'csrfmiddlewaretoken" value="\w+"|X-CSRFToken": "\w+"', "", text_of(asked))
        return asked.status_code, asked.redirect_chain, text

    if there_is_an_account:
        open_account()
    first = page()
    assert len(mail.outbox) == 1
    fill()
    assert page() == first
    assert mail.outbox == []


def test_codes_for_a_new_address_count_too():
    open_account()
    client = Client()
    sign_in(client)
    prove_it_is_me(client)
    fill("bea@example.org")
    assert client.post("/account/email/", {"email": "bea@example.org", "action_add": ""}).status_code == 302
    assert mail.outbox == []


def test_news_of_a_changed_password_are_never_held_back():
    """Or whoever fills the mailbox first could take an account over unnoticed."""
    open_account()
    client = Client()
    sign_in(client)
    prove_it_is_me(client)
    fill()
    client.post("/account/password/change/", {"oldpassword": PASSWORD, "password1": "thistle-and-thorn"})
    [message] = mail.outbox
    assert message.to == ["ann@example.org"]


def test_what_readers_asked_for_themselves_is_neither_counted_nor_held_back():
    meeting = MeetingFactory()
    for _ in range(6):
        send_stoppable_mail(
            "clubs/mail/meeting",
            to="ann@example.org",
            stop_address="https://caledonia.example/stop",
            context={"meeting": meeting, "club": meeting.club, "with_later": False, "address": ""},
        )
    ask_for_a_password("ann@example.org")
    assert len(mail.outbox) == 7


def test_an_invitation_waits_until_there_is_room(clock, club, django_capture_on_commit_callbacks):
    fill("bea@example.org")
    link = invite(club, "bea@example.org")
    link.refresh_from_db()
    assert (mail.outbox, link.mail_sent_at) == ([], None)
    clock.shift(3_600)
    with django_capture_on_commit_callbacks(execute=True):
        assert wake_waiting_invitations() == 1
    process_marks(topic=INVITATION_MAIL, key=link.public_id)
    [message] = mail.outbox
    assert message.to == ["bea@example.org"]
    assert wake_waiting_invitations() == 0


def test_a_mail_server_that_is_away_uses_nothing_up(settings):
    working = settings.EMAIL_BACKEND
    settings.EMAIL_BACKEND = "tests.games.clubs.services.test_invitations.MailServerAway"
    for _ in range(6):
        assert ask_for_a_password("ann@example.org").status_code == 503
    settings.EMAIL_BACKEND = working
    ask_for_a_password("ann@example.org")
    assert len(mail.outbox) == 1


def test_every_place_that_sends_e_mail_is_known():
    """A new one says here whether strangers can ask for it; if so it goes through `room_in_mailbox`."""
    sending = re.compile(r"\b(send_mail|send_mass_mail|mail_admins|EmailMessage|EmailMultiAlternatives)\(")
    found = {
        str(path.relative_to(settings.PROJECT_DIR))
        for folder in ("caledonia_site", "games", "tournaments")
        for path in Path(settings.PROJECT_DIR, folder).rglob("*.py")
        if sending.search(path.read_text())
    }
    assert found == {
        "caledonia_site/common/mail.py",
        "games/clubs/services/mail.py",
        "games/players/accounts/adapter.py",
    }
