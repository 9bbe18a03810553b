"""What a rehearsal tries, in this order: each step is a sentence and builds on those before it."""

import gzip
import http.client
import json
import re
import signal
import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from tests.deploy.rehearsal.stack import HOST, SECRETS, Stack
from tests.deploy.rehearsal.visitor import Answer, Visitor
from tests.servers.server import free_port

ADDRESS = "una@caledonia.example"
PASSWORD = "a long rehearsal phrase"
SHEET = {
    "seats": [
        {
            "clan": clan,
            "glory": glory,
            "contracts": 5,
            "settlements": 8,
            "basic_goods": 3,
            "processed_goods": 4,
        }
        | {"money": 27, "hops": 6, "cotton": 0, "tobacco": 0, "sugar_cane": 0}
        for clan, glory in (("campbell", 45), ("stewart", 38))
    ]
}
PATIENCE = 240.0


def wait_until(holds: Callable[[], Any], what: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline, f"waited {PATIENCE:.0f} s until {what}"
        time.sleep(0.1)


class Rehearsal:
    def __init__(self, stack: Stack) -> None:
        self.stack = stack
        self.una = stack.visitor()
        self.token = ""
        self.club = ""
        self.players: list[str] = []
        self.request_id = ""
        self.game: dict[str, Any] = {}

    def the_site_gets_ready(self) -> None:
        wait_until(lambda: self._inside("/readyz").status == 200, "the web server and its database are ready")
        assert self._inside("/healthz").text == "ok"

    def plain_http_leads_to_https(self) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", self.stack.proxy.plain_port, timeout=10)
        connection.request("GET", "/games/?page=2", headers={"Host": HOST})
        answer = connection.getresponse()
        connection.close()
        assert (answer.status, answer.headers["Location"]) == (308, f"https://{HOST}/games/?page=2")

    def the_home_page_comes_with_its_safety(self) -> None:
        page = self.una.get("/")
        assert page.status == 200
        assert page.headers["Content-Encoding"] == "gzip"
        assert page.headers["Strict-Transport-Security"] == "max-age=31536000"
        policy = page.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert page.headers["X-Content-Type-Options"] == "nosniff"
        assert page.headers["X-Frame-Options"] == "DENY"
        assert page.headers["X-Request-ID"]

    def static_files_are_hashed_compressed_and_kept(self) -> None:
        found = re.search(r'href="(/static/bundles/[^"]+\.[0-9a-f]{12}\.css)"', self.una.get("/").text)
        assert found, "no hashed style sheet on the home page"
        file = self.una.get(found[1])
        assert file.status == 200
        assert file.headers["Content-Encoding"] == "gzip"
        assert gzip.decompress(file.body)
        assert file.headers["Cache-Control"] == "max-age=315360000, public, immutable"
        assert "default-src 'none'" in file.headers["Content-Security-Policy"]

    def the_rules_for_browsers_are_compressed_and_kept(self) -> None:
        found = re.search(
            r"/score/rules/[0-9a-f]{64}\.js", self.una.get("/score/clans_of_caledonia/?human=2").text
        )
        assert found, "a sheet names no rules"
        rules = self.una.get(found[0])
        assert rules.status == 200
        assert rules.headers["Content-Encoding"] == "gzip"
        assert len(rules.body) < 60_000
        assert rules.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert "default-src 'none'" in rules.headers["Content-Security-Policy"]

    def what_is_not_there_says_so_in_style(self) -> None:
        page = self.una.get("/nowhere/", Accept_Language="fr")
        assert page.status == 404
        assert '<html lang="fr"' in page.text
        assert self.una.get("/api/v1/nowhere/").json["code"] == "not_found"

    def metrics_are_for_the_inside(self) -> None:
        token = f"Bearer {SECRETS['CALEDONIA_METRICS_TOKEN']}"
        assert self.una.get("/metrics", Authorization=token).status == 404
        assert self._inside("/metrics").status == 404
        figures = self._inside("/metrics", Authorization=token).text
        assert 'caledonia_request_seconds_count{method="GET",page="home",status="200"}' in figures
        assert "caledonia_database_up 1.0" in figures
        assert "caledonia_broker_up 1.0" in figures

    def a_form_without_its_token_is_refused(self) -> None:
        stranger = self.stack.visitor()
        assert stranger.send("POST", "/account/signup/", {}).status == 403

    def una_signs_up_with_a_code_from_an_e_mail(self) -> None:
        answer = self.una.post("/account/signup/", {"name": "Una", "email": ADDRESS, "password1": PASSWORD})
        assert answer.status == 302, answer.text
        code = self.stack.mailbox.code_for(ADDRESS)
        answer = self.una.post("/account/confirm-email/", {"code": code})
        assert answer.status == 302, answer.text
        cookie = next(
            line for line in answer.headers.get_all("Set-Cookie", []) if line.startswith("__Host-session=")
        )
        assert all(word in cookie for word in ("Secure", "HttpOnly", "SameSite=Lax", "Path=/"))
        assert "Una" in self.una.get("/account/").text

    def she_makes_a_token(self) -> None:
        answer = self.una.post("/account/tokens/", {"name": "Rehearsal", "scope": "write", "days": "30"})
        found = re.search(r'id="token-secret" type="text" value="([^"]+)"', answer.text)
        assert found, answer.text
        self.token = found[1]

    def she_founds_a_club_and_adds_a_guest(self) -> None:
        details = {"name": "Leith Traders", "visibility": "public", "time_zone": "UTC", "language": "en"}
        answer = self.una.post("/clubs/new/", details)
        assert answer.status == 302, answer.text
        answer = self.una.post("/clubs/leith-traders/guests/new/", {"name": "Rory", "visibility": "club"})
        assert answer.status == 302, answer.text
        (self.club,) = (club["public_id"] for club in self.una.get("/api/v1/clubs/").json["results"])
        members = self.una.get(f"/api/v1/clubs/{self.club}/members/").json["results"]
        self.players = [member["player"]["public_id"] for member in members]
        assert len(self.players) == 2, members

    def a_sheet_is_previewed_without_an_account(self) -> None:
        answer = self.stack.visitor().send(
            "POST", "/api/v1/rulesets/clans_of_caledonia/preview/", {"sheet": SHEET}
        )
        assert answer.status == 200, answer.text
        assert answer.json["score"]["seats"][0]["total"] > 0

    def a_game_sent_twice_is_recorded_once(self) -> None:
        game = {
            "system": "clans_of_caledonia",
            "played_on": datetime.now(UTC).date().isoformat(),
            "club": self.club,
            "people": [{"player": player} for player in self.players],
            "sheet": SHEET,
        }
        sent = {"Authorization": f"Bearer {self.token}", "Idempotency_Key": "rehearsal-1"}
        program = self.stack.visitor()
        first, second = (program.send("POST", "/api/v1/games/", game, **sent) for _ in range(2))
        assert (first.status, second.status) in {(201, 200), (201, 201)}, (first.text, second.text)
        assert first.json["public_id"] == second.json["public_id"]
        self.game, self.request_id = first.json, first.headers["X-Request-ID"]

    def it_is_corrected_by_the_version_that_was_read(self) -> None:
        """The mark of the version comes through compression and back."""
        sent = {"Authorization": f"Bearer {self.token}"}
        address = f"/api/v1/games/{self.game['public_id']}/sheet/"
        read = self.una.get(address, **sent)
        assert read.headers["Content-Encoding"] == "gzip"
        sheet = read.json["sheet"]
        sheet["seats"][0]["hops"] += 1
        correction = {"sheet": sheet, "played_on": self.game["played_on"]}
        program = self.stack.visitor()
        answer = program.send("PUT", address, correction, **sent, If_Match=read.headers["ETag"])
        assert answer.status == 200, answer.text
        late = program.send("PUT", address, correction, **sent, If_Match=read.headers["ETag"])
        assert late.status == 412, late.text

    def the_workers_rate_it_and_count_it(self) -> None:
        address = f"/api/v1/games/{self.game['public_id']}/ratings/"
        wait_until(
            lambda: self.una.get(address).status == 200 and self.una.get(address).json, "the game is rated"
        )
        factions = "/api/v1/statistics/clans_of_caledonia/factions/"
        wait_until(lambda: "campbell" in self.una.get(factions).text, "the statistics have its clans")
        wait_until(lambda: self.una.get("/api/v1/figures/").json["games"] == 1, "the home page counts it")

    def its_request_can_be_followed_into_the_workers(self) -> None:
        def followed() -> bool:
            logs = self.stack.log("fast") + self.stack.log("bulk")
            lines = [json.loads(line) for line in logs.splitlines() if line.startswith("{")]
            return any(
                line.get("request_id") == self.request_id for line in lines if line["event"] == "job_done"
            )

        wait_until(followed, "a job's line names the request")

    def both_queues_hear_beat(self) -> None:
        token = f"Bearer {SECRETS['CALEDONIA_METRICS_TOKEN']}"
        heard = re.compile(r'caledonia_heard_timestamp_seconds\{queue="(\w+)"\}')
        wait_until(
            lambda: (
                set(heard.findall(self._inside("/metrics", Authorization=token).text)) == {"fast", "bulk"}
            ),
            "both workers have heard beat",
        )

    def a_second_web_process_takes_over_with_a_new_signing_key(self) -> None:
        """Scaling out and rotating the key in one: both answer, then the old one goes, and nobody gets an error."""
        old, new = self.stack.web_port, free_port()
        self.stack.environment["CALEDONIA_SECRET_KEY"] = SECRETS["the next signing key"]
        self.stack.start_web("second web", new)
        self.stack.web_port = new
        wait_until(lambda: self._inside("/readyz").status == 200, "the second web process is ready")
        self.stack.proxy.serve_from(f"127.0.0.1:{old}", f"127.0.0.1:{new}")
        program = self.stack.visitor()
        wait_until(
            lambda: program.get("/").status == 200 and "request_finished" in self.stack.log("second web"),
            "the proxy asks the second web process too",
        )
        address, sent = f"/api/v1/games/{self.game['public_id']}/", {"Authorization": f"Bearer {self.token}"}
        first = self.stack.processes["web"]
        first.send_signal(signal.SIGTERM)
        while first.poll() is None:
            assert program.get(address, **sent).status == 200
        assert program.get(address, **sent).json["public_id"] == self.game["public_id"]
        assert self.una.get("/account/").status == 302, "the session was signed with the old key"

    def no_log_holds_a_secret(self) -> None:
        secrets = SECRETS | {
            "password": PASSWORD,
            "token": self.token,
            "session": self.una.cookies["__Host-session"],
        }
        secrets |= {"the code": self.stack.mailbox.code_for(ADDRESS), "e-mail address": ADDRESS}
        for role in self.stack.processes:
            found = [name for name, secret in secrets.items() if secret in self.stack.log(role)]
            assert not found, f"the log of {role} holds: {', '.join(found)}"

    def everything_stops_when_asked(self) -> None:
        codes = self.stack.stop()
        assert set(codes.values()) == {0}, codes
        assert self.stack.orphans() == []
        page = self.stack.visitor().get("/")
        assert page.status == 503
        assert page.headers["Retry-After"]
        assert "<h1>" in page.text

    def _inside(self, path: str, **headers: str) -> Answer:
        """As a machine of the same network asks, past the proxy, by number."""

        def connect() -> http.client.HTTPConnection:
            return http.client.HTTPConnection("127.0.0.1", self.stack.web_port, timeout=10)

        try:
            return Visitor(connect, f"127.0.0.1:{self.stack.web_port}").get(path, **headers)
        except OSError as error:
            return Answer(0, http.client.HTTPMessage(), str(error).encode())

    STEPS = (
        the_site_gets_ready,
        plain_http_leads_to_https,
        the_home_page_comes_with_its_safety,
        static_files_are_hashed_compressed_and_kept,
        the_rules_for_browsers_are_compressed_and_kept,
        what_is_not_there_says_so_in_style,
        metrics_are_for_the_inside,
        a_form_without_its_token_is_refused,
        una_signs_up_with_a_code_from_an_e_mail,
        she_makes_a_token,
        she_founds_a_club_and_adds_a_guest,
        a_sheet_is_previewed_without_an_account,
        a_game_sent_twice_is_recorded_once,
        it_is_corrected_by_the_version_that_was_read,
        the_workers_rate_it_and_count_it,
        its_request_can_be_followed_into_the_workers,
        both_queues_hear_beat,
        a_second_web_process_takes_over_with_a_new_signing_key,
        no_log_holds_a_secret,
        everything_stops_when_asked,
    )
