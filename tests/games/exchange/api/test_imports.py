"""Imports by API."""

import pytest

from games.clubs.enums import ClubVisibility
from games.results.models import Game
from tests.factories.clubs import ClubFactory, member_of
from tests.games.exchange.conftest import bgstats_file
from tests.games.results.api.conftest import client_of

pytestmark = pytest.mark.django_db(transaction=True)
IMPORTS = "/api/v1/imports/"


def send(client, content, **query):
    from urllib.parse import urlencode

    return client.generic(
        "POST", f"{IMPORTS}?{urlencode(query)}", content, content_type="application/octet-stream"
    )


def test_send_look_run(club, keeper):
    client = client_of(keeper)
    content = bgstats_file(("p1", "2026-05-02", [120, 110]), ("p2", "never", [1, 2]))
    sent = send(client, content, club=club.public_id, filename="plays.json")
    assert sent.status_code == 201
    address = f"{IMPORTS}{sent.data['public_id']}/"
    data = client.get(address).data
    assert (data["state"], data["counts"]["new"], data["counts"]["unreadable"]) == ("ready", 1, 1)
    rows = client.get(f"{address}rows/?kind=unreadable").data["results"]
    assert [(row["where"], row["code"]) for row in rows] == [("2", "no_date")]
    done = client.post(f"{address}run/", {"unknown_names": "names"}, format="json")
    assert done.status_code == 200
    assert client.get(address).data["state"] == "done"
    assert client.get(f"{address}rows/?kind=new").data["results"][0]["game"] == Game.objects.get().public_id
    again = client.post(f"{address}run/", {}, format="json")
    assert (again.status_code, again.data["code"]) == (409, "import_not_ready")
    assert client.post(f"{address}stop/").data["code"] == "import_not_running"


def test_files_that_are_none_say_why(club, keeper):
    client = client_of(keeper)
    refused = send(client, b"{", form="bgstats")
    data = client.get(f"{IMPORTS}{refused.data['public_id']}/").data
    assert (data["state"], data["reason"]) == ("refused", "This is not JSON, or the file is cut off.")
    wrong = send(client, b"{}", form="pdf")
    assert (wrong.status_code, wrong.data["errors"][0]["path"]) == (400, "form")


def test_whose_import_it_is(club, keeper):
    address = f"{IMPORTS}{send(client_of(keeper), bgstats_file()).data['public_id']}/"
    stranger = client_of(member_of(club))
    for path in ("", "rows/"):
        assert stranger.get(address + path).status_code == 404
        assert client_of().get(address + path).status_code == 401
    for path in ("run/", "stop/"):
        assert stranger.post(address + path, {}, format="json").status_code == 404
    assert send(stranger, bgstats_file(), club=club.public_id).status_code == 403
    private = ClubFactory(visibility=ClubVisibility.PRIVATE)
    assert send(client_of(keeper), bgstats_file(), club=private.public_id).status_code == 404
