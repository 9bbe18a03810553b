"""Put a club's news on their way to its webhooks."""

from collections.abc import Iterable
from typing import Any

from django.utils import timezone

from caledonia_site.common.jobs.marking import mark_dirty
from games.clubs.models import Club
from games.exchange.enums import News
from games.exchange.models import Delivery, Webhook
from games.exchange.topic import WEBHOOKS


def tell_webhooks(*, club: Club, news: News, body: dict[str, Any]) -> None:
    """In the caller's transaction: the news go out when, and only when, it commits."""
    for webhook in Webhook.objects.filter(club=club, is_on=True):
        if news in webhook.news:
            tell_webhook(webhook=webhook, news=news, body=body)


def tell_webhook(*, webhook: Webhook, news: News, body: dict[str, Any]) -> Delivery:
    (delivery,) = tell_webhook_of_many(webhook=webhook, news=news, bodies=[body])
    return delivery


def tell_webhook_of_many(*, webhook: Webhook, news: News, bodies: Iterable[dict[str, Any]]) -> list[Delivery]:
    now = timezone.now()
    deliveries = [Delivery(webhook=webhook, news=news, next_at=now, body=body) for body in bodies]
    for delivery in deliveries:
        about = {
            "event": news.value,
            "delivery": delivery.public_id,
            "club": webhook.club.public_id,
            "at": now.isoformat(),
        }
        delivery.body = about | delivery.body
    Delivery.objects.bulk_create(deliveries)
    mark_dirty(topic=WEBHOOKS, key=webhook.public_id)
    return deliveries
