"""The audit of locked versions against a database of advisories, here a small one of our own."""

import json
import os
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from django.conf import settings

AUDIT = Path(settings.PROJECT_DIR) / "deploy" / "audit"


class Database(BaseHTTPRequestHandler):
    known: dict[str, str] = {}
    asked: list[dict] = []

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        type(self).asked = body["queries"]
        results = [
            {"vulns": [{"id": self.known[query["package"]["name"]]}]}
            if query["package"]["name"] in self.known
            else {}
            for query in body["queries"]
        ]
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps({"results": results}).encode())

    def log_message(self, *_):
        """Quiet."""


@pytest.fixture
def database():
    server = HTTPServer(("127.0.0.1", 0), Database)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    Database.known = {}


def audit(address, *arguments):
    environment = os.environ | {"OSV_ADDRESS": address}
    return subprocess.run(
        [sys.executable, AUDIT, *arguments], env=environment, capture_output=True, text=True
    )


def test_every_locked_package_is_asked_about(database):
    done = audit(database)
    assert (done.returncode, done.stdout[:22]) == (0, "No known vulnerability")
    asked = {query["package"]["name"]: query["version"] for query in Database.asked}
    assert {"django", "celery", "pytest"} <= set(asked)
    lock = (AUDIT.parent / "lock" / "run.txt").read_text()
    assert f"django=={asked['django']}" in lock
    assert all(query["package"]["ecosystem"] == "PyPI" for query in Database.asked)


def test_a_known_vulnerability_fails_and_is_named(database):
    Database.known = {"pillow": "GHSA-1234"}
    done = audit(database)
    assert done.returncode == 1
    assert "VULNERABLE: pillow" in done.stdout
    assert "GHSA-1234" in done.stdout


def test_without_a_database_it_says_that_nothing_was_checked():
    done = audit("http://127.0.0.1:1")
    assert done.returncode == 0
    assert done.stdout.startswith("NOT CHECKED")
    assert audit("http://127.0.0.1:1", "--must-know").returncode == 1
