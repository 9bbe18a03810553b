"""Loading the compiled kernel before the first long replay needs it.

Loading takes seconds and a hundred megabytes, so only a worker of the queue of ratings does it, only on a site with a
pool of more games than plain Python replays at once, and not in the first seconds, when the whole site starts.
Until it is there short replays run in plain Python, and a long one waits for it.
"""

from importlib import import_module
from threading import Timer
from typing import Any

import structlog
from celery import current_app
from celery.signals import worker_process_init, worker_ready
from django.db import connection

from games.ratings.engine import FEW_GAMES, KERNEL
from games.ratings.models import Pool
from games.ratings.services.topic import RatingsTopic

log = structlog.get_logger(__name__)

SECONDS_AFTER_START = 5.0


@worker_process_init.connect
def warm_up_process(**_: Any) -> None:
    """A process of its own that works off jobs."""
    warm_up_soon()


@worker_ready.connect
def warm_up_threads(sender: Any = None, **_: Any) -> None:
    """A worker whose threads work off jobs; one with processes leaves it to them."""
    if type(sender.pool).__module__ == "celery.concurrency.thread":
        warm_up_soon()


def warm_up_soon() -> None:
    if RatingsTopic.queue in current_app.amqp.queues.consume_from:
        timer = Timer(SECONDS_AFTER_START, warm_up)
        timer.daemon = True
        timer.start()


def warm_up() -> None:
    try:
        if needs_kernel():
            import_module(KERNEL)
            log.info("rating_kernel_loaded")
    except Exception:
        # The first long replay tries again, and there an error is a failed job.
        log.exception("rating_kernel_not_loaded")
    finally:
        connection.close()


def needs_kernel() -> bool:
    return Pool.objects.filter(games__gt=FEW_GAMES).exists()
