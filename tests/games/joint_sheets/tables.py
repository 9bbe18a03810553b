"""Phones at a table, as browsers with scripts are."""

from typing import Any
from uuid import uuid4

from django.test import Client

from games.joint_sheets.models import JointPhone, JointSheet
from tests.factories.games import two_seats
from tests.games.sheets.posting import posted_sheet

OPEN = "/together/new/clans_of_caledonia/"
SCRIPT = {"X-Requested-With": "fetch"}


class PhoneOfTable:
    """One browser, with the page of the joint sheet open in it."""

    def __init__(self, sheet: JointSheet, client: Client) -> None:
        self.sheet, self.client = sheet, client
        self.page = str(uuid4())
        self.seq = 0
        self.revision = 0

    @property
    def address(self) -> str:
        return f"/together/{self.sheet.key}/"

    @property
    def row(self) -> JointPhone:
        return next(phone for phone in self.sheet.phones.all() if phone.number == self.number)

    @property
    def number(self) -> int:
        return int(self.client.get(self.address).context["joint"]["phone"])

    def sit(self, seat: int | None) -> Any:
        return self.client.post(f"{self.address}seat/", {"seat": "" if seat is None else seat})

    def send(self, *typed: tuple[str, list[str]], **more: Any) -> Any:
        changes = []
        for name, values in typed:
            self.seq += 1
            changes.append({"seq": self.seq, "name": name, "values": values, "seen": 0})
        body = {
            "client": self.page,
            "since": self.revision,
            "at": "",
            "changes": changes,
            "done": None,
        } | more
        return self.client.post(f"{self.address}changes/", body, content_type="application/json")

    def type(self, name: str, *values: str, **more: Any) -> Any:
        """Sent, and taken."""
        response = self.send((name, list(values)), **more)
        assert response.status_code == 200, response.content
        answer = response.json()
        self.revision = answer["news"]["revision"]
        return answer

    def say_done(self, is_done: bool = True) -> Any:
        self.news()
        response = self.send(done=is_done)
        assert response.status_code == 200
        return response.json()

    def news(self, since: int = 0) -> Any:
        response = self.client.get(f"{self.address}news/?since={since}")
        assert response.status_code == 200, response.content
        self.revision = response.json()["revision"]
        return response.json()

    def manage(self, do: str, **more: Any) -> Any:
        return self.client.post(f"{self.address}manage/", {"do": do, **more}, headers=SCRIPT)

    def form(self, **more: Any) -> dict[str, Any]:
        """What the page would post now."""
        fields = {name: field["values"] for name, field in self.news()["fields"].items()}
        return fields | {"edit_secret": "y" * 30, "action": "record"} | more

    def record(self, **more: Any) -> Any:
        return self.client.post(f"{self.address}record/", self.form(**more), headers=SCRIPT)


def open_table(client: Client, *names: str, raw: Any = None, **more: Any) -> PhoneOfTable:
    """The sheet of two seats, filled in, opened for the table by this browser."""
    posted = posted_sheet(raw or two_seats(), *names, **more)
    response = client.post(OPEN, posted, headers=SCRIPT)
    assert response.status_code == 200, response.content
    key = response.json()["address"].split("/")[2]
    return PhoneOfTable(JointSheet.objects.get(key=key), client)


def phone_at(table: PhoneOfTable, seat: int | None, client: Client | None = None) -> PhoneOfTable:
    phone = PhoneOfTable(table.sheet, client or Client())
    assert phone.sit(seat).status_code == 302
    return phone
