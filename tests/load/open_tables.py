"""Joint sheets for a measurement, with a phone in every seat: run in the site's environment, prints their keys and what
the phones' cookies hold.
"""

import django

django.setup()

import json  # noqa: E402
from uuid import uuid4  # noqa: E402

from django.conf import settings  # noqa: E402
from django.contrib.auth.models import AnonymousUser  # noqa: E402
from django.core import signing  # noqa: E402

from games.joint_sheets.services.phones import take_seat  # noqa: E402
from games.joint_sheets.services.sheets import open_sheet  # noqa: E402
from games.results.services.proofs import new_device  # noqa: E402
from games.results.web import proofs  # noqa: E402

SYSTEM = "clans_of_caledonia"
TABLES, SEATS = 50, 4


def main() -> None:
    visitor = AnonymousUser()
    signer = signing.get_cookie_signer(salt=settings.DEVICE_COOKIE_NAME + proofs._SALT)
    tables = []
    for _ in range(TABLES):
        fields = {f"seats[{seat}].kind": ["human"] for seat in range(SEATS)}
        devices = [new_device() for _ in range(SEATS)]
        sheet = open_sheet(actor=visitor, device=devices[0], system=SYSTEM, entry_key=uuid4(), fields=fields)
        for seat, device in enumerate(devices):
            take_seat(actor=visitor, device=device, key=sheet.key, seat=seat)
        tables.append({"key": sheet.key, "cookies": [signer.sign(device) for device in devices]})
    print(json.dumps({"device_cookie": settings.DEVICE_COOKIE_NAME, "tables": tables}))


main()
