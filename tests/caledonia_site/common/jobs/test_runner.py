"""Working off marks: what is computed, what is published, what failure leaves behind."""

import threading
from datetime import date, timedelta

import pytest
import time_machine
from django.db import connection, transaction
from django.utils import timezone

from caledonia_site.common.jobs.models import DirtyMark, JobState
from caledonia_site.common.jobs.runner import JobKey, Outcome, attempt, due_keys, pause_after, process_marks
from caledonia_site.common.jobs.tasks import process_marks_task, sweep
from tests.caledonia_site.common.jobs.counting import BrokenTopic, PausingTopic, add_player, counted_players

TOPIC = PausingTopic.name


@pytest.fixture
def topic(register_topic):
    return register_topic(PausingTopic())


def mark(topic=TOPIC, key="", since=None):
    return DirtyMark.objects.create(topic=topic, key=key, since=since)


@pytest.mark.django_db
def test_a_piece_is_brought_up_to_date_and_its_marks_go(topic):
    add_player()
    mark()
    mark()
    mark(key="other")
    assert process_marks(topic=TOPIC, key="") is Outcome.CLEAN
    assert topic.published == [1]
    assert list(DirtyMark.objects.values_list("key", flat=True)) == ["other"]
    assert JobState.objects.get().succeeded_at is not None


@pytest.mark.django_db
def test_a_second_or_late_message_does_nothing(topic):
    mark()
    for _ in range(3):
        process_marks_task.apply(kwargs={"topic": TOPIC, "key": ""}, throw=True)
    assert topic.published == [0]


@pytest.mark.django_db
def test_a_job_starts_from_the_earliest_date_of_its_marks(topic):
    mark(since=date(2026, 5, 1))
    mark(since=date(2026, 2, 1))
    process_marks(topic=TOPIC, key="")
    mark(since=date(2026, 5, 1))
    mark(since=None)
    process_marks(topic=TOPIC, key="")
    assert topic.seen_since == [date(2026, 2, 1), None]


@pytest.mark.django_db
def test_more_marks_than_one_statement_removes(topic):
    DirtyMark.objects.bulk_create(DirtyMark(topic=TOPIC) for _ in range(1201))
    assert process_marks(topic=TOPIC, key="") is Outcome.CLEAN
    assert topic.published == [0]


@pytest.mark.django_db
def test_a_change_during_the_computation_is_looked_at_again(topic):
    changes = iter([add_player, lambda: None])

    def change_once():
        if change := next(changes, None):
            change()
            mark()

    topic.pause = change_once
    mark()
    assert process_marks(topic=TOPIC, key="") is Outcome.CLEAN
    assert topic.published == [0, 1, 1]
    assert counted_players() == 1


@pytest.mark.django_db
def test_marks_that_never_end_are_left_to_the_next_message(topic, monkeypatch):
    monkeypatch.setattr("caledonia_site.common.jobs.runner.ROUNDS", 3)
    topic.pause = lambda: mark() if len(topic.published) < 4 else None
    mark()
    # The next message runs at once in tests, and finds the end of it.
    assert process_marks(topic=TOPIC, key="") is Outcome.MORE
    assert len(topic.published) == 5
    assert not DirtyMark.objects.exists()


@pytest.mark.parametrize("step", ["compute", "publish"])
@pytest.mark.django_db(transaction=True)
def test_a_failure_leaves_everything_as_it_was_and_says_why(step, register_topic):
    broken = register_topic(BrokenTopic(step=step))
    add_player()
    mark(topic=broken.name)
    assert process_marks(topic=broken.name, key="") is Outcome.FAILED
    assert DirtyMark.objects.count() == 1
    assert counted_players() is None
    state = JobState.objects.get()
    assert (state.attempts, state.last_error) == (1, "RuntimeError: no figures today")
    assert state.retry_at is not None
    assert state.succeeded_at is None


@pytest.mark.django_db
def test_a_success_after_failures_wipes_them(topic, register_topic):
    JobState.objects.create(topic=TOPIC, attempts=3, retry_at=timezone.now(), last_error="RuntimeError: x")
    mark()
    process_marks(topic=TOPIC, key="")
    state = JobState.objects.get()
    assert (state.attempts, state.retry_at, state.last_error) == (0, None, "")


@pytest.mark.parametrize(("attempts", "seconds"), [(1, 30), (2, 60), (5, 480), (8, 3600), (1000, 3600)])
def test_pauses_grow_up_to_an_hour(attempts, seconds):
    assert pause_after(attempts=attempts) == timedelta(seconds=seconds)


