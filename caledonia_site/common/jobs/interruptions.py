"""Jobs whose computation takes the worker with it: counted, tried alone, and in the end set aside.

A topic that raises an error is asked again after a pause, for as long as it takes: the cause may pass, and it harms
nobody. One that ends its process (out of memory, a fault in compiled code) would end every worker after it, and with it
whatever else they work on. So a worker writes down what it begins. Who finds a job begun by a process that is gone
counts one death; jobs with a death to their name are suspects and tried one at a time, so that whoever merely
worked beside the culprit is cleared by its next success. After some deaths in a row a job is left alone until an
operator asks for it.

Processes are known by their group, which those of one worker have in common.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from enum import Enum, auto

import structlog
from django.db import DatabaseError, connection, transaction

from caledonia_site.common.jobs.locks import only_one_worker
from caledonia_site.common.jobs.models import MOST_DEATHS, JobState

log = structlog.get_logger(__name__)

LOST = "WorkerLostError: the worker ended in the middle of the job"
SUSPECTS = "suspects"


class Turn(Enum):
    OURS = auto()
    LATER = auto()
    """Another suspect is being tried; the sweep asks again."""
    NEVER = auto()
    """Set aside."""


@contextmanager
def working_on(*, topic: str, key: str) -> Iterator[Turn]:
    """For whoever holds the job's lock: may it be worked on, and if so, the note that it is."""
    deaths = _count_death(topic, key)
    if deaths >= MOST_DEATHS:
        yield Turn.NEVER
    elif deaths:
        with only_one_worker(topic=SUSPECTS, key="") as alone:
            if alone:
                _begin(topic, key)
            yield Turn.OURS if alone else Turn.LATER
    else:
        _begin(topic, key)
        yield Turn.OURS
    # Not when an error or a stop of the process got so far: what is not known to have ended well counts as a death.
    JobState.objects.filter(topic=topic, key=key, process=os.getpgrp()).update(process=None)


def release(*, topic: str, key: str) -> None:
    """An operator asks for it."""
    JobState.objects.filter(topic=topic, key=key, deaths__gt=0).update(deaths=0)


def forgive_beginnings() -> None:
    """A worker that is told to stop may have to leave its jobs in the middle, which is not their doing."""
    try:
        JobState.objects.filter(process=os.getpgrp()).update(process=None)
    except DatabaseError as error:
        log.warning("database_away", reason=type(error).__name__)


def _begin(topic: str, key: str) -> None:
    JobState.objects.update_or_create(topic=topic, key=key, defaults={"process": os.getpgrp()})


def _count_death(topic: str, key: str) -> int:
    """How many in a row, with the one that we may just have found."""
    state = JobState.objects.filter(topic=topic, key=key).first()
    if state is None:
        return 0
    if state.process is None or not _has_ended(state.process):
        return state.deaths
    with transaction.atomic():
        state = JobState.objects.select_for_update().get(pk=state.pk)
        state.process = None
        state.deaths += 1
        state.attempts += 1
        state.failures += 1
        state.last_error = LOST
        state.save()
    log.error("worker_lost", topic=topic, key=key, deaths=state.deaths)
    return state.deaths


def _has_ended(process: int) -> bool:
    """The lock is ours. On PostgreSQL that says it: another holder's would have ended with its connection. On SQLite
    it speaks for this process alone, and the others are on this machine.
    """
    if connection.vendor == "postgresql" or process == os.getpgrp():
        return True
    try:
        os.killpg(process, 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False
