"""Beat's clock: regular jobs go on when the machine's clock was put back."""

from datetime import timedelta
from typing import Any

import structlog
from celery.beat import PersistentScheduler

log = structlog.get_logger(__name__)

# Clocks are put right by a little all the time, which delays nothing worth mentioning.
A_LITTLE = timedelta(seconds=1)


class SteadyScheduler(PersistentScheduler):
    """A job whose last run lies ahead counts as run now: after a clock that was a year fast, Celery would otherwise
    keep still for a year.
    """

    def tick(self, *args: Any, **kwargs: Any) -> float:
        self._bring_back()
        delay: float = super().tick(*args, **kwargs)
        return delay

    def _bring_back(self) -> None:
        now = self.app.now()
        ahead = [
            entry
            for entry in self.schedule.values()
            if entry.last_run_at is not None and entry.last_run_at > now + A_LITTLE
        ]
        for entry in ahead:
            entry.last_run_at = now
        if ahead:
            log.warning("clock_went_back", jobs=len(ahead))
            # It holds moments of the old clock; made anew from the jobs before the next look.
            self._heap = None