@pytest.mark.django_db(transaction=True)
def test_the_sweep_respects_the_pause_and_the_others_go_on(topic, register_topic):
    broken = register_topic(BrokenTopic(step="compute"))
    with time_machine.travel("2026-11-01 12:00", tick=False) as clock:
        mark(topic=broken.name)
        mark()
        sweep.apply(throw=True)
        assert topic.published == [0]
        assert JobState.objects.get(topic=broken.name).attempts == 1
        clock.shift(29)
        sweep.apply(throw=True)
        assert JobState.objects.get(topic=broken.name).attempts == 1
        clock.shift(2)
        sweep.apply(throw=True)
        assert JobState.objects.get(topic=broken.name).attempts == 2


@pytest.mark.django_db
def test_what_waits_longest_is_swept_first_and_unknown_topics_wait(topic):
    now = timezone.now()
    for key, age in [("young", 1), ("old", 9), ("old", 2)]:
        DirtyMark.objects.create(topic=TOPIC, key=key, marked_at=now - timedelta(minutes=age))
    mark(topic="of_another_version")
    assert due_keys() == [JobKey(TOPIC, "old"), JobKey(TOPIC, "young")]
    assert due_keys(limit=1) == [JobKey(TOPIC, "old")]


class Elsewhere(threading.Thread):
    """Work in another thread with its own connection, as another worker has; `join` raises what it raised."""

    def __init__(self, work):
        super().__init__()
        self.work = work
        self.result = None
        self.error = None
        self.start()

    def run(self):
        try:
            self.result = self.work()
        except BaseException as error:
            self.error = error
        finally:
            connection.close()

    def join(self, timeout=240):
        super().join(timeout)
        assert not self.is_alive(), "the other worker hangs"
        if self.error:
            raise self.error
        return self.result


@pytest.mark.django_db(transaction=True)
def test_a_worker_that_was_overtaken_discards_its_older_result():
    reached, go_on = threading.Event(), threading.Event()

    def pause():
        reached.set()
        assert go_on.wait(240)

    slow, quick = PausingTopic(pause), PausingTopic()
    mark()
    other = Elsewhere(lambda: attempt(slow, ""))
    assert reached.wait(240)
    add_player()
    mark()
    attempt(quick, "")
    assert counted_players() == 1
    go_on.set()
    other.join()
    assert slow.published == []
    assert counted_players() == 1
    assert not DirtyMark.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_second_worker_does_not_compute_what_the_first_is_computing(register_topic):
    reached, go_on = threading.Event(), threading.Event()

    def pause():
        reached.set()
        assert go_on.wait(240)

    topic = register_topic(PausingTopic(pause))
    mark()
    first = Elsewhere(lambda: process_marks(topic=TOPIC, key=""))
    assert reached.wait(240)
    add_player()
    mark()
    assert process_marks(topic=TOPIC, key="") is Outcome.BUSY
    assert process_marks(topic=TOPIC, key="another piece") is Outcome.CLEAN
    go_on.set()
    assert first.join() is Outcome.CLEAN
    assert topic.published == [0, 1]


@pytest.mark.only_on_postgres  # SQLite has one writer at a time: numbers are given in the order of commits.
@pytest.mark.django_db(transaction=True)
def test_a_mark_that_commits_late_but_has_an_earlier_number_is_not_lost(topic):
    marked, commit = threading.Event(), threading.Event()

    def slow_transaction():
        with transaction.atomic():
            add_player()
            mark()
            marked.set()
            assert commit.wait(240)

    other = Elsewhere(slow_transaction)
    assert marked.wait(240)
    add_player()
    mark()

    def commit_the_other_after_counting():
        commit.set()
        other.join()

    topic.pause = commit_the_other_after_counting
    assert process_marks(topic=TOPIC, key="") is Outcome.CLEAN
    assert topic.published == [1, 2]


@pytest.mark.django_db(transaction=True)
def test_many_savers_and_many_workers_lose_nothing():
    """Workers go past the lock on purpose, as workers on several machines with SQLite-like locks would."""
    topic = PausingTopic(lambda: threading.Event().wait(0.002))
    savers_done = threading.Event()

    def save():
        for _ in range(15):
            with transaction.atomic():
                add_player()
                mark()

    def work():
        while not savers_done.is_set() or DirtyMark.objects.exists():
            attempt(topic, "")

    savers = [Elsewhere(save) for _ in range(4)]
    workers = [Elsewhere(work) for _ in range(3)]
    for saver in savers:
        saver.join()
    savers_done.set()
    for worker in workers:
        worker.join()
    assert counted_players() == 60
    assert not JobState.objects.exclude(attempts=0).exists()
