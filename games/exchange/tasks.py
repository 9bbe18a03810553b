"""Regular work of this app; the beat schedule in the settings says how often."""

from celery import shared_task

from games.exchange.services.imports import tidy_imports
from games.exchange.services.webhooks import wake_waiting_webhooks
from games.tokens.idempotency import forget_old_answers


@shared_task(name="exchange.wake_waiting_webhooks")
def wake_waiting_webhooks_now() -> None:
    wake_waiting_webhooks()


@shared_task(name="exchange.tidy_imports")
def tidy_imports_now() -> None:
    tidy_imports()
    forget_old_answers()
