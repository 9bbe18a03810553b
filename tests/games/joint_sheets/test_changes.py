"""Phones that send and ask: one writes, all read."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from time_machine import travel

from games.joint_sheets.models import JointSheet
from tests.factories.people import PlayerFactory
from tests.games.joint_sheets.tables import SCRIPT, PhoneOfTable, open_table, phone_at

pytestmark = pytest.mark.django_db

MONEY = "seats[1].money"


def values_in(news):
    return {name: field["values"] for name, field in news["fields"].items()}


class TestWriting:
    def test_what_one_phone_writes_every_phone_reads(self, table):
        phone = phone_at(table, 1)
        before = table.news()["revision"]
        answer = phone.type(MONEY, "34", at=MONEY)
        assert (answer["applied"], answer["refused"]) == (1, [])
        news = table.news(since=before)
        assert news["fields"] == {
            MONEY: {
                "values": ["34"],
                "revision": before + 1,
                "by": 2,
                "others": [{"by": 1, "values": ["27"]}],
            }
        }
        assert [(one["number"], one["seat"], one["at"]) for one in news["phones"]] == [
            (1, None, ""),
            (2, 1, MONEY),
        ]

    def test_the_answer_holds_what_the_phone_had_not_seen(self, table):
        phone = phone_at(table, 1)
        phone.news()
        table.type("notes", "A fine evening.")
        assert set(phone.type(MONEY, "34")["news"]["fields"]) == {"notes", MONEY}

    def test_a_column_is_its_phones_and_the_keepers(self, table):
        phone, reader = phone_at(table, 1), phone_at(table, None)
        for other, name in (
            (phone, "seats[0].money"),
            (reader, MONEY),
            (phone, "notes"),
            (phone, "options.train"),
        ):
            refused = other.send((name, ["1"])).json()["refused"]
            assert [(one["name"], one["code"]) for one in refused] == [(name, "not_yours")]
            assert refused[0]["detail"]
        assert table.type(MONEY, "5")["applied"] == 1

    def test_one_reads_all_type(self, table):
        reader = phone_at(table, None)
        assert table.manage("writing", value="anyone").json()["news"]["writing"] == "anyone"
        assert reader.type(MONEY, "5")["applied"] == 1

    def test_a_batch_again_changes_nothing(self, table):
        phone = phone_at(table, 1)
        phone.type(MONEY, "34")
        table.type(MONEY, "43")
        phone.seq = 0
        answer = phone.send((MONEY, ["34"])).json()
        assert (answer["applied"], answer["refused"]) == (0, [])
        assert values_in(table.news())[MONEY] == ["43"]

    def test_a_gap_takes_nothing(self, table):
        phone = phone_at(table, 1)
        phone.seq = 3
        response = phone.send((MONEY, ["34"]))
        assert (response.status_code, response.json()["code"]) == (409, "gap")
        assert values_in(table.news())[MONEY] == ["27"]

    def test_a_queue_of_an_earlier_page_is_taken_under_its_own_name(self, table):
        phone = phone_at(table, 1)
        phone.type(MONEY, "3")
        old = phone.page
        phone.page, phone.seq = "a-page-opened-anew", 0
        phone.type("seats[1].player", "Rory Two")
        phone.page, phone.seq = old, 1
        assert phone.type(MONEY, "34")["applied"] == 1
        assert values_in(table.news())["seats[1].player"] == ["Rory Two"]

    @pytest.mark.parametrize(
        "body",
        [
            "[]", "{", '"x"', "{}", '{"client": "p"}',
            '{"client": "a-page-here", "since": -1, "at": "", "changes": [], "done": null}',
            '{"client": "a-page-here", "since": 0, "at": 3, "changes": [], "done": null}',
            '{"client": "a-page-here", "since": 0, "at": "", "changes": {}, "done": null}',
            '{"client": "a-page-here", "since": 0, "at": "", "changes": [], "done": "yes"}',
            '{"client": "a-page-here", "since": 0, "at": "", "changes": [3], "done": null}',
            '{"client": "a-page-here", "since": 0, "at": "", "done": null, "changes":'
            ' [{"seq": 1, "name": "notes", "values": "x"}]}',
            '{"client": "a-page-here", "since": 0, "at": "", "done": null, "changes":'
            ' [{"seq": 1, "name": "notes", "values": []}, {"seq": 3, "name": "notes", "values": []}]}',
        ],
    )  # fmt: skip
    def test_what_no_page_sends_is_refused(self, table, body):
        response = table.client.post(f"{table.address}changes/", body, content_type="application/json")
        assert (response.status_code, response.json()["code"]) == (400, "unreadable")


class TestWhoMay:
    def test_a_browser_that_never_joined_writes_nothing(self, table):
        response = PhoneOfTable(table.sheet, Client()).send((MONEY, ["1"]))
        assert (response.status_code, response.json()["code"]) == (403, "not_joined")

    def test_who_left_writes_nothing_and_comes_back_as_the_same_phone(self, table):
        phone = phone_at(table, 1)
        assert phone.manage("leave").status_code == 200
        assert phone.send((MONEY, ["1"])).json()["code"] == "not_joined"
        assert [one["number"] for one in table.news()["phones"]] == [1]
        phone.sit(1)
        assert phone.number == 2

    def test_a_freed_seat_is_written_by_who_takes_it_next(self, table):
        phone = phone_at(table, 1)
        table.manage("free_seat", seat=1)
        assert [one["code"] for one in phone.send((MONEY, ["1"])).json()["refused"]] == ["not_yours"]
        assert phone_at(table, 1).type(MONEY, "1")["applied"] == 1

    def test_who_handed_the_sheet_on_keeps_it_no_more(self, table):
        phone = phone_at(table, 1)
        assert table.manage("hand_on", phone=2).json()["news"]["keeper"] == 2
        for do in ("writing", "setup", "new_code", "end", "free_seat", "hand_on"):
            value = {"value": "anyone", "seat": 1, "phone": 1}
            response = table.manage(do, **value)
            assert (response.status_code, response.json()["code"]) == (403, "not_keeper")
        assert [one["code"] for one in table.send(("notes", ["x"])).json()["refused"]] == ["not_yours"]
        assert phone.type("notes", "x")["applied"] == 1

    def test_it_is_handed_on_to_who_is_there(self, table):
        phone = phone_at(table, 1)
        phone.manage("leave")
        assert table.manage("hand_on", phone=2).json()["code"] == "no_such_phone"

    def test_it_is_taken_over_only_from_a_silent_keeper_and_with_a_seat(self, client):
        with travel("2026-05-02 20:00Z", tick=False):
            table = open_table(client)
            phone, reader = phone_at(table, 1), phone_at(table, None)
            assert phone.manage("take_over").json()["code"] == "keeper_is_here"
        with travel("2026-05-02 20:03Z", tick=False):
            assert reader.manage("take_over").json()["code"] == "not_keeper"
            assert phone.manage("take_over").json()["news"]["keeper"] == 2

    def test_a_keeper_who_leaves_hands_it_on(self, table):
        phone = phone_at(table, 1)
        table.manage("leave")
        assert phone.news()["keeper"] == 2

    def test_alone_a_keeper_who_comes_back_keeps_it(self, table):
        table.manage("leave")
        table.sit(0)
        assert table.type("notes", "x")["applied"] == 1

    def test_with_another_account_what_was_said_is_taken_back(self, table):
        phone = phone_at(table, 1)
        phone.say_done()
        assert [one["done"] for one in table.news()["phones"]] == [False, True]
        phone.client.force_login(PlayerFactory(name="Iain").account)
        phone.send()
        assert [(one["name"], one["done"]) for one in table.news()["phones"]] == [
            ("", False),
            ("Iain", False),
        ]

    def test_what_no_page_asks_for_is_not_done(self, table):
        for asked in (
            {"do": "dance"},
            {"do": "writing", "value": "nobody"},
            {"do": "free_seat", "seat": "x"},
        ):
            assert table.client.post(f"{table.address}manage/", asked).status_code == 400

    def test_of_an_ended_sheet_nothing_is_done(self, table):
        phone = phone_at(table, 1)
        table.manage("end")
        assert phone.send((MONEY, ["1"])).status_code == 410
        assert phone.manage("leave").status_code == 410
        assert phone.sit(1).status_code == 410
        assert phone.client.post(f"{table.address}record/", {}, headers=SCRIPT).status_code == 410


class TestNews:
    def test_nothing_new_costs_one_read_and_nobody_is_looked_up(self, table):
        table.client.force_login(PlayerFactory().account)
        address = f"{table.address}news/?since=1"
        tag = table.client.get(address).headers["ETag"]
        with CaptureQueriesContext(connection) as queries:
            response = table.client.get(address, headers={"If-None-Match": tag})
        assert (response.status_code, response.content) == (304, b"")
        assert len(queries) == 1
        assert "Set-Cookie" not in response.headers

    def test_something_new_costs_as_much_for_many_phones_as_for_one(self, table):
        def cost():
            with CaptureQueriesContext(connection) as queries:
                table.news()
            return len(queries)

        with_one = cost()
        for seat in (0, 1, None):
            phone_at(table, seat)
        assert cost() == with_one == 3

    def test_after_a_change_the_tag_is_another(self, table):
        address = f"{table.address}news/"
        tag = table.client.get(address).headers["ETag"]
        table.type(MONEY, "1")
        assert table.client.get(address, headers={"If-None-Match": tag}).status_code == 200

    def test_many_changes_cost_as_much_as_one(self, table):
        def cost(*typed):
            with CaptureQueriesContext(connection) as queries:
                table.send(*typed)
            return len(queries)

        phone_at(table, 1)
        one = cost((MONEY, ["1"]))
        assert cost((MONEY, ["2"]), ("notes", ["x"]), ("place", ["y"]), ("seats[0].money", ["3"])) == one

    def test_pages_cost_as_much_for_many_phones_as_for_one(self, table):
        table.sit(0)

        def cost(address):
            with CaptureQueriesContext(connection) as queries:
                assert table.client.get(address).status_code == 200
            return len(queries)

        addresses = (table.address, f"{table.address}invite/", f"{table.address}?who=1")
        with_one = [cost(address) for address in addresses]
        phone_at(table, 1)
        phone_at(table, None)
        assert [cost(address) for address in addresses] == with_one

    def test_each_choice_is_news(self, table):
        before = table.news()["revision"]
        table.manage("setup", value="anyone")
        code = table.manage("new_code").json()["news"]["code"]
        assert table.news()["revision"] == before + 2
        assert len(code) == 4
        assert JointSheet.objects.get().code == code
