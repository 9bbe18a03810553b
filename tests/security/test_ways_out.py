"""Nothing leads or leaks from here to where it should not: ways on, cookies, exports, logs, other people's servers."""

import io
import json
import logging
import os
import re
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from django.conf import settings
from django.core import mail

from games.exchange import sending
from games.exchange.sending import BadAddressError, public_address_of, send
from games.services.results import Person
from tests.caledonia_site.test_safety import PRODUCTION
from tests.factories.clubs import ClubFactory, member_of
from tests.factories.games import recorded_game
from tests.factories.people import AccountFactory

ELSEWHERE = [
    "https://evil.example/",
    "//evil.example/",
    "/\\evil.example",
    "javascript:alert(1)",
    "https:///evil.example",
    "\thttps://evil.example",
]


@pytest.mark.django_db
@pytest.mark.parametrize("target", ELSEWHERE)
def test_the_way_on_stays_here(client, target):
    account = AccountFactory()
    for path, data in (
        ("/preferences/theme/", {"theme": "dark"}),
        ("/preferences/language/", {"language": "fr"}),
        ("/account/logout/", {}),
    ):
        client.force_login(account)
        answer = client.post(path, data | {"next": target})
        assert answer["Location"].startswith("/"), path
        assert "evil" not in answer["Location"], path
    client.force_login(account)
    for answer in (
        client.post("/players/me/", {"name": "Una", "visibility": "public", "next": target}),
        client.get("/account/login/", {"next": target}),
    ):
        assert answer.status_code == 302
        assert "evil" not in answer["Location"]
        assert not answer["Location"].startswith("javascript")


def test_production_keeps_its_cookies_to_itself():
    """As the settings say it that production starts with."""
    names = ["SESSION_COOKIE_SECURE", "SESSION_COOKIE_HTTPONLY", "SESSION_COOKIE_SAMESITE", "SESSION_COOKIE_NAME",
             "CSRF_COOKIE_SECURE", "CSRF_COOKIE_SAMESITE", "CSRF_COOKIE_NAME", "SECURE_HSTS_SECONDS",
             "SECURE_HSTS_INCLUDE_SUBDOMAINS", "SECURE_HSTS_PRELOAD", "SECURE_SSL_REDIRECT", "DEBUG",
             "ALLOWED_HOSTS"]  # fmt: skip
    script = (
        "import json; from django.conf import settings; "
        f"print(json.dumps({{name: getattr(settings, name) for name in {names!r}}}))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=settings.PROJECT_DIR,
        env=os.environ | PRODUCTION,
        capture_output=True,
    )
    assert json.loads(done.stdout) == {
        "SESSION_COOKIE_SECURE": True,
        "SESSION_COOKIE_HTTPONLY": True,
        "SESSION_COOKIE_SAMESITE": "Lax",
        "SESSION_COOKIE_NAME": "__Host-session",
        "CSRF_COOKIE_SECURE": True,
        "CSRF_COOKIE_SAMESITE": "Lax",
        "CSRF_COOKIE_NAME": "__Host-csrf",
        "SECURE_HSTS_SECONDS": 31_536_000,
        "SECURE_HSTS_INCLUDE_SUBDOMAINS": False,
        "SECURE_HSTS_PRELOAD": False,
        "SECURE_SSL_REDIRECT": True,
        "DEBUG": False,
        "ALLOWED_HOSTS": ["caledonia.example"],
    }


@pytest.mark.django_db
def test_links_of_mails_lead_to_the_site_whatever_host_was_asked(client, settings):
    """Somebody who asks for an e-mail to another person must not choose where its links lead."""
    settings.ALLOWED_HOSTS = ["*"]
    account = AccountFactory(email="una@example.org")
    for path, data in (
        ("/account/password/reset/", {"email": account.email}),
        ("/account/password/reset/", {"email": "nobody@example.org"}),
        ("/account/signup/", {"name": "Una", "email": account.email, "password1": "oat cakes and heather"}),
    ):
        client.post(path, data, headers={"host": "evil.example"})
    assert len(mail.outbox) == 3
    for sent in mail.outbox:
        assert "evil.example" not in sent.body
        assert "https://caledonia.example/" in sent.body


def test_no_mail_is_written_from_the_words_of_a_request():
    """Texts of e-mails, and the services that send them, know no request."""
    folders = [Path(settings.PROJECT_DIR) / name for name in ("caledonia_site", "games", "tournaments")]
    texts = [path for folder in folders for path in folder.rglob("*mail/*.txt")]
    assert len(texts) > 25
    assert [
        path.name for path in texts if re.search(r"request|password_reset_url|signup_url", path.read_text())
    ] == []
    services = [path for folder in folders for path in folder.rglob("services/**/*.py")]
    assert [path.name for path in services if "build_absolute_uri" in path.read_text()] == []


