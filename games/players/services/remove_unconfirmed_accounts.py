"""Forget who signed up and never confirmed their address."""

from datetime import timedelta

import structlog
from allauth.account.models import EmailAddress
from django.db import transaction
from django.db.models import Exists, OuterRef, ProtectedError
from django.utils import timezone

from games.players.models import Player, User

log = structlog.get_logger(__name__)

# Long enough for a weekend without e-mail; a typing mistake in the address must not block it for its owner.
DAYS_TO_CONFIRM = 7
AT_ONCE = 500


def remove_unconfirmed_accounts() -> int:
    """Nobody ever signed in to these, so there is nothing of theirs but a name; returns how many went.

    Accounts that staff made have no address to confirm and stay. A player whom somebody has already put on a
    score sheet stays too, as a guest with the name that stands there.
    """
    addresses = EmailAddress.objects.filter(user=OuterRef("pk"))
    waiting = User.objects.filter(
        Exists(addresses),
        ~Exists(addresses.filter(verified=True)),
        date_joined__lt=timezone.now() - timedelta(days=DAYS_TO_CONFIRM),
        last_login=None,
        is_staff=False,
        is_demo=False,
    )
    removed = 0
    for key in list(waiting.order_by("pk").values_list("pk", flat=True)[:AT_ONCE]):
        with transaction.atomic():
            # Asked again behind the lock: they may be confirming at this moment.
            list(EmailAddress.objects.select_for_update().filter(user=key))
            account = waiting.filter(pk=key).first()
            if account is not None:
                _remove(account)
                removed += 1
    if removed:
        log.info("unconfirmed_accounts_removed", count=removed)
    return removed


def _remove(account: User) -> None:
    player = Player.with_merged.filter(account=account).first()
    account.delete()
    if player is not None:
        try:
            with transaction.atomic():
                Player.with_merged.filter(pk=player.pk).delete()
        except ProtectedError:
            log.info("player_of_unconfirmed_account_kept")
