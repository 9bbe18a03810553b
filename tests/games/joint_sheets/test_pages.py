"""From the invitation to the sheet."""

import pytest
from django.test import Client

from games.joint_sheets.models import JointSheet
from games.results.models import Draft
from tests.factories.games import two_seats
from tests.factories.people import PlayerFactory
from tests.games.joint_sheets.tables import OPEN, SCRIPT, PhoneOfTable, open_table, phone_at
from tests.games.sheets.posting import posted_sheet

pytestmark = pytest.mark.django_db


class TestOpening:
    def test_the_form_as_it_stands_becomes_the_joint_sheet(self, client):
        response = client.post(OPEN, posted_sheet(two_seats(), "Ailsa", "Rory"))
        sheet = JointSheet.objects.get()
        assert response.url == f"/together/{sheet.key}/invite/"
        assert len(sheet.key) >= 22
        fields = PhoneOfTable(sheet, client).news()["fields"]
        assert fields["seats[0].player"]["values"] == ["Ailsa"]
        assert fields["seats[0].player"]["by"] == 1
        assert "edit_secret" not in fields

    def test_signs_that_no_database_keeps_are_left_out(self, client):
        client.post(OPEN, posted_sheet(two_seats(), "Ai\x00lsa", "Rory"))
        assert JointSheet.objects.get().fields["seats[0].player"]["values"] == ["Ailsa"]

    def test_a_script_is_told_the_address(self, client):
        response = client.post(OPEN, posted_sheet(two_seats()), headers=SCRIPT)
        assert response.json() == {"address": f"/together/{JointSheet.objects.get().key}/invite/"}

    def test_the_same_key_leads_its_keeper_to_the_same_sheet_and_anybody_else_to_their_own(self, client):
        posted = posted_sheet(two_seats())
        first = client.post(OPEN, posted).url
        assert client.post(OPEN, posted).url == first
        assert Client().post(OPEN, posted).url != first

    def test_the_draft_of_the_sheet_ends(self, client):
        player = PlayerFactory()
        client.force_login(player.account)
        posted = posted_sheet(two_seats())
        client.post("/score/clans_of_caledonia/", posted | {"action": "draft"})
        assert Draft.objects.count() == 1
        client.post(OPEN, posted)
        assert Draft.objects.count() == 0

    def test_without_seats_there_is_nothing_to_open(self, client):
        assert client.post(OPEN, {}).url == "/score/"
        assert client.post("/together/new/chess/", {}).status_code == 404


class TestJoining:
    def test_by_the_code_one_comes_to_who_are_you_and_then_to_the_sheet(self, client):
        table = open_table(client, "Ailsa", "Rory")
        code = table.sheet.code
        other = Client()
        assert other.get(f"/join/{code.lower()}/").url == table.address
        assert other.post("/join/", {"code": f" {code[:2].lower()} {code[2:]}"}).url == table.address
        page = other.get(table.address)
        assert "Who are you?" in page.content.decode()
        assert "Rory" in page.content.decode()
        phone = phone_at(table, 1, other)
        assert phone.number == 2
        assert [one["name"] for one in table.news()["phones"]] == ["", "Rory"]

    def test_a_seat_is_of_one_phone(self, client):
        table = open_table(client, "Ailsa", "Rory")
        phone_at(table, 1)
        other = PhoneOfTable(table.sheet, Client())
        assert other.sit(1).url == f"{table.address}?who=1"
        refused = other.client.post(f"{table.address}seat/", {"seat": "1"}, headers=SCRIPT)
        assert (refused.status_code, refused.json()["code"]) == (409, "seat_taken")
        assert other.sit(None).url == table.address
        assert other.sit(7).url == f"{table.address}?who=1"

    def test_the_page_of_the_sheet_shows_what_was_typed(self, client):
        table = open_table(client, "Ailsa", "Rory")
        phone = phone_at(table, 1)
        phone.type("seats[1].player", "Rory MacDonald")
        assert "Rory MacDonald" in client.get(table.address).content.decode()

    def test_whoever_is_signed_in_brings_their_name(self, client):
        table = open_table(client, "Ailsa", "")
        player = PlayerFactory(name="Iain")
        other = Client()
        other.force_login(player.account)
        phone_at(table, 1, other)
        assert table.news()["fields"]["seats[1].player"]["values"] == ["Iain"]


class TestOver:
    def test_nobody_knows_another_key(self, client):
        assert client.get("/together/nothing-like-that-is-here/").status_code == 404
        assert client.get("/together/nothing-like-that-is-here/news/").status_code == 404

    def test_an_ended_sheet_says_so_and_its_keeper_goes_on_alone(self, client):
        table = open_table(client, "Ailsa", "Rory")
        phone = phone_at(table, 1)
        phone.type("seats[1].player", "Rory Two")
        assert table.manage("end").status_code == 410
        answer = phone.client.get(f"{table.address}news/", headers=SCRIPT)
        assert (answer.status_code, answer.json()["code"]) == (410, "over")
        assert phone.client.get(table.address).status_code == 410
        assert "Rory Two" not in phone.client.get(table.address).content.decode()
        page = client.get(table.address).content.decode()
        assert "Rory Two" in page
        assert str(table.sheet.entry_key) in page
