"""Who signs up and never confirms is forgotten."""

from datetime import timedelta

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.conf import settings
from django.utils import timezone

from caledonia_site.celery import app
from games.players.models import Player, User
from games.players.services.accounts import DAYS_TO_CONFIRM, remove_unconfirmed_accounts
from games.results.services.results import Person
from tests.factories.games import recorded_game
from tests.factories.people import PlayerFactory

pytestmark = pytest.mark.django_db

LATER = timedelta(days=DAYS_TO_CONFIRM, minutes=1)


def signed_up(*, verified=False, **account):
    player = PlayerFactory(**{f"account__{name}": value for name, value in account.items()})
    EmailAddress.objects.create(
        user=player.account, email=player.account.email, verified=verified, primary=True
    )
    return player


def test_the_scheduled_task_forgets_whom_nobody_confirmed(client):
    client.post(
        "/account/signup/", {"name": "Ann", "email": "ann@example.org", "password1": "a-good-password"}
    )
    assert User.objects.count() == Player.objects.count() == 1
    app.loader.import_default_modules()
    task = app.tasks[settings.CELERY_BEAT_SCHEDULE["unconfirmed"]["task"]]
    with time_machine.travel(timezone.now() + timedelta(days=DAYS_TO_CONFIRM, minutes=-1)):
        task()
    assert User.objects.count() == 1
    with time_machine.travel(timezone.now() + LATER):
        task()
    assert not User.objects.exists()
    assert not Player.objects.exists()
    assert not EmailAddress.objects.exists()


@pytest.mark.parametrize(
    "account",
    [
        {"verified": True},
        {"last_login": timezone.now()},
        {"is_staff": True},
        {"is_demo": True},
    ],
)
def test_everyone_else_stays(account):
    signed_up(**account)
    # As staff make them on the command line: nothing to confirm.
    PlayerFactory()
    with time_machine.travel(timezone.now() + LATER):
        assert remove_unconfirmed_accounts() == 0
    assert User.objects.count() == 2


def test_games_of_others_keep_the_name_on_the_sheet():
    player = signed_up()
    game = recorded_game(Person(player=player), Person(name="Rory"))
    with time_machine.travel(timezone.now() + LATER):
        assert remove_unconfirmed_accounts() == 1
    player.refresh_from_db()
    assert player.is_guest
    assert game.seats.first().player == player
