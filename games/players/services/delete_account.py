"""Delete a person's account and keep the games of the others."""

import secrets
from typing import Any

from allauth.usersessions.models import UserSession
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from caledonia_site.common.public_id import ALPHABET, new_public_id
from games.players.models import Player, PlayerMerge, User
from games.players.signals import account_deleted, account_deletion_blockers


class AccountDeletionBlocked(Exception):  # noqa: N818 - not a mistake of anyone, but a state of affairs
    """Something must be settled first; `reasons` are sentences for the person."""

    def __init__(self, reasons: list[str]) -> None:
        super().__init__(" ".join(reasons))
        self.reasons = reasons


def reasons_against_deletion(account: User) -> list[str]:
    """What must be settled before the account can go; empty when nothing."""
    reasons = []
    if account.is_staff:
        # Their entries in the site's history would go with them, and with the last one the keys of the house.
        reasons.append(
            _("You belong to the site's staff: ask another member of the staff to take your rights first.")
        )
    player = Player.objects.filter(account=account).first()
    answers: list[tuple[Any, Any]] = account_deletion_blockers.send(
        sender=User, account=account, player=player
    )
    for _receiver, blockers in answers:
        reasons += blockers
    return reasons


@transaction.atomic
def delete_account(*, account: User) -> Player | None:
    """Remove the account with all that signs it in; return its player, who stays without a name."""
    # Two taps on the button: the second one waits here, and finds nothing.
    locked = User.objects.select_for_update().filter(pk=account.pk).first()
    if locked is None:
        return None
    if reasons := reasons_against_deletion(locked):
        raise AccountDeletionBlocked(reasons)
    player = Player.objects.select_for_update().filter(account=locked).first()
    former_ids = _forget_names(player) if player else []
    _forget_in_history(locked)
    account_deleted.send(sender=User, account=locked, player=player, former_ids=former_ids)
    keys = UserSession.objects.filter(user=locked).values("session_key")
    Session.objects.filter(session_key__in=keys).delete()
    locked.delete()
    return player


def _forget_names(player: Player) -> list[str]:
    """The player and everyone merged into it: a new name, and a new id so that old addresses lead nowhere.

    Returns the ids they had.
    """
    person = [player]
    for one in person:
        person += Player.with_merged.filter(merged_into=one)
    # What a merge remembers for its undoing holds names as well.
    PlayerMerge.objects.filter(Q(source__in=person) | Q(target__in=person)).delete()
    former_ids = [one.public_id for one in person]
    for one in person:
        _forget_in_history(one)
        one.name = anonymous_name()
        one.public_id = new_public_id()
        one.account = None
        one.save(update_fields=["name", "name_key", "public_id", "account"])
    return former_ids


def _forget_in_history(row: User | Player) -> None:
    """The staff's history says what was done when; whom it named is taken out."""
    kind = ContentType.objects.get_for_model(row)
    LogEntry.objects.filter(content_type=kind, object_id=str(row.pk)).update(object_repr="-")


def anonymous_name() -> str:
    """Understood in all our languages, and different enough that a table with two of them can be read."""
    return f"Anon. {''.join(secrets.choice(ALPHABET) for _ in range(4))}"
