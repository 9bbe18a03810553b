"""What a browser is given so that the sheet can be installed, opened without a connection and sent later."""

import json
import re
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.template.loader import get_template
from django.test import Client
from django.urls import reverse

from games.sheets import offline, rules
from games.systems.registry import system_keys
from tests.factories.people import PlayerFactory

pytestmark = pytest.mark.django_db


def worker_arguments(client):
    script = client.get("/sw.js").content.decode()
    return json.loads(re.search(r"serve\(self, (.*)\);\n$", script, re.DOTALL)[1])


def test_the_manifest_makes_the_site_an_app_that_begins_with_a_score(client):
    answer = client.get(reverse("games:manifest"))
    assert answer["Content-Type"] == "application/manifest+json"
    told = answer.json()
    assert told["start_url"] == reverse("games:start")
    assert told["display"] == "standalone"
    assert {icon["sizes"] for icon in told["icons"]} == {"192x192", "512x512"}
    assert {icon["purpose"] for icon in told["icons"]} == {"any", "maskable"}
    for icon in told["icons"]:
        picture = finders.find(icon["src"].removeprefix(settings.STATIC_URL))
        width, height = (int(side) for side in icon["sizes"].split("x"))
        with open(picture, "rb") as file:
            header = file.read(24)
        assert header[:8] == b"\x89PNG\r\n\x1a\n"
        assert (int.from_bytes(header[16:20]), int.from_bytes(header[20:24])) == (width, height)


def test_the_manifest_speaks_the_visitors_language(client):
    assert client.get("/manifest.webmanifest", headers={"Accept-Language": "fr"}).json()["lang"] == "fr"


def test_every_page_names_the_manifest(client):
    assert b'<link rel="manifest" href="/manifest.webmanifest">' in client.get("/").content


