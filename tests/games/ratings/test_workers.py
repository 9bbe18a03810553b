"""When a worker loads the compiled kernel ahead of need."""

from types import SimpleNamespace

import pytest
from celery import current_app
from celery.concurrency.solo import TaskPool as Processes
from celery.concurrency.thread import TaskPool as Threads
from celery.signals import worker_process_init, worker_ready

from games.ratings import workers
from games.ratings.models import Pool

pytestmark = pytest.mark.django_db


@pytest.fixture
def timers(monkeypatch):
    """What would be started later."""
    started = []

    class Noted(SimpleNamespace):
        def start(self):
            started.append((self.seconds, self.daemon))

    monkeypatch.setattr(workers, "Timer", lambda seconds, work: Noted(seconds=seconds, work=work))
    return started


def pool_of(games):
    return Pool.objects.create(key=f"some/{games}", system="some", scope=str(games), games=games)


def test_only_where_a_pool_is_too_large_for_plain_python():
    assert not workers.needs_kernel()
    pool_of(5_000)
    assert not workers.needs_kernel()
    pool_of(5_001)
    assert workers.needs_kernel()


def test_it_happens_where_jobs_are_worked_off(timers):
    """In a worker of threads when it is ready, otherwise in each of its processes; never as a hurdle at the end."""
    workers.warm_up_threads(sender=SimpleNamespace(pool=Processes.__new__(Processes)))
    assert timers == []
    workers.warm_up_threads(sender=SimpleNamespace(pool=Threads.__new__(Threads)))
    assert timers == [(workers.SECONDS_AFTER_START, True)]
    workers.warm_up_process()
    assert len(timers) == 2
    assert workers.warm_up_threads in worker_ready._live_receivers(None)
    assert workers.warm_up_process in worker_process_init._live_receivers(None)


def test_a_worker_of_other_queues_does_without(timers, monkeypatch):
    monkeypatch.setattr(current_app.amqp.queues, "_consume_from", {"bulk": None})
    workers.warm_up_soon()
    assert timers == []
