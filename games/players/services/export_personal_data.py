"""Everything we hold about a person, as one archive."""

import json
import tempfile
import zipfile
from collections.abc import Iterator, Mapping
from typing import IO, Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.core.serializers.json import DjangoJSONEncoder
from django.utils.translation import gettext as _

from caledonia_site.common.csv_files import csv_bytes
from games.players.models import Player, User
from games.players.signals import PersonalDataSection, collect_personal_data

# Most archives are a few kilobytes and never touch the disk.
KEPT_IN_MEMORY_BYTES = 2_000_000


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
