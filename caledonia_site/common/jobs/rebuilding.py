"""Recomputing a topic from nothing."""

import multiprocessing
import os
import time
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat

import django

from caledonia_site.common.jobs.models import DirtyMark, JobState
from caledonia_site.common.jobs.topics import topic_named
from caledonia_site.common.jobs.working import Outcome, Piece, work_off

WAIT_FOR_WORKER = 0.2
# Each process takes a quarter of a gigabyte, and is not worth its start for less.
MOST_PROCESSES = 2
FEWEST_PIECES_EACH = 20


class RebuildError(Exception):
    """A piece could not be recomputed; the message says which and why."""


def rebuild_all(*, topic: str) -> int:
    """Recompute every piece, by several processes where that is faster; how many there were."""
    handler = topic_named(topic)
    keys = list(handler.all_keys())
    processes = min(os.cpu_count() or 1, MOST_PROCESSES, len(keys) // FEWEST_PIECES_EACH)
    if not handler.independent or processes <= 1:
        return _rebuild_some(topic, keys)
    # Started afresh: a copy of this process would share its connection to the database.
    with ProcessPoolExecutor(
        processes, mp_context=multiprocessing.get_context("spawn"), initializer=django.setup
    ) as pool:
        shares = [keys[number::processes] for number in range(processes)]
        return sum(pool.map(_rebuild_some, repeat(topic), shares))


def _rebuild_some(topic: str, keys: Iterable[str]) -> int:
    return sum(1 for _ in rebuild(topic=topic, keys=keys))


def rebuild(*, topic: str, keys: Iterable[str] | None = None) -> Iterator[Piece]:
    """Recompute every piece, or some of them, in this process; yields each when it is done.

    The way is the same as a job's, so a worker may run meanwhile: whichever is newer wins.
    """
    for key in topic_named(topic).all_keys() if keys is None else keys:
        DirtyMark.objects.create(topic=topic, key=key)
        while (outcome := work_off(topic=topic, key=key)) in {Outcome.BUSY, Outcome.MORE}:
            time.sleep(WAIT_FOR_WORKER)
        if outcome is Outcome.FAILED:
            error = JobState.objects.get(topic=topic, key=key).last_error
            raise RebuildError(f"{topic} {key} could not be rebuilt: {error}")
        yield Piece(topic, key)
