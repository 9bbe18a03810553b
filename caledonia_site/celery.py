"""The Celery application: which broker, which tasks, which regular jobs."""

import os
from contextlib import AbstractContextManager
from importlib import import_module
from logging.config import dictConfig
from typing import Any

from celery import Celery
from celery.signals import (
    beat_init,
    setup_logging,
    task_postrun,
    task_prerun,
    worker_init,
    worker_ready,
    worker_shutting_down,
)
from django.dispatch import receiver
from django_structlog.celery.signals import modify_context_before_task_publish
from django_structlog.celery.steps import DjangoStructLogInitStep

from caledonia_site.common.redaction import hiding, secrets_in

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "caledonia_site.settings.prod")
# Celery would run Django's system checks at every start; they are for whoever changes the code or its settings.
os.environ.setdefault("CELERY_SKIP_CHECKS", "1")

app = Celery("caledonia")
_hidden: dict[str, AbstractContextManager[None]] = {}
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.steps["worker"].add(DjangoStructLogInitStep)


@setup_logging.connect
def log_like_the_web_side(**_: Any) -> None:
    """Celery would set up loggers of its own; with a receiver here it leaves them alone."""
    from django.conf import settings

    dictConfig(settings.LOGGING)


@receiver(modify_context_before_task_publish)
def pass_on_only_the_request(context: dict[str, Any], **_: Any) -> None:
    """A job's log lines carry the id of the request behind it, but no address or account of a person."""
    for name in set(context) - {"request_id", "parent_task_id"}:
        del context[name]


@task_prerun.connect
def hide_arguments(task_id: str, kwargs: dict[str, Any], **_: Any) -> None:
    """Should a job ever get a secret, its faults do not tell it."""
    _hidden[task_id] = hiding(lambda: secrets_in(kwargs))
    _hidden[task_id].__enter__()


@task_postrun.connect
def hide_no_longer(task_id: str, **_: Any) -> None:
    if hidden := _hidden.pop(task_id, None):
        hidden.__exit__(None, None, None)


@worker_init.connect
@beat_init.connect
def refuse_tables_of_a_newer_version(**_: Any) -> None:
    from caledonia_site.common.database import refuse_newer_database

    refuse_newer_database()


@worker_init.connect
def load_addresses(**_: Any) -> None:
    """Mails have links. Loaded before it forks, a worker's processes share the pages behind them."""
    from django.conf import settings

    import_module(settings.ROOT_URLCONF)


@worker_shutting_down.connect
def leave_jobs_without_blame(**_: Any) -> None:
    from caledonia_site.common.jobs.interruptions import forgive_beginnings

    forgive_beginnings()


@worker_ready.connect
def sweep_at_start(**_: Any) -> None:
    """What a killed worker left undone is taken up as soon as a new one runs, not with the next sweep."""
    app.send_task("jobs.sweep", retry=False)
