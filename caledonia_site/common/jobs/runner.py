"""Processing dirty marks: compute, then publish unless someone newer was first."""

import time
from collections.abc import Sequence
from datetime import date, timedelta
from enum import Enum, auto
from typing import Any, NamedTuple

import structlog
from django.db import transaction
from django.db.models import Exists, F, Min, OuterRef, Q
from django.utils import timezone

from caledonia_site.common.jobs.dispatch import dispatch
from caledonia_site.common.jobs.interruptions import Turn, working_on
from caledonia_site.common.jobs.locks import only_one_worker
from caledonia_site.common.jobs.models import MOST_DEATHS, DirtyMark, JobState
from caledonia_site.common.jobs.topics import Topic, topic_named, topic_names

log = structlog.get_logger(__name__)

FIRST_PAUSE = timedelta(seconds=30)
LONGEST_PAUSE = timedelta(hours=1)
LONGEST_ERROR = 500
ROUNDS = 20
MARKS_PER_DELETE = 500


class Outcome(Enum):
    CLEAN = auto()
    """No mark is left."""
    BUSY = auto()
    """Another worker is on it, and looks again when it has finished; or it must wait for its turn among suspects."""
    FAILED = auto()
    """The topic raised an error, or the job is set aside; the marks stay for a later attempt."""
    MORE = auto()
    """Marks came in as fast as they were processed; a worker has been told to go on."""


class JobKey(NamedTuple):
    """What a job is about: a kind of derived data, and which of that kind."""

    topic: str
    key: str


def process_marks(*, topic: str, key: str) -> Outcome:
    """Bring what one key stands for up to date; does nothing when it is.

    The marks are looked at again after the lock is released: whoever marked the key while we held it and
    found us busy has gone away trusting that we look.
    """
    handler = topic_named(topic)
    for _ in range(ROUNDS):
        if not DirtyMark.objects.filter(topic=topic, key=key).exists():
            return Outcome.CLEAN
        with only_one_worker(topic=topic, key=key) as ours:
            if not ours:
                return Outcome.BUSY
            with working_on(topic=topic, key=key) as turn:
                if turn is Turn.LATER:
                    return Outcome.BUSY
                if turn is Turn.NEVER or not attempt(handler, key):
                    return Outcome.FAILED
    dispatch(topic=topic, key=key)
    return Outcome.MORE


def due_keys(*, limit: int = 1000) -> list[JobKey]:
    """Keys with marks whose next attempt need not wait, the longest waiting first."""
    now = timezone.now()
    # No pause is longer than the longest; one that is comes from a clock that was fast, and is over.
    pausing = Q(retry_at__gt=now, retry_at__lte=now + LONGEST_PAUSE)
    waiting = JobState.objects.filter(
        pausing | Q(deaths__gte=MOST_DEATHS), topic=OuterRef("topic"), key=OuterRef("key")
    )
    # A mark of a topic that this version no longer knows stays until a version that knows it comes back.
    keys = (
        DirtyMark.objects.filter(~Exists(waiting), topic__in=topic_names())
        .values_list("topic", "key")
        .annotate(first=Min("marked_at"))
        .order_by("first", "topic", "key")[:limit]
    )
    return [JobKey(topic, key) for topic, key, _ in keys]


def attempt(handler: Topic[Any], key: str) -> bool:
    """One computation and its publication; False if the topic raised an error."""
    marks = list(DirtyMark.objects.filter(topic=handler.name, key=key).values_list("pk", "since"))
    if not marks:
        return True
    dates = [since for _, since in marks if since is not None]
    since: date | None = min(dates) if len(dates) == len(marks) else None
    started = time.monotonic()
    try:
        result = handler.compute(key=key, since=since)
        published = _publish(handler, key, result, seen=[pk for pk, _ in marks], started=started)
    except Exception as error:
        log.exception("job_failed", topic=handler.name, key=key)
        _record_failure(handler.name, key, error)
        return False
    log.info("job_done" if published else "job_overtaken", topic=handler.name, key=key, marks=len(marks))
    return True


def _publish(handler: Topic[Any], key: str, result: Any, *, seen: Sequence[int], started: float) -> bool:
    """Publish the result and remove the marks it takes into account; False if someone newer was first.

    Why no update is lost and no newer result overwritten, with any number of workers:
    - A mark commits together with its change, and marks are read before the data, so that a result reflects
      every change whose mark was seen. Only seen marks are removed; what came later is processed again.
    - Who saw the marks later than we did saw all of ours that were left. So if that worker has published,
      none of ours is left, and we discard; and if one is left, nobody has published anything newer.
    - Row numbers are never given twice (AUTOINCREMENT, sequences). They are not a measure of time, though:
      of two transactions the later number may commit first, so marks are removed one by one and never
      "up to number n".
    The state's row is locked first, so publishers of a job take turns and cannot dead-lock over marks.
    """
    with transaction.atomic():
        JobState.objects.get_or_create(topic=handler.name, key=key)
        state = JobState.objects.select_for_update().get(topic=handler.name, key=key)
        removed = 0
        for start in range(0, len(seen), MARKS_PER_DELETE):
            removed += DirtyMark.objects.filter(pk__in=seen[start : start + MARKS_PER_DELETE]).delete()[0]
        if not removed:
            return False
        handler.publish(key=key, result=result)
        state.succeeded_at = timezone.now()
        state.attempts, state.retry_at, state.last_error = 0, None, ""
        state.process, state.deaths = None, 0
        state.last_seconds = time.monotonic() - started
        state.seconds += state.last_seconds
        state.successes += 1
        state.save()
    return True


def _record_failure(topic: str, key: str, error: Exception) -> None:
    with transaction.atomic():
        JobState.objects.get_or_create(topic=topic, key=key)
        JobState.objects.filter(topic=topic, key=key).update(
            attempts=F("attempts") + 1, failures=F("failures") + 1
        )
        state = JobState.objects.select_for_update().get(topic=topic, key=key)
        state.retry_at = timezone.now() + pause_after(attempts=state.attempts)
        state.process, state.deaths = None, 0
        state.last_error = f"{type(error).__name__}: {error}"[:LONGEST_ERROR]
        state.save()


def pause_after(*, attempts: int) -> timedelta:
    """Half a minute after the first failure, twice as long after each further one, an hour at most."""
    doublings: int = min(attempts - 1, 20)
    return min(FIRST_PAUSE * (1 << doublings), LONGEST_PAUSE)
