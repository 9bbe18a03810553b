"""What a phone is told of a joint sheet."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils import timezone

from games.joint_sheets.enums import JointState
from games.joint_sheets.models import JointPhone, JointSheet
from games.joint_sheets.protocol import news_since
from games.results.services.proofs import table_token
from scoring.paths import seat_path


def news_of(sheet: JointSheet, phones: Iterable[JointPhone], since: int) -> dict[str, Any]:
    """Of phones fetched with their accounts and players. Of fields only what is newer than `since`."""
    now = timezone.now()
    return {
        "revision": sheet.revision,
        "state": sheet.state,
        **ways_to_game(sheet),
        "code": living_code(sheet, now),
        "writing": sheet.writing,
        "setup": sheet.setup,
        "keeper": sheet.keeper,
        "fields": news_since(sheet.fields, since),
        "phones": [
            {
                "number": phone.number,
                "name": name_of(phone, sheet),
                "seat": phone.seat,
                "silent": max(0, int((now - phone.heard_at).total_seconds())),
                "at": phone.at,
                "done": phone.done,
            }
            for phone in phones
            if phone.is_here
        ],
    }


def living_code(sheet: JointSheet, now: datetime) -> str:
    return sheet.code if sheet.code_until and sheet.code_until > now else ""


def name_of(phone: JointPhone, sheet: JointSheet) -> str:
    """The player's who is signed in on it, else the one in its seat."""
    player = phone.account.player_or_none if phone.account else None
    if player:
        return player.name
    if phone.seat is None:
        return ""
    typed = sheet.fields.get(seat_path(phone.seat, "player"), {}).get("values")
    return str(typed[0]) if typed else ""


def ways_to_game(sheet: JointSheet) -> dict[str, str]:
    """To the recorded game, and to the page of the table where everybody answers for their seat."""
    if sheet.state != JointState.RECORDED or sheet.game is None:
        return {"game": "", "table": ""}
    game = sheet.game
    table = reverse("games:table", args=[game.public_id, table_token(game, shown_by=game.recorded_by)])
    return {"game": game.get_absolute_url(), "table": table}


def here_at(sheet: JointSheet) -> list[JointPhone]:
    return list(
        JointPhone.objects.filter(sheet=sheet, is_here=True)
        .select_related("account__player")
        .order_by("number")
    )
