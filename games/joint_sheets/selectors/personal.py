"""What joint sheets hold about a person."""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _

from games.joint_sheets.models import JointPhone
from games.players.models import User
from games.players.signals import PersonalDataSection


def personal_sheets(*, account: User) -> list[PersonalDataSection]:
    return [
        PersonalDataSection(
            "joint_sheets", _("Score sheets you fill in together with others"), _rows(account)
        )
    ]


def _rows(account: User) -> Iterator[dict[str, Any]]:
    """What they wrote; what others wrote is theirs."""
    for phone in JointPhone.objects.filter(account=account).select_related("sheet").order_by("pk"):
        yield {
            "system": phone.sheet.system,
            "state": phone.sheet.state,
            "seat": phone.seat,
            "done": phone.done,
            "heard_at": phone.heard_at,
            "written": {
                name: cell["values"]
                for name, cell in phone.sheet.fields.items()
                if cell["by"] == phone.number
            },
        }
