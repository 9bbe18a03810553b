"""How long sheets and codes live, what guessing meets, and what is left of a deleted account."""

import io
import json
import zipfile
from datetime import timedelta

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone
from time_machine import travel

from games.joint_sheets.models import JointPhone, JointSheet
from games.joint_sheets.services import codes
from games.joint_sheets.services.codes import ALPHABET
from games.joint_sheets.tasks import clear_old_sheets_now
from games.joint_sheets.web.codes import MOST_WRONG_CODES
from games.players.services.accounts import delete_account, export_personal_data
from games.results.models import Game
from tests.factories.people import PlayerFactory
from tests.games.joint_sheets.tables import SCRIPT, open_table, phone_at

pytestmark = pytest.mark.django_db


def signed_in(player):
    client = Client()
    client.force_login(player.account)
    return client


class TestCodes:
    def test_four_signs_that_nobody_mistakes(self, client):
        code = open_table(client).sheet.code
        assert len(code) == 4
        assert set(code) <= set(ALPHABET)
        assert not set("01OIL") & set(ALPHABET)

    def test_it_lives_six_hours(self, client):
        with travel("2026-05-02 20:00Z", tick=False):
            table = open_table(client)
        code = table.sheet.code
        with travel("2026-05-03 01:59Z", tick=False):
            assert client.get(f"/join/{code}/").status_code == 302
        with travel("2026-05-03 02:01Z", tick=False):
            assert client.get(f"/join/{code}/").status_code == 404
            assert table.news()["code"] == ""
            assert client.get(f"{table.address}invite/").status_code == 200

    def test_no_two_tables_have_the_same_while_it_lives(self, client, monkeypatch):
        given = iter(["AAAA", "AAAA", "BBBB", "AAAA"])
        monkeypatch.setattr(codes, "new_code", lambda: next(given))
        with travel("2026-05-02 20:00Z", tick=False):
            assert open_table(Client()).sheet.code == "AAAA"
            assert open_table(Client()).sheet.code == "BBBB"
        with travel("2026-05-03 20:00Z", tick=False):
            assert open_table(Client()).sheet.code == "AAAA"
        assert JointSheet.objects.filter(code="AAAA").count() == 1

    def test_a_new_one_makes_the_old_one_worthless(self, client):
        table = open_table(client)
        old = table.sheet.code
        new = table.manage("new_code").json()["news"]["code"]
        assert Client().get(f"/join/{old}/").status_code == (302 if old == new else 404)
        assert Client().get(f"/join/{new}/").status_code == 302

    def test_it_ends_with_the_recording(self, client):
        table = open_table(client)
        table.record()
        assert Client().get(f"/join/{table.sheet.code}/").status_code == 404

    def test_who_guesses_has_to_wait_and_right_ones_do_not_count(self, client):
        table = open_table(client)
        wrong = "2222" if table.sheet.code != "2222" else "3333"
        for _time in range(3 * MOST_WRONG_CODES):
            assert client.post("/join/", {"code": table.sheet.code}).status_code == 302
        for _time in range(MOST_WRONG_CODES):
            answer = client.post("/join/", {"code": wrong})
            assert answer.status_code == 422
            assert "No table has this code now." in answer.content.decode()
        for address in (wrong, table.sheet.code):
            answer = client.get(f"/join/{address}/")
            assert (answer.status_code, answer.headers["Retry-After"]) == (429, "600")
        elsewhere = Client(REMOTE_ADDR="203.0.113.9")
        assert elsewhere.get(f"/join/{table.sheet.code}/").status_code == 302

    def test_rubbish_is_a_wrong_code(self, client):
        for code in ("", "x", "A" * 500, "''--", "\x00\x00\x00\x00"):
            assert client.post("/join/", {"code": code}).status_code == 422


class TestKeys:
    def test_wrong_keys_are_limited_and_recorded_sheets_are_not_wrong(self, client):
        table = open_table(client)
        table.record()
        for _time in range(40):
            assert client.get(f"{table.address}news/", headers=SCRIPT).status_code == 410
        assert client.get("/together/%00/").status_code == 404
        statuses = [
            client.get("/together/nothing-like-that-is-here/news/").status_code for _time in range(30)
        ]
        assert statuses == [404] * 29 + [429]


class TestClearing:
    def test_what_nobody_touched_for_two_weeks_goes(self, client):
        table = open_table(client)
        JointSheet.objects.update(touched_at=timezone.now() - timedelta(days=13))
        clear_old_sheets_now()
        assert JointSheet.objects.exists()
        JointSheet.objects.update(touched_at=timezone.now() - timedelta(days=15))
        clear_old_sheets_now()
        assert not JointSheet.objects.exists()
        assert not JointPhone.objects.exists()
        assert client.get(table.address).status_code == 404

    def test_recorded_and_ended_sheets_go_after_a_day_and_games_stay(self, client):
        open_table(client).record()
        open_table(client).manage("end")
        JointSheet.objects.update(touched_at=timezone.now() - timedelta(hours=23))
        clear_old_sheets_now()
        assert JointSheet.objects.count() == 2
        JointSheet.objects.update(touched_at=timezone.now() - timedelta(hours=25))
        clear_old_sheets_now()
        assert not JointSheet.objects.exists()
        assert Game.objects.count() == 1

    def test_it_stands_in_the_schedule(self):
        tasks = {entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()}
        assert clear_old_sheets_now.name in tasks


class TestPersonalData:
    def test_what_somebody_wrote_is_in_their_archive(self, client):
        table = open_table(client, "Ailsa", "")
        player = PlayerFactory(name="Iain")
        phone_at(table, 1, signed_in(player)).type("seats[1].money", "34")
        with zipfile.ZipFile(io.BytesIO(export_personal_data(account=player.account).read())) as archive:
            rows = json.loads(archive.read("joint_sheets.json"))
        assert rows[0]["written"] == {"seats[1].money": ["34"], "seats[1].player": ["Iain"]}
        assert "sealed" not in str(rows)

    def test_a_deleted_account_leaves_numbers_and_no_name(self, client):
        table = open_table(client, "Ailsa", "")
        player = PlayerFactory(name="Iain")
        phone = phone_at(table, 1, signed_in(player))
        phone.type("seats[1].money", "34")
        table.manage("hand_on", phone=2)
        table.sit(0)
        delete_account(account=player.account)
        news = table.news()
        assert [one["number"] for one in news["phones"]] == [1]
        assert news["keeper"] == 1
        assert news["fields"]["seats[1].money"]["values"] == ["34"]
        assert news["fields"]["seats[1].player"]["values"] == []
        assert "Iain" not in json.dumps(JointSheet.objects.get().fields)
        row = JointPhone.objects.get(number=2)
        assert (row.account, row.sealed_device) == (None, "")

    def test_a_sheet_of_theirs_alone_goes_with_them(self):
        player = PlayerFactory(name="Iain")
        open_table(signed_in(player))
        delete_account(account=player.account)
        assert not JointSheet.objects.exists()
