"""Recomputing a topic from nothing."""

import multiprocessing
import os
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor

import django

from caledonia_site.common.jobs.interruptions import release
from caledonia_site.common.jobs.models import DirtyMark, JobState
from caledonia_site.common.jobs.runner import JobKey, Outcome, process_marks
from caledonia_site.common.jobs.topics import topic_named

WAIT_FOR_WORKER = 0.2
# Each process takes a quarter of a gigabyte, and is not worth its start for less.
MOST_PROCESSES = 2
FEWEST_JOBS_EACH = 20


class RebuildError(Exception):
    """A job could not be recomputed; the message says which and why."""


def rebuild_all(*, topic: str) -> int:
    """Recompute every key, by several processes where that is faster; how many there were."""
    return rebuild_together(topics=[topic])[topic]


def rebuild_together(*, topics: Sequence[str]) -> dict[str, int]:
    """As rebuild_all, for topics of which none reads what another one wrote; how many keys each had."""
    jobs = [JobKey(topic, key) for topic in topics for key in topic_named(topic).all_keys()]
    processes = min(os.cpu_count() or 1, MOST_PROCESSES, len(jobs) // FEWEST_JOBS_EACH)
    if processes <= 1 or not all(topic_named(topic).independent for topic in topics):
        for job in jobs:
            _rebuild_job(job)
    else:
        # Started afresh: a copy of this process would share its connection to the database.
        with ProcessPoolExecutor(
            processes, mp_context=multiprocessing.get_context("spawn"), initializer=django.setup
        ) as pool:
            # One by one to whoever is free: a job may take a hundred times as long as the next.
            list(pool.map(_rebuild_job, jobs))
    numbers = Counter(job.topic for job in jobs)
    return {topic: numbers[topic] for topic in topics}


def _rebuild_job(job: JobKey) -> None:
    for _ in rebuild(topic=job.topic, keys=[job.key]):
        pass


def rebuild(*, topic: str, keys: Iterable[str] | None = None) -> Iterator[JobKey]:
    """Recompute every key, or some of them, in this process; yields each when it is done.

    The way is the same as a job's, so a worker may run meanwhile: whichever is newer wins.
    """
    for key in topic_named(topic).all_keys() if keys is None else keys:
        DirtyMark.objects.create(topic=topic, key=key)
        release(topic=topic, key=key)
        while (outcome := process_marks(topic=topic, key=key)) in {Outcome.BUSY, Outcome.MORE}:
            time.sleep(WAIT_FOR_WORKER)
        if outcome is Outcome.FAILED:
            error = JobState.objects.get(topic=topic, key=key).last_error
            raise RebuildError(f"{topic} {key} could not be rebuilt: {error}")
        yield JobKey(topic, key)
