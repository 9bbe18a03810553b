"""E-mails about tournaments: a place that came free, one's table; to nobody who did not want them."""

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from caledonia_site.common.jobs.models import DirtyMark
from caledonia_site.common.jobs.runner import process_marks
from tests.factories.clubs import MembershipFactory
from tests.factories.events import enter, event_of, play_round
from tests.factories.people import GuestFactory, PlayerFactory
from tournaments.events.enums import ParticipantMail, ParticipantState
from tournaments.events.models import Participant
from tournaments.events.selectors.events import stop_mail_address
from tournaments.events.services.draws import draw_round
from tournaments.events.services.mail import choose_mail
from tournaments.events.services.registration import add_participant, withdraw_participant
from tournaments.events.services.rounds import publish_round, undo_round

pytestmark = pytest.mark.django_db
SITE = "https://caledonia.example"


def send_all():
    for key in DirtyMark.objects.filter(topic="tournament_mail").values_list("key", flat=True).distinct():
        process_marks(topic="tournament_mail", key=key)


def publish(event, number=1):
    actor = event.run_by
    made = draw_round(actor=actor, event=event, number=number)
    return publish_round(actor=actor, event=event, number=number, version=made.version)


def wants_tables(participant):
    choose_mail(actor=participant.player.account, participant=participant, mail=ParticipantMail.TABLES)


def test_who_waited_hears_of_the_place_in_their_language():
    event = event_of(players=2, cap=2)
    waiting = enter(event, event.run_by)
    account = waiting.player.account
    account.language = "fr"
    account.save(update_fields=["language"])
    assert waiting.state == ParticipantState.WAITING
    withdraw_participant(actor=event.run_by, participant=event.participants.first())
    send_all()
    [sent] = mail.outbox
    assert sent.to == [account.email]
    assert f"{SITE}{event.get_absolute_url()}" in sent.body
    assert f"{SITE}{stop_mail_address(waiting)}" in sent.body
    assert sent.extra_headers["List-Unsubscribe"] == f"<{SITE}{stop_mail_address(waiting)}>"
    send_all()
    assert len(mail.outbox) == 1


def test_who_gave_the_place_up_again_before_the_mail_hears_nothing():
    event = event_of(players=2, cap=2)
    waiting = enter(event, event.run_by)
    withdraw_participant(actor=event.run_by, participant=event.participants.first())
    withdraw_participant(actor=event.run_by, participant=Participant.objects.get(pk=waiting.pk))
    send_all()
    assert mail.outbox == []


def test_only_who_asked_for_it_hears_of_their_table():
    event = event_of(players=8)
    one, other, *_ = event.participants.order_by("pk")
    wants_tables(one)
    choose_mail(actor=other.player.account, participant=other, mail=ParticipantMail.NONE)
    publish(event)
    send_all()
    [sent] = mail.outbox
    seat = one.seats.select_related("table").get()
    assert sent.to == [one.player.account.email]
    assert f"table {seat.table.number}, seat {seat.index + 1}" in sent.subject
    names = {each.participant.player.name for each in seat.table.seats.select_related("participant__player")}
    assert all(name in sent.body for name in names - {one.player.name})
    assert one.player.name not in sent.body


def test_a_round_that_was_undone_is_not_told():
    event = event_of(players=4)
    wants_tables(event.participants.first())
    publish(event)
    undo_round(actor=event.run_by, event=event, number=1)
    send_all()
    assert mail.outbox == []
    publish(event)
    send_all()
    assert len(mail.outbox) == 1


def test_guests_and_sites_without_an_address_get_none():
    event = event_of(players=3)
    guest = MembershipFactory(club=event.club, player=GuestFactory()).player
    participant = add_participant(actor=event.run_by, event=event, player=guest)
    Participant.objects.update(mail=ParticipantMail.TABLES)
    play_round(event)
    DirtyMark.objects.all().delete()
    publish(event, number=2)
    keys = DirtyMark.objects.filter(topic="tournament_mail").values_list("key", flat=True)
    assert len(keys) == 3
    assert f"{participant.pk}:2" not in keys


def test_the_link_of_a_mail_ends_them_without_signing_in():
    event = event_of(players=4)
    participant = event.participants.first()
    wants_tables(participant)
    mail_program = Client(enforce_csrf_checks=True)
    address = stop_mail_address(participant)
    assert "No more e-mails" in mail_program.get(address).content.decode()
    assert Participant.objects.get(pk=participant.pk).mail == ParticipantMail.TABLES
    assert mail_program.post(address).status_code == 200
    assert Participant.objects.get(pk=participant.pk).mail == ParticipantMail.NONE
    forged = reverse("events:stop_mail", args=[f"{participant.public_id}.forged"])
    assert mail_program.get(forged).status_code == 404


def test_a_player_chooses_on_the_page_of_the_tournament(client):
    event = event_of(players=4)
    participant = event.participants.first()
    client.force_login(participant.player.account)
    assert "E-mails to me about this tournament" in client.get(event.get_absolute_url()).content.decode()
    address = reverse("events:mail", args=[event.address_key])
    assert client.post(address, {"mail": "tables"}).status_code == 302
    assert Participant.objects.get(pk=participant.pk).mail == ParticipantMail.TABLES
    client.post(address, {"mail": "nonsense"})
    assert Participant.objects.get(pk=participant.pk).mail == ParticipantMail.TABLES
    client.force_login(PlayerFactory().account)
    assert client.post(address, {"mail": "none"}).status_code == 302
    assert Participant.objects.get(pk=participant.pk).mail == ParticipantMail.TABLES
    assert "E-mails to me" not in client.get(event.get_absolute_url()).content.decode()
