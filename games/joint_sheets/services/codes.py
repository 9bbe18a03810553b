"""The short code of a joint sheet, which one reads aloud: unique among those that live, for some hours."""

import secrets
from datetime import timedelta

from django.db import IntegrityError, transaction
from django.utils import timezone

from games.joint_sheets.enums import JointState
from games.joint_sheets.models import JointSheet

# Nothing that looks or sounds like something else: no 0 and O, no 1, I and L.
ALPHABET = "23456789ABCDEFGHJKMNPQRSTUVWXYZ"
LENGTH = 4
LIFE = timedelta(hours=6)
_TRIES = 20


def new_code() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def give_code(sheet: JointSheet) -> None:
    """Of a sheet that is saved already. Codes that have expired are free again."""
    now = timezone.now()
    for _try in range(_TRIES):
        code = new_code()
        JointSheet.objects.filter(code=code, code_until__lte=now).update(code="")
        try:
            with transaction.atomic():
                sheet.code, sheet.code_until = code, now + LIFE
                sheet.save(update_fields=["code", "code_until"])
        except IntegrityError:
            continue
        return
    raise RuntimeError("no code is free")


def read_code(text: str) -> str:
    """As people type it."""
    return "".join(text.split()).replace("-", "").upper()


def sheet_with_code(text: str) -> JointSheet | None:
    code = read_code(text)
    if len(code) != LENGTH or not set(code) <= set(ALPHABET):
        return None
    return JointSheet.objects.filter(code=code, code_until__gt=timezone.now(), state=JointState.OPEN).first()
