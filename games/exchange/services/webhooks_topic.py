"""The job that delivers news to webhooks, and tries again later what did not arrive."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, timedelta

from django.db.models import Q, QuerySet
from django.utils import timezone

from caledonia_site.common.jobs.marking import mark_dirty
from caledonia_site.common.jobs.topics import Queue, Topic
from games.exchange.enums import DeliveryState
from games.exchange.models import Delivery, Webhook
from games.exchange.sending import Answer, send
from games.exchange.topic import WEBHOOKS

# After a minute, five, half an hour, two hours, six hours, a day; then we give up.
PAUSES = [timedelta(minutes=minutes) for minutes in (1, 5, 30, 120, 360, 1440)]
AT_ONCE = 5
KEPT = timedelta(days=30)


@dataclass(frozen=True, slots=True)
class Tried:
    delivery: int
    answer: Answer


class WebhooksTopic(Topic[list[Tried]]):
    """Sent outside any transaction, noted afterwards: a worker killed in between sends once more, and the receiver
    knows it by the delivery's id.
    """

    name = WEBHOOKS
    queue = Queue.BULK

    def all_keys(self) -> Iterable[str]:
        """News are no derived data: there is nothing to rebuild."""
        return []

    def compute(self, *, key: str, since: date | None) -> list[Tried]:
        webhook = Webhook.objects.filter(public_id=key).first()
        if webhook is None:
            return []
        return [
            Tried(
                one.pk,
                send(
                    url=webhook.url,
                    secret=webhook.secret,
                    delivery=one.public_id,
                    news=one.news,
                    body=one.body,
                ),
            )
            for one in due(webhook)[:AT_ONCE]
        ]

    def publish(self, *, key: str, result: list[Tried]) -> None:
        for tried in result:
            delivery = Delivery.objects.select_for_update().get(pk=tried.delivery)
            _note(delivery, tried.answer)
        webhook = Webhook.objects.filter(public_id=key).first()
        if webhook and due(webhook).exists():
            mark_dirty(topic=WEBHOOKS, key=key)


def due(webhook: Webhook) -> QuerySet[Delivery]:
    return webhook.deliveries.filter(_is_due()).order_by("next_at", "pk")


def _is_due() -> Q:
    """No pause is longer than the last; one that is comes from a clock that was fast, and is over."""
    now = timezone.now()
    return Q(state=DeliveryState.WAITING) & (Q(next_at__lte=now) | Q(next_at__gt=now + PAUSES[-1]))


def _note(delivery: Delivery, answer: Answer) -> None:
    delivery.attempts += 1
    delivery.status, delivery.error = answer.status, answer.error[:200]
    if answer.is_good:
        delivery.state = DeliveryState.DELIVERED
    elif delivery.attempts > len(PAUSES):
        delivery.state = DeliveryState.FAILED
    else:
        delivery.next_at = timezone.now() + PAUSES[delivery.attempts - 1]
    delivery.save()


def wake_waiting_webhooks() -> int:
    """Mark the webhooks whose next attempt has come, and forget what is long past; how many were marked."""
    now = timezone.now()
    Delivery.objects.exclude(state=DeliveryState.WAITING).filter(created_at__lt=now - KEPT).delete()
    keys = (
        Delivery.objects.filter(_is_due()).order_by().values_list("webhook__public_id", flat=True).distinct()
    )
    for key in keys:
        mark_dirty(topic=WEBHOOKS, key=key)
    return len(keys)
