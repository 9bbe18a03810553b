"""Telling a worker to look now; allowed to fail, never allowed to keep anyone waiting."""

import time

import structlog
from django.conf import settings

from caledonia_site.common.jobs.topics import topic_named

log = structlog.get_logger(__name__)

# While the broker is away, each attempt costs up to its time-out (a second); one attempt in this many
# seconds and process is enough, as the sweep finds what was not announced.
PAUSE_AFTER_FAILURE = 5.0
_silent_until = 0.0


def nudge(*, topic: str, key: str) -> None:
    """Ask a worker to work off the marks of a topic's piece."""
    # The task module needs this package's working side, which needs the models of a ready app registry.
    from caledonia_site.common.jobs.tasks import work_off_marks

    global _silent_until  # noqa: PLW0603  (one broker per process, so one pause per process)
    if time.monotonic() < _silent_until:
        return
    try:
        work_off_marks.apply_async(
            kwargs={"topic": topic, "key": key},
            queue=topic_named(topic).queue,
            # A message older than that says nothing which the sweep has not said again.
            expires=10 * settings.SWEEP_SECONDS,
            retry=False,
        )
    except work_off_marks.OperationalError as error:
        _silent_until = time.monotonic() + PAUSE_AFTER_FAILURE
        log.warning("nudge_failed", topic=topic, key=key, reason=str(error))
