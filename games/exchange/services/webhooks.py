"""A club's webhooks: keep them, put news on their way, and try again later what did not arrive."""

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.errors import UserError
from caledonia_site.common.jobs.marks import mark_dirty
from caledonia_site.common.jobs.topics import Queue, Topic
from caledonia_site.common.permissions import require
from caledonia_site.common.rate_limits import HOUR, Limit, take_places
from games.clubs.models import Club
from games.exchange.enums import WEBHOOKS, DeliveryState, News
from games.exchange.http import Answer, BadAddressError, checked_address, send
from games.exchange.models import Delivery, Webhook
from games.players.actors import Actor
from games.players.models import User

MOST_WEBHOOKS = 10
# Of an account, in whatever clubs: a club is founded in a minute, and the address it writes to is a stranger's.
MOST_TRIES_AN_HOUR = 20
PERMISSION = "exchange.keep_webhooks"
# After a minute, five, half an hour, two hours, six hours, a day; then we give up.
PAUSES = [timedelta(minutes=minutes) for minutes in (1, 5, 30, 120, 360, 1440)]
AT_ONCE = 5
KEPT = timedelta(days=30)


def notify_webhooks(*, club: Club, news: News, body: dict[str, Any]) -> None:
    """In the caller's transaction: the news go out when, and only when, it commits."""
    for webhook in Webhook.objects.filter(club=club, is_on=True):
        if news in webhook.news:
            notify_webhook(webhook=webhook, news=news, body=body)


def notify_webhook(*, webhook: Webhook, news: News, body: dict[str, Any]) -> Delivery:
    (delivery,) = notify_webhook_of_many(webhook=webhook, news=news, bodies=[body])
    return delivery


def notify_webhook_of_many(
    *, webhook: Webhook, news: News, bodies: Iterable[dict[str, Any]]
) -> list[Delivery]:
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


class TooManyWebhooksError(UserError):
    code = "too_many_webhooks"
    message = _("The club has as many webhooks as a club can have. Remove one first.")


class WebhookAddressError(UserError):
    code = "bad_webhook_address"
    message = _("Please enter an address that begins with https:// and has no password in it.")
    status = 400


class TooManyTriesError(UserError):
    code = "too_many_tries"
    message = _("You’ve sent many tests in the last hour. Try again later.")
    status = 429


@transaction.atomic
def add_webhook(*, actor: User, club: Club, url: str, news: Sequence[News]) -> Webhook:
    require(actor, PERMISSION, club)
    club = Club.objects.select_for_update().get(pk=club.pk)
    if Webhook.objects.filter(club=club).count() >= MOST_WEBHOOKS:
        raise TooManyWebhooksError
    try:
        checked_address(url)
    except BadAddressError:
        raise WebhookAddressError from None
    return Webhook.objects.create(
        club=club, url=url, secret=secrets.token_urlsafe(32), news=[kind.value for kind in news]
    )


def switch_webhook(*, actor: Actor, webhook: Webhook, is_on: bool) -> None:
    require(actor, PERMISSION, webhook.club)
    webhook.is_on = is_on
    webhook.save(update_fields=["is_on"])


def remove_webhook(*, actor: Actor, webhook: Webhook) -> None:
    require(actor, PERMISSION, webhook.club)
    webhook.delete()


@transaction.atomic
def try_webhook(*, actor: Actor, webhook: Webhook) -> Delivery:
    require(actor, PERMISSION, webhook.club)
    if take_places(Limit(f"webhook-tries:{actor.pk}", MOST_TRIES_AN_HOUR, HOUR)) is None:
        raise TooManyTriesError
    return notify_webhook(webhook=webhook, news=News.TEST, body={})


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
                delivery.pk,
                send(
                    url=webhook.url,
                    secret=webhook.secret,
                    delivery=delivery.public_id,
                    news=delivery.news,
                    body=delivery.body,
                ),
            )
            for delivery in due(webhook)[:AT_ONCE]
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
