"""Beat when the clock is put back: by the clock that Celery reads, and by the file it keeps."""

from datetime import timedelta

import pytest
import time_machine
from celery.beat import PersistentScheduler

from caledonia_site import celery_app
from caledonia_site.common.jobs.beat import SteadyScheduler

NOON = "2026-11-01 12:00:00+00:00"


@pytest.fixture
def scheduler(tmp_path):
    """The site's own regular jobs, with what beat sends written down instead."""

    def made(kind=SteadyScheduler):
        scheduler = kind(app=celery_app, schedule_filename=str(tmp_path / "schedule"), lazy=True)
        scheduler.setup_schedule()
        scheduler.sent = []
        scheduler.apply_entry = lambda entry, producer=None: scheduler.sent.append(entry.name)
        return scheduler

    return made


def run(scheduler, clock, seconds):
    """Beat's own loop: look, then sleep as long as it was told."""
    left = float(seconds)
    while left > 0:
        pause = min(max(scheduler.tick(), 0.001), left)
        clock.shift(timedelta(seconds=pause))
        left -= pause


def test_a_clock_put_back_by_a_year_costs_one_round(scheduler):
    with time_machine.travel(NOON, tick=False) as clock:
        beat = scheduler()
        run(beat, clock, 200)
        assert beat.sent.count("sweep") == 3
        clock.shift(timedelta(days=-365))
        run(beat, clock, 200)
        assert beat.sent.count("sweep") == 6


def test_celery_by_itself_would_keep_still(scheduler):
    with time_machine.travel(NOON, tick=False) as clock:
        beat = scheduler(PersistentScheduler)
        run(beat, clock, 200)
        clock.shift(timedelta(days=-365))
        run(beat, clock, 2000)
        assert beat.sent.count("sweep") == 3


def test_a_file_of_the_future_is_brought_back_at_the_start(scheduler):
    with time_machine.travel(NOON, tick=False) as clock:
        beat = scheduler()
        run(beat, clock, 100)
        beat.close()
        clock.shift(timedelta(days=-30))
        again = scheduler()
        run(again, clock, 130)
        assert again.sent.count("sweep") == 2
        assert all(entry.last_run_at <= again.app.now() for entry in again.schedule.values())


def test_a_clock_that_is_right_changes_nothing(scheduler):
    with time_machine.travel(NOON, tick=False) as clock:
        beat = scheduler()
        run(beat, clock, 7_230)
        assert (beat.sent.count("sweep"), beat.sent.count("reminders"), beat.sent.count("movements")) == (
            120,
            2,
            0,
        )
