"""Add, change, try and remove a club's webhooks."""

import secrets
from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.counting import HOUR, Limit, take_places
from caledonia_site.common.errors import UserError
from caledonia_site.common.permissions import require
from games.clubs.models import Club
from games.exchange.enums import News
from games.exchange.models import Delivery, Webhook
from games.exchange.sending import BadAddressError, checked_address
from games.exchange.services.tell_webhooks import tell_webhook
from games.players.models import User

MOST_WEBHOOKS = 10
# Of an account, in whatever clubs: a club is founded in a minute, and the address it writes to is a stranger's.
MOST_TRIES_AN_HOUR = 20
PERMISSION = "exchange.keep_webhooks"


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
        club=club, url=url, secret=secrets.token_urlsafe(32), news=[one.value for one in news]
    )


def switch_webhook(*, actor: Any, webhook: Webhook, is_on: bool) -> None:
    require(actor, PERMISSION, webhook.club)
    webhook.is_on = is_on
    webhook.save(update_fields=["is_on"])


def remove_webhook(*, actor: Any, webhook: Webhook) -> None:
    require(actor, PERMISSION, webhook.club)
    webhook.delete()


@transaction.atomic
def try_webhook(*, actor: Any, webhook: Webhook) -> Delivery:
    require(actor, PERMISSION, webhook.club)
    if take_places(Limit(f"webhook-tries:{actor.pk}", MOST_TRIES_AN_HOUR, HOUR)) is None:
        raise TooManyTriesError
    return tell_webhook(webhook=webhook, news=News.TEST, body={})
