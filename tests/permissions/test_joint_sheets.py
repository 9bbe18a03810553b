"""Every phone of a joint sheet, also those whose right was taken away, tries every action."""

import pytest
from django.test import Client

from games.joint_sheets.models import JointPhone, JointSheet
from games.joint_sheets.services.choices import SILENT_KEEPER
from tests.factories.games import clans_seat, clans_sheet
from tests.factories.people import PlayerFactory
from tests.games.joint_sheets.tables import PhoneOfTable, open_table, phone_at

pytestmark = pytest.mark.django_db

CLANS = ("campbell", "stewart", "robertson", "fraser")
# At seat 1, or where that is what they lost.
KINDS = (
    "keeper", "seated", "other seat", "reader", "left", "freed", "former keeper", "signed out", "other account",
    "stranger",
)  # fmt: skip
HERE = {"keeper", "seated", "other seat", "reader", "freed", "former keeper", "signed out", "other account"}
AT_SEAT_1 = {"seated", "signed out", "other account"}
WITH_SEAT = {*AT_SEAT_1, "other seat"}
KEEPS = {"keeper"}


class People:
    """The phone of each kind at a table of its own; `keeper` is the phone that keeps the sheet."""

    def __init__(self, kind: str) -> None:
        client = Client()
        raw = clans_sheet(*(clans_seat(clan=clan) for clan in CLANS))
        self.opener = self.keeper = open_table(client, "Ailsa", "Rory", "Una", "Iain", raw=raw)
        self.kind = kind
        self.phone = self.keeper if kind == "keeper" else self._phone(kind)

    def _phone(self, kind: str) -> PhoneOfTable:
        table = self.opener
        match kind:
            case "seated":
                return phone_at(table, 1)
            case "other seat":
                return phone_at(table, 2)
            case "reader":
                return phone_at(table, None)
            case "left":
                phone = phone_at(table, 1)
                assert phone.manage("leave").status_code == 200
                return phone
            case "freed":
                phone = phone_at(table, 1)
                assert table.manage("free_seat", seat=1).status_code == 200
                return phone
            case "former keeper":
                self.keeper = phone_at(table, 0)
                assert table.manage("hand_on", phone=2).status_code == 200
                return table
            case "signed out" | "other account":
                client = Client()
                client.force_login(PlayerFactory().account)
                phone = phone_at(table, 1, client)
                phone.say_done()
                device = client.cookies["device"].value
                client.logout()
                client.cookies["device"] = device
                if kind == "other account":
                    client.force_login(PlayerFactory().account)
                return phone
        return PhoneOfTable(table.sheet, Client())


def writes(name, **choices):
    def act(people: People) -> bool:
        for do, value in choices.items():
            assert people.keeper.manage(do, value=value).status_code == 200
        response = people.phone.send((name, ["1"]))
        taken = response.status_code == 200 and response.json()["applied"] == 1
        values = people.keeper.news()["fields"].get(name, {}).get("values")
        assert (values == ["1"]) == taken
        return taken

    return act


def manages(do, **more):
    def act(people: People) -> bool:
        before = JointSheet.objects.get().revision
        response = people.phone.manage(do, **more)
        done = response.status_code in {200, 410}
        assert done or JointSheet.objects.get().revision == before
        return done

    return act


def takes_over_from_silence(people: People) -> bool:
    keeper = JointPhone.objects.get(number=JointSheet.objects.get().keeper)
    keeper.heard_at -= SILENT_KEEPER
    keeper.save()
    return people.phone.manage("take_over").status_code == 200


def records(people: People) -> bool:
    return people.phone.record().status_code == 200


def is_done(people: People) -> bool:
    answer = people.phone.send(done=True, since=people.keeper.news()["revision"])
    return answer.status_code == 200 and any(one["done"] for one in answer.json()["news"]["phones"])


def takes_a_free_seat(people: People) -> bool:
    return people.phone.sit(3).status_code == 302 and JointPhone.objects.filter(seat=3).exists()


def takes_a_taken_seat(people: People) -> bool:
    holder = phone_at(people.opener, 3)
    people.phone.sit(3)
    return holder.row.seat != 3


def reads(people: People) -> bool:
    return people.phone.client.get(f"{people.phone.address}news/").status_code == 200


EVERYBODY = set(KINDS)
# What, and which phones may.
ACTIONS = {
    "write in column 1": (writes("seats[1].money"), KEEPS | AT_SEAT_1),
    "write the name at seat 1": (writes("seats[1].player"), KEEPS | AT_SEAT_1),
    "write in column 1 where anyone writes": (writes("seats[1].money", writing="anyone"), HERE),
    "write an option": (writes("options.train"), KEEPS),
    "write an option where anyone does": (writes("options.train", setup="anyone"), HERE),
    "write notes where anyone writes": (writes("notes", writing="anyone", setup="anyone"), KEEPS),
    "choose the club where anyone writes": (writes("club", writing="anyone", setup="anyone"), KEEPS),
    "change what kind of seat it is": (writes("seats[1].kind", writing="anyone"), set()),
    "say which table it is of": (writes("prepared", writing="anyone"), set()),
    "free a seat": (manages("free_seat", seat=2), KEEPS),
    "hand the sheet on": (manages("hand_on", phone=1), KEEPS),
    "take it over from who is here": (manages("take_over"), set()),
    "take it over from silence": (takes_over_from_silence, WITH_SEAT),
    "say who writes": (manages("writing", value="anyone"), KEEPS),
    "say who sets up": (manages("setup", value="anyone"), KEEPS),
    "make a new code": (manages("new_code"), KEEPS),
    "end it": (manages("end"), KEEPS),
    "leave": (manages("leave"), HERE),
    "record": (records, KEEPS),
    "be done": (is_done, WITH_SEAT),
    "take a free seat": (takes_a_free_seat, EVERYBODY),
    "take the seat of another phone": (takes_a_taken_seat, set()),
    "read": (reads, EVERYBODY),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("action", ACTIONS)
def test_what_each_phone_may(action, kind):
    act, who = ACTIONS[action]
    assert act(People(kind)) == (kind in who)


@pytest.mark.parametrize("kind", ["signed out", "other account"])
def test_what_was_said_with_another_account_does_not_count(kind):
    people = People(kind)
    assert any(one["done"] for one in people.keeper.news()["phones"])
    people.phone.send()
    assert not any(one["done"] for one in people.keeper.news()["phones"])


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("end", ["end", "record"])
def test_of_a_sheet_that_is_over_nobody_does_anything(kind, end):
    people = People(kind)
    phone = people.phone
    form = phone.form()
    assert (people.keeper.manage("end") if end == "end" else people.keeper.record()).status_code in {200, 410}
    before = JointSheet.objects.values().get()
    for answer in (
        phone.send(("seats[1].money", ["1"])),
        phone.send(done=True),
        phone.sit(3),
        phone.client.post(f"{phone.address}record/", form),
        phone.client.get(f"{phone.address}news/"),
        phone.client.get(phone.address),
        phone.client.get(f"{phone.address}invite/"),
        *(
            phone.manage(do, seat=1, phone=1, value="anyone")
            for do in ("free_seat", "hand_on", "take_over", "writing", "setup", "new_code", "end", "leave")
        ),
    ):
        assert answer.status_code == 410
    assert JointSheet.objects.values().get() == before
