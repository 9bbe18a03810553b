"""The messages of the jobs: "look at this", "look everywhere", "are you there?", and "count your tables"."""

from celery import shared_task
from django.utils import timezone

from caledonia_site.common.database import count_tables_anew
from caledonia_site.common.jobs.dispatch import dispatch
from caledonia_site.common.jobs.models import Heartbeat
from caledonia_site.common.jobs.runner import due_keys, process_marks


@shared_task(name="jobs.work_off")
def process_marks_task(*, topic: str, key: str) -> None:
    process_marks(topic=topic, key=key)


@shared_task(name="jobs.sweep")
def sweep() -> None:
    """Announce again everything that is due: what an outage swallowed, and failures whose pause is over."""
    for topic, key in due_keys():
        dispatch(topic=topic, key=key)


@shared_task(name="jobs.hear")
def hear(*, queue: str) -> None:
    """A message that beat sends to each queue, so that operators see which of them nobody answers."""
    Heartbeat.objects.update_or_create(queue=queue, defaults={"heard_at": timezone.now()})


@shared_task(name="jobs.count_tables")
def count_tables() -> None:
    """Once a day; `count_tables_anew` says why."""
    count_tables_anew()
