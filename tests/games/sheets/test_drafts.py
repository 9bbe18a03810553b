"""Sheets that are kept on the server until somebody goes on with them."""

import re
from uuid import uuid4

import pytest

from games.results.models import Draft
from games.results.services.drafts import MOST_DRAFTS
from tests.factories.games import clans_seat, clans_sheet, two_seats
from tests.factories.people import PlayerFactory
from tests.games.sheets.posting import hidden_fields, new_address, posted_sheet

pytestmark = pytest.mark.django_db

NEW = new_address()


def text_of(response):
    return re.sub(r"\s+", " ", response.content.decode())


class TestDrafts:
    @pytest.fixture
    def account(self, client):
        account = PlayerFactory().account
        client.force_login(account)
        return account

    def test_a_sheet_kept_for_later_comes_back_whole(self, client, account):
        raw = clans_sheet(clans_seat(glory="lots", contract_tiles=[3, 12]), {})
        fields = posted_sheet(raw, "Ailsa", "", action="draft", place="Leith")
        assert client.post(NEW, fields).url == "/score/drafts/"
        listed = text_of(client.get("/score/drafts/"))
        address = re.search(r'href="(/score/clans_of_caledonia/\?draft=[^"]+)"', listed)[1]
        page = text_of(client.get(address))
        assert 'value="lots"' in page
        assert 'value="Ailsa"' in page
        assert 'value="Leith"' in page
        assert hidden_fields(page)["entry_key"] == fields["entry_key"]

    def test_recording_it_ends_the_draft(self, client, account):
        fields = posted_sheet(two_seats(), action="draft")
        client.post(NEW, fields)
        assert client.post(NEW, fields | {"action": "record"}).status_code == 302
        assert not Draft.objects.exists()

    def test_another_device_is_not_overwritten_unseen(self, client, account):
        fields = posted_sheet(two_seats(), action="draft")
        client.post(NEW, fields)
        response = client.post(NEW, fields | {"seats[0].glory": "7"})
        assert "Somebody else changed this" in text_of(response)
        assert Draft.objects.get().content["fields"]["seats[0].glory"] == ["45"]

    def test_nobody_sees_the_drafts_of_others(self, client, account):
        client.post(NEW, posted_sheet(two_seats(), action="draft"))
        key = Draft.objects.get().idempotency_key
        client.force_login(PlayerFactory().account)
        assert client.get(f"{NEW}?draft={key}").status_code == 404
        assert client.get(f"/score/drafts/{key}").status_code == 404
        assert client.delete(f"/score/drafts/{key}").status_code == 404

    def test_browsers_put_get_and_delete(self, client, account):
        body = {
            "system": "clans_of_caledonia",
            "content": {"fields": {"seats[0].glory": ["4"]}},
            "revision": 0,
        }
        address = "/score/drafts/00000000-0000-4000-8000-000000000001"

        def put(**more):
            return client.put(address, body | more, content_type="application/json")

        assert put().json()["revision"] == 1
        changed = {"fields": {"seats[0].glory": ["5"]}}
        assert put(content=changed, revision=1).json()["revision"] == 2
        conflict = put(content={"fields": {"seats[0].glory": ["6"]}}, revision=1)
        assert (conflict.status_code, conflict.json()["content"]) == (412, changed)
        assert client.get(address).json()["revision"] == 2
        assert client.put(address, "[", content_type="application/json").status_code == 400
        assert client.delete(address).status_code == 204
        client.logout()
        assert put().status_code == 401

    def test_a_sheet_that_became_a_game_is_no_draft_again(self, client, account):
        fields = posted_sheet(two_seats(), action="record")
        game = client.post(NEW, fields).url
        address = f"/score/drafts/{fields['entry_key']}"
        body = {"system": "clans_of_caledonia", "content": {"fields": {}}, "revision": 0}
        for answer in (client.put(address, body, content_type="application/json"), client.get(address)):
            assert (answer.status_code, answer.json()["code"]) == (410, "already_recorded")
            assert answer.json()["game"] == game
        assert client.get(f"{NEW}?draft={fields['entry_key']}").url == game
        again = client.post(NEW, fields | {"action": "draft"})
        assert again.status_code == 410
        assert hidden_fields(text_of(again))["entry_key"] != fields["entry_key"]
        assert not Draft.objects.exists()

    def test_too_many_are_told_and_what_was_typed_stays(self, client, account):
        Draft.objects.bulk_create(
            Draft(owner=account, idempotency_key=uuid4(), system="clans_of_caledonia", content={"fields": {}})
            for _ in range(MOST_DRAFTS)
        )
        page = text_of(client.post(NEW, posted_sheet(two_seats(), "Ailsa", action="draft")))
        assert "You have many unfinished sheets." in page
        assert 'value="Ailsa"' in page

    @pytest.mark.parametrize("drafts", [1, 3])
    def test_queries_do_not_grow_with_the_list(self, client, account, drafts, django_assert_num_queries):
        for _ in range(drafts):
            client.post(NEW, posted_sheet(two_seats(), action="draft"))
        client.get("/score/drafts/")
        with django_assert_num_queries(3):
            client.get("/score/drafts/")
