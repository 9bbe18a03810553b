"""What a person does with their account: preferences, signing a browser out from afar, everything we hold about them
as one archive, and deleting it, which keeps the games of the others. Who signs up and never confirms is forgotten.
"""

import json
import secrets
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from datetime import timedelta
from typing import IO, Any

import structlog
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.core.serializers.json import DjangoJSONEncoder
from django.db import transaction
from django.db.models import Exists, OuterRef, ProtectedError, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from caledonia_site.common.csv_files import csv_bytes
from caledonia_site.common.middleware import Theme
from caledonia_site.common.public_id import ALPHABET, new_public_id
from caledonia_site.common.time_zones import is_time_zone
from games.players.models import Player, PlayerMerge, User
from games.players.signals import (
    PersonalDataSection,
    account_deleted,
    account_deletion_blockers,
    collect_personal_data,
)

# Most archives are a few kilobytes and never touch the disk.
KEPT_IN_MEMORY_BYTES = 2_000_000
log = structlog.get_logger(__name__)
# Long enough for a weekend without e-mail; a typing mistake in the address must not block it for its owner.
DAYS_TO_CONFIRM = 7
AT_ONCE = 500


class UnknownPreferenceError(ValueError):
    """There is no such language, time zone or theme."""


class AccountDeletionBlocked(Exception):  # noqa: N818 - not a mistake of anyone, but a state of affairs
    """Something must be settled first; `reasons` are sentences for the person."""

    def __init__(self, reasons: list[str]) -> None:
        super().__init__(" ".join(reasons))
        self.reasons = reasons


class NoSuchSessionError(LookupError):
    """The person has no such session: it ended already, or is someone else's."""


@transaction.atomic
def change_preferences(
    *, account: User, language: str | None = None, time_zone: str | None = None, theme: str | None = None
) -> User:
    """Change those given; an empty language or time zone means "as the browser says"."""
    changes = {"language": language, "time_zone": time_zone, "theme": theme}
    changes = {name: value for name, value in changes.items() if value is not None}
    known = (
        changes.get("language", "") in {"", *dict(settings.LANGUAGES)}
        and (not changes.get("time_zone") or is_time_zone(changes["time_zone"] or ""))
        and changes.get("theme", Theme.AUTO) in Theme.values
    )
    if not known:
        raise UnknownPreferenceError(changes)
    for name, value in changes.items():
        setattr(account, name, value)
    account.save(update_fields=list(changes))
    return account


@transaction.atomic
def end_session(*, account: User, session_id: int) -> None:
    session = UserSession.objects.filter(user=account, pk=session_id).first()
    if session is None:
        raise NoSuchSessionError(session_id)
    Session.objects.filter(session_key=session.session_key).delete()
    session.delete()


def export_personal_data(*, account: User) -> IO[bytes]:
    """A zip file, open at its beginning: each section as JSON and as CSV, and a list of them."""
    player = Player.objects.filter(account=account).first()
    archive = tempfile.SpooledTemporaryFile(max_size=KEPT_IN_MEMORY_BYTES)  # noqa: SIM115 - the response closes it
    contents = []
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as zipped:
        for section in _sections(account, player):
            rows = list(section.rows)
            as_json = json.dumps(rows, cls=DjangoJSONEncoder, ensure_ascii=False, indent=2)
            zipped.writestr(f"{section.key}.json", as_json)
            zipped.writestr(f"{section.key}.csv", _as_csv(json.loads(as_json)))
            contents.append(f"{section.key}: {section.title} ({len(rows)})")
        head = _("What Caledonia holds about you, each part as JSON (exact) and as CSV (for spreadsheets).")
        zipped.writestr("contents.txt", "\n".join([head, "", *contents, ""]))
    archive.seek(0)
    return archive


def _sections(account: User, player: Player | None) -> Iterator[PersonalDataSection]:
    yield from _own_sections(account, player)
    answers: list[tuple[Any, Any]] = collect_personal_data.send(sender=User, account=account, player=player)
    for _receiver, sections in answers:
        yield from sections


def _own_sections(account: User, player: Player | None) -> Iterator[PersonalDataSection]:
    yield PersonalDataSection(
        "account",
        _("Your account and preferences"),
        User.objects.filter(pk=account.pk).values(
            "email", "language", "time_zone", "theme", "is_staff", "date_joined", "last_login"
        ),
    )
    yield PersonalDataSection(
        "email_addresses",
        _("Your e-mail addresses"),
        EmailAddress.objects.filter(user=account).values("email", "verified", "primary"),
    )
    yield PersonalDataSection(
        "sign_in_methods",
        _("Your authenticator app, passkeys and recovery codes, without their secrets"),
        (
            {
                "kind": method.type,
                "name": str(method),
                "added": method.created_at,
                "last_used": method.last_used_at,
            }
            for method in Authenticator.objects.filter(user=account).order_by("pk")
        ),
    )
    yield PersonalDataSection(
        "sessions",
        _("The browsers you are signed in with"),
        UserSession.objects.filter(user=account)
        .order_by("pk")
        .values("created_at", "last_seen_at", "ip", "user_agent"),
    )
    if player:
        yield PersonalDataSection(
            "player",
            _("Your player, as others see it"),
            Player.objects.filter(pk=player.pk).values("public_id", "name", "visibility", "created_at"),
        )


def _as_csv(rows: list[Mapping[str, Any]]) -> bytes:
    return (
        csv_bytes(list(rows[0]), ([_cell(value) for value in row.values()] for row in rows)) if rows else b""
    )


def _cell(value: Any) -> Any:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, list | dict) else value


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
    for former in person:
        person += Player.with_merged.filter(merged_into=former)
    # What a merge remembers for its undoing holds names as well.
    PlayerMerge.objects.filter(Q(source__in=person) | Q(target__in=person)).delete()
    former_ids = [former.public_id for former in person]
    for former in person:
        _forget_in_history(former)
        former.name = anonymous_name()
        former.public_id = new_public_id()
        former.account = None
        former.save(update_fields=["name", "name_key", "public_id", "account"])
    return former_ids


def _forget_in_history(row: User | Player) -> None:
    """The staff's history says what was done when; whom it named is taken out."""
    kind = ContentType.objects.get_for_model(row)
    LogEntry.objects.filter(content_type=kind, object_id=str(row.pk)).update(object_repr="-")


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


def anonymous_name() -> str:
    """Understood in all our languages, and different enough that a table with two of them can be read."""
    return f"Anon. {''.join(secrets.choice(ALPHABET) for _ in range(4))}"


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
