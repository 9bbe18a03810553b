"""Telling a worker to look now; allowed to fail, never allowed to keep anyone waiting."""

import time

import structlog
from celery import current_app
from django.conf import settings
from kombu.exceptions import OperationalError

from caledonia_site.common.jobs.topics import topic_named

log = structlog.get_logger(__name__)

# The task is known by its name alone: its module needs the runner, which dispatches too.
PROCESS_MARKS = "jobs.work_off"
# While the broker is away, each attempt costs up to its time-out (a second); one attempt in this many
# seconds and process is enough, as the sweep finds what was not announced.
PAUSE_AFTER_FAILURE = 5.0
_silent_until = 0.0


def dispatch(*, topic: str, key: str) -> None:
    """Ask a worker to process the marks of a topic's key."""
    global _silent_until  # noqa: PLW0603  (one broker per process, so one pause per process)
    if time.monotonic() < _silent_until:
        return
    try:
        current_app.signature(PROCESS_MARKS, kwargs={"topic": topic, "key": key}).apply_async(
            queue=topic_named(topic).queue,
            # A message older than that says nothing which the sweep has not said again.
            expires=10 * settings.SWEEP_SECONDS,
            retry=False,
        )
    except OperationalError as error:
        _silent_until = time.monotonic() + PAUSE_AFTER_FAILURE
        log.warning("dispatch_failed", topic=topic, key=key, reason=str(error))
