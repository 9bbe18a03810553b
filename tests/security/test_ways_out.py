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
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path

import pytest
from django.conf import settings
from django.core import mail
from hypothesis import given
from hypothesis import settings as limits
from hypothesis import strategies as st

from games.exchange import http
from games.exchange.http import BadAddressError, is_open_internet, public_address_of, send
from games.results.services.results import Person
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
             "CSRF_COOKIE_SECURE", "CSRF_COOKIE_SAMESITE", "CSRF_COOKIE_NAME", "DEVICE_COOKIE_NAME",
             "SECURE_HSTS_SECONDS", "SECURE_HSTS_INCLUDE_SUBDOMAINS", "SECURE_HSTS_PRELOAD", "SECURE_SSL_REDIRECT",
             "DEBUG", "ALLOWED_HOSTS"]  # fmt: skip
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
        "DEVICE_COOKIE_NAME": "__Host-device",
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
    account = member_of(club, name="＝HYPERLINK(1)")
    recorded_game(Person(player=account.player), Person(name="@SUM(1)"), club=club, recorder=account)
    client.force_login(account)
    answer = client.get("/export/games.csv")
    content = b"".join(answer) if answer.streaming else answer.content
    cells = [cell.strip('"') for line in content.decode("utf-8-sig").splitlines() for cell in line.split(",")]
    assert any("HYPERLINK" in cell for cell in cells)
    assert [cell for cell in cells if cell.startswith(("=", "@", "+", "＝"))] == []


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
        door, place = world.event.door_key, world.participant.token
        keeper.get(f"/tournaments/place/{place}/")
        keeper.get(f"/tournaments/screen/{world.event.screen_key}/")
        keeper.get(f"/tournaments/{world.event.address_key}/door/{door}/")
        keeper.get(f"/clubs/{world.club.slug}/games.atom", {"key": world.feed_secret})
        keeper.get(f"/games/{world.game.public_id}/mine/{world.seat_token}/")
        keeper.get(world.invitation.get_absolute_url())
        keeper.get(f"/score/drafts/{world.draft.idempotency_key}")
        keeper.get("/api/v1/games/", headers={"authorization": f"Bearer {world.token_secret}"})
        world.clients["visitor"].post("/account/login/", {"login": "a@example.org", "password": "oat cakes"})
    finally:
        logging.root.removeHandler(handler)
        logging.root.setLevel(level)
    text = written.getvalue()
    assert text.count("request_finished") >= 8
    for secret in (
        session, door, place, world.event.screen_key, world.feed_secret, world.seat_token, world.invitation.token,
        str(world.draft.idempotency_key), world.token_secret, "oat cakes",
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


# The registries of special addresses (IANA), written down apart from the code under test: first and last of each
# block that no stranger's server can have.
NO_SERVERS = {
    4: [
        ("0.0.0.0", "0.255.255.255"), ("10.0.0.0", "10.255.255.255"), ("100.64.0.0", "100.127.255.255"),
        ("127.0.0.0", "127.255.255.255"), ("169.254.0.0", "169.254.255.255"), ("172.16.0.0", "172.31.255.255"),
        ("192.0.0.0", "192.0.0.255"), ("192.0.2.0", "192.0.2.255"), ("192.31.196.0", "192.31.196.255"),
        ("192.52.193.0", "192.52.193.255"), ("192.88.99.0", "192.88.99.255"), ("192.168.0.0", "192.168.255.255"),
        ("192.175.48.0", "192.175.48.255"), ("198.18.0.0", "198.19.255.255"),
        ("198.51.100.0", "198.51.100.255"), ("203.0.113.0", "203.0.113.255"), ("224.0.0.0", "255.255.255.255"),
    ],
    6: [
        ("::", "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"),
        ("2001::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff"),
        ("2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff"),
        ("2002::", "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff"),
        ("2620:4f:8000::", "2620:4f:8000:ffff:ffff:ffff:ffff:ffff"),
        ("3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff"),
        ("4000::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"),
    ],
}  # fmt: skip
BLOCKS = {
    kind: [(int(ip_address(first)), int(ip_address(last))) for first, last in blocks]
    for kind, blocks in NO_SERVERS.items()
}
KINDS = {4: (IPv4Address, 32), 6: (IPv6Address, 128)}


def is_nobodys(number):
    return any(first <= int(number) <= last for first, last in BLOCKS[number.version])


@st.composite
def addresses(draw):
    """From everywhere, and as often from the edges of what is special, where mistakes are."""
    kind, bits = KINDS[version := draw(st.sampled_from([4, 6]))]
    edges = st.sampled_from([edge for block in BLOCKS[version] for edge in block])
    near = st.tuples(edges, st.integers(-3, 3)).map(lambda at: min(max(sum(at), 0), 2**bits - 1))
    return kind(draw(st.integers(0, 2**bits - 1) | st.integers(2**bits // 8, 2**bits // 4 - 1) | near))


class TestOtherPeoplesServers:
    @limits(max_examples=1_000)
    @given(addresses())
    def test_only_what_can_be_a_strangers_server_is_the_open_internet(self, number):
        assert is_open_internet(number) != is_nobodys(number)

    def test_each_edge_of_each_block(self):
        for version, blocks in BLOCKS.items():
            kind, bits = KINDS[version]
            for edge in {one for block in blocks for one in block}:
                for at in (edge - 1, edge, edge + 1):
                    if 0 <= at < 2**bits:
                        assert is_open_internet(kind(at)) != is_nobodys(kind(at)), kind(at)

    @pytest.mark.parametrize(
        "host",
        [
            "2002:7f00:1::", "2002:808:808::", "64:ff9b::a00:1", "64:ff9b::808:808", "::ffff:127.0.0.1",
            "::ffff:8.8.8.8", "2001:0:808:808::", "2001:20::1", "3fff::1", "192.88.99.1", "fec0::1", "224.0.1.1",
        ],
    )  # fmt: skip
    def test_our_network_inside_another_address(self, host):
        with pytest.raises(BadAddressError, match="private_address"):
            public_address_of(host, 443)

    @pytest.mark.parametrize("host", ["8.8.8.8", "2606:4700::1111", "2a00:1450:4001::1"])
    def test_a_server_of_the_open_internet(self, host):
        assert public_address_of(host, 443) == host

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
        monkeypatch.setattr(http, "SECONDS_IN_ALL", 0.5)
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
