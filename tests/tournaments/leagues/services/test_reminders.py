"""Reminders by e-mail before deadlines."""

from dataclasses import replace
from datetime import timedelta

import pytest
import time_machine
from django.core import mail

from caledonia_site.common.jobs.models import DirtyMark
from caledonia_site.common.jobs.runner import process_marks
from tests.factories.leagues import group_season, played
from tournaments.leagues.models import Fixture
from tournaments.leagues.selectors.schedule import opt_out_address, wants_reminders
from tournaments.leagues.services.fixtures import link_game
from tournaments.leagues.services.reminders import announce_reminders, choose_reminders

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(league, organiser):
    return group_season(players=5, league=league, actor=organiser)


@pytest.fixture
def fixture(season):
    return Fixture.objects.filter(season=season).order_by("pk").first()


def people(fixture):
    return [
        seat.participant.player
        for seat in fixture.seats.select_related("participant__player").order_by("index")
    ]


def remind(on):
    with time_machine.travel(on, tick=False):
        announced = announce_reminders()
        for key in DirtyMark.objects.filter(topic="reminder_mail").values_list("key", flat=True):
            process_marks(topic="reminder_mail", key=key)
    return announced


def test_everybody_at_the_table_gets_one_mail_three_days_before(fixture):
    assert remind(fixture.deadline - timedelta(days=4)) == 0
    assert remind(fixture.deadline - timedelta(days=3)) == 4
    assert remind(fixture.deadline - timedelta(days=2)) == 0
    assert sorted(message.to[0] for message in mail.outbox) == sorted(
        player.account.email for player in people(fixture)
    )
    text = mail.outbox[0].body
    assert "https://caledonia.example/seasons/" in text
    assert "https://caledonia.example/leagues/reminders/" in text


def test_who_said_no_or_has_played_gets_none(season, fixture, organiser):
    first, *_ = people(fixture)
    choose_reminders(account=first.account, wanted=False)
    assert remind(fixture.deadline) == 3
    assert first.account.email not in [message.to[0] for message in mail.outbox]
    fixture.season = season
    link_game(actor=organiser, fixture=fixture, game=played(season, *people(fixture), on=fixture.deadline))
    fixture.seats.update(reminded_at=None)
    assert remind(fixture.deadline) == 0


def test_a_season_without_reminders_sends_none(season, fixture):
    season.settings = replace(season.configuration, remind_days=0).as_stored()
    season.save()
    assert remind(fixture.deadline) == 0


def test_the_mail_speaks_the_readers_language(fixture):
    player = people(fixture)[0]
    player.account.language = "fr"
    player.account.save()
    remind(fixture.deadline)
    (message,) = [one for one in mail.outbox if one.to == [player.account.email]]
    assert str(fixture.deadline.year) in message.subject


def test_the_link_in_the_mail_ends_it_in_one_click(client, fixture):
    account = people(fixture)[0].account
    link = opt_out_address(account)
    assert client.get(link).status_code == 200
    assert wants_reminders(account)
    assert client.post(link).status_code == 200
    assert not wants_reminders(account)
    assert client.post("/leagues/reminders/1.forged/").status_code == 404


def test_reminders_are_turned_off_and_on_again(client, fixture):
    account = people(fixture)[0].account
    client.force_login(account)
    client.post("/leagues/mine/", {"wanted": "no"})
    assert not wants_reminders(account)
    client.post("/leagues/mine/", {"wanted": "yes"})
    assert wants_reminders(account)