@pytest.mark.django_db
def test_no_export_hands_a_spreadsheet_a_formula(client):
    club = ClubFactory(name="=cmd|' /C calc'!A0")
    account = member_of(club, name="=HYPERLINK(1)")
    recorded_game(Person(player=account.player), Person(name="@SUM(1)"), club=club, recorder=account)
    client.force_login(account)
    answer = client.get("/export/games.csv")
    content = b"".join(answer) if answer.streaming else answer.content
    cells = [cell.strip('"') for line in content.decode("utf-8-sig").splitlines() for cell in line.split(",")]
    assert any("HYPERLINK" in cell for cell in cells)
    assert [cell for cell in cells if cell.startswith(("=", "@", "+"))] == []


@pytest.mark.django_db
def test_no_secret_of_a_person_stands_in_a_log(world, monkeypatch):
    """Lines as production writes them, also those of a fault; the level is the lowest there is."""
    monkeypatch.setattr(logging.root.manager, "disable", 0)
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(settings_formatter())
    logging.root.addHandler(handler)
    level = logging.root.level
    logging.root.setLevel(logging.DEBUG)
    try:
        keeper = world.clients["scorekeeper"]
        session = keeper.cookies["sessionid"].value
        door, place = world.event.door_key, world.entry.token
        keeper.get(f"/tournaments/place/{place}/")
        keeper.get(f"/tournaments/{world.event.address_key}/door/{door}/")
        keeper.get(f"/clubs/{world.club.slug}/games.atom", {"key": world.feed_secret})
        keeper.get(f"/games/{world.game.public_id}/mine/{world.seat_token}/")
        keeper.get(world.invitation.get_absolute_url())
        keeper.get(f"/score/drafts/{world.draft.entry_key}")
        keeper.get("/api/v1/games/", headers={"authorization": f"Bearer {world.token_secret}"})
        world.clients["visitor"].post("/account/login/", {"login": "a@example.org", "password": "oat cakes"})
    finally:
        logging.root.removeHandler(handler)
        logging.root.setLevel(level)
    text = written.getvalue()
    assert text.count("request_finished") >= 8
    for secret in (
        session, door, place, world.feed_secret, world.seat_token, world.invitation.token,
        str(world.draft.entry_key), world.token_secret, "oat cakes",
    ):  # fmt: skip
        assert secret not in text


def settings_formatter():
    from caledonia_site.settings.logs import logging_for

    described = logging_for(level="DEBUG", form="json")["formatters"]["structured"]
    return described.pop("()")(**described)


def test_neither_proxy_nor_server_writes_addresses_down():
    deploy = Path(settings.PROJECT_DIR) / "deploy"
    proxy = (deploy / "nginx" / "caledonia.conf.template").read_text()
    assert "access_log off;" in proxy
    assert proxy.count("access_log") == 1
    for name in ("systemd/caledonia-web.service", "compose.yaml", "Dockerfile"):
        assert "access-log" not in (deploy / name).read_text().lower()


class TestOtherPeoplesServers:
    @pytest.mark.parametrize("host", ["2002:7f00:1::", "2002:a00:1::", "64:ff9b::a00:1", "64:ff9b::7f00:1"])
    def test_our_network_inside_another_address(self, host):
        with pytest.raises(BadAddressError, match="private_address"):
            public_address_of(host, 443)

    def test_a_name_that_means_another_address_the_second_time(self, monkeypatch):
        """Asked once: what was looked at is what is connected to."""
        meant = iter(["93.184.216.34", "127.0.0.1"])
        reached = []

        def answer(host, port, **_):
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (next(meant), port))]

        def connect(address, timeout):
            reached.append(address)
            raise ConnectionRefusedError

        monkeypatch.setattr(socket, "getaddrinfo", answer)
        monkeypatch.setattr(socket, "create_connection", connect)
        told = send(url="https://rebind.example/", secret="s", delivery="d", news="test", body={})
        assert (told.status, told.error) == (None, "ConnectionRefusedError")
        assert reached == [("93.184.216.34", 443)]

    def test_one_that_answers_a_byte_at_a_time_is_left(self, monkeypatch, settings):
        settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = True
        monkeypatch.setattr(sending, "SECONDS_IN_ALL", 0.5)
        with socket.create_server(("127.0.0.1", 0)) as server:
            over = threading.Event()

            def drip():
                line, _ = server.accept()
                with line:
                    while not over.wait(0.05):
                        try:
                            line.send(b"H")
                        except OSError:
                            return

            slow = threading.Thread(target=drip)
            slow.start()
            try:
                url = f"http://127.0.0.1:{server.getsockname()[1]}/"
                told = send(url=url, secret="s", delivery="d", news="test", body={})
            finally:
                over.set()
                slow.join()
        assert told.status is None
