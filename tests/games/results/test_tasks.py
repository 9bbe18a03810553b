"""The sweep for silent games is scheduled under the name the worker knows."""

from datetime import timedelta

import pytest
import time_machine
from django.conf import settings
from django.utils import timezone

from caledonia_site.celery import app
from games.results.models import ClubConfirmation
from tests.factories.clubs import ClubFactory
from tests.factories.games import recorded_game


@pytest.mark.django_db
def test_the_scheduled_task_lets_silent_games_count():
    club = ClubFactory()
    ClubConfirmation.objects.create(club=club, rule="silence", silence_days=2)
    game = recorded_game(club=club)
    app.loader.import_default_modules()
    task = app.tasks[settings.CELERY_BEAT_SCHEDULE["silence"]["task"]]
    task()
    game.refresh_from_db()
    assert not game.counts
    with time_machine.travel(timezone.now() + timedelta(days=2, minutes=1)):
        task()
    game.refresh_from_db()
    assert game.counts