def test_the_worker_is_a_script_nobody_keeps(client):
    answer = client.get("/sw.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert "no-store" in answer["Cache-Control"]


def test_every_file_the_worker_keeps_is_there(client):
    """One that is missing would keep the worker from being installed at all."""
    told = worker_arguments(client)
    assert len(told["assets"]) > 15
    files = [address for address in told["assets"] if address.startswith(settings.STATIC_URL)]
    names = [address.removeprefix(settings.STATIC_URL) for address in files]
    assert [name for name in names if finders.find(name) is None] == []
    others = {*told["assets"], *(address for own in told["words"].values() for address in own)} - {*files}
    assert others == {*told["lasting"]}
    assert [address for address in others if client.get(address).status_code != 200] == []


def test_the_worker_keeps_the_rules_and_the_words_of_all_games_by_language(client):
    told = worker_arguments(client)
    assert rules.script_address() in told["assets"]
    assert told["words"] == {
        language: [rules.words_address(system, language) for system in system_keys()]
        for language in ("en", "fr", "pt-br")
    }


def test_the_worker_keeps_everything_a_sheet_asks_for(client):
    page = client.get("/score/clans_of_caledonia/?human=4").content.decode()
    kept = set(worker_arguments(client)["assets"])
    asked = {address.split("#")[0] for address in re.findall(r'(?:src|href)="(/static/[^"]+)"', page)}
    pictures_of_the_app = {address for address in asked if "/app-icons/" in address}
    assert asked - kept == pictures_of_the_app


def test_every_page_the_worker_keeps_is_a_sheet_without_anything_private(client):
    """They are fetched without cookies; with one they would look different."""
    told = worker_arguments(client)
    pages = [*told["pages"], told["fallback"]]
    assert {page.split("?")[0] for page in pages} == {
        "/score/",
        "/score/offline/",
        "/score/waiting/",
        "/score/clans_of_caledonia/",
        "/score/glen_more_2/",
    }
    for page in pages:
        assert client.get(page).status_code == 200, page


def test_every_table_of_the_start_page_opens_without_a_connection(client):
    offered = set(re.findall(r'href="(/score/\w+/\?[^"]+)"', client.get("/score/").content.decode()))
    assert len(offered) > 6
    assert {address.replace("&amp;", "&") for address in offered} == set(offline.sheet_addresses()) - {
        "/score/"
    }


def test_the_version_changes_with_the_files(settings, tmp_path):
    """A changed file must reach browsers that have kept the one before."""
    settings.DEBUG = True
    before = offline.version()
    assert offline.version() == before
    (tmp_path / "new.css").write_text("p { margin: 0; }")
    settings.STATICFILES_DIRS = [tmp_path]
    finders.get_finder.cache_clear()
    bundled = settings.STATIC_BUNDLES["bundles/site.css"]
    settings.STATIC_BUNDLES = settings.STATIC_BUNDLES | {"bundles/site.css": (*bundled, "new.css")}
    with_another = offline.version()
    assert with_another != before
    (tmp_path / "new.css").write_text("p { margin: 1px; }")
    assert offline.version() not in {before, with_another}
    finders.get_finder.cache_clear()


@pytest.mark.parametrize("name", ["script_address", "kept_words"])
def test_the_version_changes_with_rules_and_words(settings, monkeypatch, name):
    settings.DEBUG = True
    before = offline.version()
    monkeypatch.setattr(offline, name, lambda: "others")
    assert offline.version() != before


def test_the_session_gives_a_token_that_the_server_takes():
    strict = Client(enforce_csrf_checks=True)
    token = strict.get(reverse("games:session")).json()["token"]
    sheet = {"seats[0].kind": "human", "seats[1].kind": "human", "action": "preview"}
    address = "/score/clans_of_caledonia/"
    assert strict.post(address, sheet).status_code == 403
    assert strict.post(address, sheet | {"csrfmiddlewaretoken": token}).status_code == 200


def test_the_session_tells_accounts_apart_without_naming_them(client):
    address = reverse("games:session")
    answer = client.get(address)
    assert answer.json()["account"] == ""
    assert "no-store" in answer["Cache-Control"]
    told = set()
    for player in (PlayerFactory(), PlayerFactory()):
        client.force_login(player.account)
        account = client.get(address).json()["account"]
        assert client.get(address).json()["account"] == account
        assert player.account.email not in account
        told.add(account)
    assert len(told) == 2


def test_the_page_without_a_connection_leads_to_the_sheet(client):
    page = client.get(reverse("games:offline")).content.decode()
    assert "No connection" in page
    assert f'class="button button-primary" href="{reverse("games:start")}"' in page


def test_the_page_of_a_waiting_game_is_the_same_for_everybody(client):
    """What it shows comes from the device; the page knows every game's rules and words, in the reader's language."""
    page = client.get(reverse("games:waiting"), headers={"accept-language": "fr"}).content.decode()
    for system in system_keys():
        assert rules.words_address(system, "fr") in page
    assert rules.script_address() in page
    assert page.count("/static/results/results.css") == 1


@pytest.mark.parametrize(
    "address",
    ["/manifest.webmanifest", "/sw.js", "/score/session/", "/score/offline/", "/score/waiting/"],
)
def test_nothing_here_writes(client, address, django_assert_num_queries):
    with django_assert_num_queries(0):
        assert client.get(address).status_code == 200
    assert client.post(address).status_code == 405


def test_scripts_have_all_their_words_and_no_idle_ones():
    scripts = Path(offline.__file__).parent / "static" / "sheets"
    said = set()
    for script in scripts.glob("*.js"):
        for call in re.findall(r"\bsay\(([^,)]+)", script.read_text()):
            said |= set(re.findall(r'"(\w+)"', call))
    words = get_template("sheets/offline/words.html").render({})
    given = {
        re.sub(r"-(\w)", lambda found: found[1].upper(), name)
        for name in re.findall(r"\bdata-([a-z-]+)=\"", words.partition("</template>")[0])
    }
    # Named by the state of a waiting sheet.
    states = {"stateWaiting", "stateSignin", "stateRefused"}
    assert given == said | states
