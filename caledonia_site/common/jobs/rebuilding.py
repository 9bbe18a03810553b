"""Recomputing a topic from nothing, in this process."""

import time
from collections.abc import Iterator

from caledonia_site.common.jobs.models import DirtyMark, JobState
from caledonia_site.common.jobs.topics import topic_named
from caledonia_site.common.jobs.working import Outcome, Piece, work_off

WAIT_FOR_WORKER = 0.2


class RebuildError(Exception):
    """A piece could not be recomputed; the message says which and why."""


def rebuild(*, topic: str) -> Iterator[Piece]:
    """Recompute every piece; yields each when it is done.

    The way is the same as a job's, so a worker may run meanwhile: whichever is newer wins.
    """
    for key in topic_named(topic).all_keys():
        DirtyMark.objects.create(topic=topic, key=key)
        while (outcome := work_off(topic=topic, key=key)) in {Outcome.BUSY, Outcome.MORE}:
            time.sleep(WAIT_FOR_WORKER)
        if outcome is Outcome.FAILED:
            error = JobState.objects.get(topic=topic, key=key).last_error
            raise RebuildError(f"{topic} {key} could not be rebuilt: {error}")
        yield Piece(topic, key)
