"""Jobs that end their worker: counted, tried alone, set aside; with real deaths in tests/processes."""

import os
import subprocess
import threading
from datetime import timedelta

import pytest
import time_machine
from django.db import connection
from django.utils import timezone

from caledonia_site.common.jobs.interruptions import LOST, forgive_beginnings
from caledonia_site.common.jobs.locks import only_one_worker
from caledonia_site.common.jobs.models import MOST_DEATHS, DirtyMark, JobState
from caledonia_site.common.jobs.rebuild import rebuild
from caledonia_site.common.jobs.runner import LONGEST_PAUSE, JobKey, Outcome, due_keys, process_marks
from caledonia_site.common.jobs.tasks import sweep
from caledonia_site.operations.views import retry_now
from tests.caledonia_site.common.jobs.counting import BrokenTopic, PausingTopic

pytestmark = pytest.mark.django_db(transaction=True)

TOPIC = PausingTopic.name


@pytest.fixture
def topic(register_topic):
    return register_topic(PausingTopic())


def die_in_the_middle(topic, key=""):
    """A worker of its own, which the job takes with it."""
    connection.close()
    worker = os.fork()
    if worker == 0:
        os.setpgid(0, 0)
        topic.pause = lambda: os._exit(9)
        try:
            process_marks(topic=topic.name, key=key)
        finally:
            os._exit(1)
    return os.waitstatus_to_exitcode(os.waitpid(worker, 0)[1])


def deaths(key=""):
    return JobState.objects.get(topic=TOPIC, key=key).deaths


def test_one_death_costs_nothing_and_a_success_wipes_it(topic):
    DirtyMark.objects.create(topic=TOPIC)
    assert die_in_the_middle(topic) == 9
    assert process_marks(topic=TOPIC, key="") is Outcome.CLEAN
    state = JobState.objects.get(topic=TOPIC)
    assert (state.deaths, state.attempts, state.failures, state.process, state.last_error) == (
        0,
        0,
        1,
        None,
        "",
    )


def test_a_poisonous_job_is_set_aside_and_the_others_go_on(topic):
    DirtyMark.objects.create(topic=TOPIC, key="poison")
    for _ in range(MOST_DEATHS):
        assert die_in_the_middle(topic, "poison") == 9
    # The next worker finds what happened, and lives.
    assert die_in_the_middle(topic, "poison") == 1
    state = JobState.objects.get(topic=TOPIC, key="poison")
    assert (state.deaths, state.attempts, state.last_error, state.is_set_aside) == (
        MOST_DEATHS,
        3,
        LOST,
        True,
    )
    DirtyMark.objects.create(topic=TOPIC, key="good")
    assert due_keys() == [JobKey(TOPIC, "good")]
    assert process_marks(topic=TOPIC, key="poison") is Outcome.FAILED, (
        "a message does not bring it back either"
    )
    sweep.apply(throw=True)
    assert list(DirtyMark.objects.values_list("key", flat=True)) == ["poison"]
    assert len(topic.published) == 1


def test_who_asks_for_it_gets_it(topic):
    for key in ("by hand", "by command"):
        JobState.objects.create(topic=TOPIC, key=key, deaths=MOST_DEATHS, attempts=3)
        DirtyMark.objects.create(topic=TOPIC, key=key)
    assert retry_now(only=JobKey(TOPIC, "by hand")) == 1
    list(rebuild(topic=TOPIC, keys=["by command"]))
    assert not DirtyMark.objects.exists()
    assert set(JobState.objects.values_list("deaths", "attempts")) == {(0, 0)}


def test_suspects_are_tried_one_at_a_time(topic):
    """So whoever only worked beside the culprit is not ended by it again."""
    JobState.objects.create(topic=TOPIC, key="suspect", deaths=1)
    DirtyMark.objects.create(topic=TOPIC, key="suspect")
    DirtyMark.objects.create(topic=TOPIC, key="good")
    held, done = threading.Event(), threading.Event()

    def try_another_suspect():
        try:
            with only_one_worker(topic="suspects", key="") as ours:
                assert ours
                held.set()
                assert done.wait(240)
        finally:
            connection.close()

    other = threading.Thread(target=try_another_suspect)
    other.start()
    assert held.wait(240)
    try:
        assert process_marks(topic=TOPIC, key="suspect") is Outcome.BUSY
        assert process_marks(topic=TOPIC, key="good") is Outcome.CLEAN
    finally:
        done.set()
        other.join()
    assert deaths("suspect") == 1
    assert process_marks(topic=TOPIC, key="suspect") is Outcome.CLEAN


def test_an_error_is_no_death(register_topic):
    broken = register_topic(BrokenTopic(step="compute"))
    JobState.objects.create(topic=broken.name, deaths=2)
    DirtyMark.objects.create(topic=broken.name)
    for _ in range(5):
        assert process_marks(topic=broken.name, key="") is Outcome.FAILED
    state = JobState.objects.get(topic=broken.name)
    assert (state.deaths, state.attempts, state.process) == (0, 5, None)


def test_a_worker_that_is_told_to_stop_blames_nobody(topic):
    DirtyMark.objects.create(topic=TOPIC)
    connection.close()
    worker = os.fork()
    if worker == 0:
        os.setpgid(0, 0)

        def stop():
            forgive_beginnings()
            os._exit(9)

        topic.pause = stop
        try:
            process_marks(topic=TOPIC, key="")
        finally:
            os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(worker, 0)[1]) == 9
    assert process_marks(topic=TOPIC, key="") is Outcome.CLEAN
    assert JobState.objects.get(topic=TOPIC).failures == 0


@pytest.mark.only_on_sqlite
def test_another_process_that_lives_is_not_taken_for_dead(topic):
    other = subprocess.Popen(["sleep", "600"], start_new_session=True)
    try:
        JobState.objects.create(topic=TOPIC, process=other.pid)
        DirtyMark.objects.create(topic=TOPIC)
        assert process_marks(topic=TOPIC, key="") is Outcome.CLEAN
    finally:
        other.kill()
        other.wait()
    assert JobState.objects.get(topic=TOPIC).failures == 0


def test_a_pause_from_a_clock_that_was_fast_is_over(topic):
    now = timezone.now()
    JobState.objects.create(topic=TOPIC, key="fast", attempts=1, retry_at=now + timedelta(days=300))
    JobState.objects.create(topic=TOPIC, key="right", attempts=1, retry_at=now + LONGEST_PAUSE / 2)
    for key in ("fast", "right"):
        DirtyMark.objects.create(topic=TOPIC, key=key)
    with time_machine.travel(now, tick=False):
        assert due_keys() == [JobKey(TOPIC, "fast")]
