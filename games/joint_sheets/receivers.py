"""What follows here from news about people."""

from typing import Any

from django.dispatch import receiver

from games.joint_sheets.selectors.personal import personal_sheets
from games.joint_sheets.services.maintenance import forget_account
from games.players.models import User
from games.players.signals import PersonalDataSection, account_deleted, collect_personal_data


@receiver(collect_personal_data)
def joint_sheets_of_a_person(sender: Any, *, account: User, **_: Any) -> list[PersonalDataSection]:
    return personal_sheets(account=account)


@receiver(account_deleted)
def forget_phones_of_a_person(sender: Any, *, account: User, former_ids: list[str], **_: Any) -> None:
    forget_account(account=account, former_ids=former_ids)
