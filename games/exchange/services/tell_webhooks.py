"""Put a club's news on their way to its webhooks."""

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
    delivery = Delivery.objects.create(webhook=webhook, news=news, body={}, next_at=timezone.now())
    delivery.body = {
        "event": news.value,
        "delivery": delivery.public_id,
        "club": webhook.club.public_id,
        "at": delivery.created_at.isoformat(),
        **body,
    }
    delivery.save(update_fields=["body"])
    mark_dirty(topic=WEBHOOKS, key=webhook.public_id)
    return delivery
