"""A site of two web processes that share the files of the embedded default, and many requests at the same moment."""

import http.client
import subprocess
import sys
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from tests.processes.site import PROJECT, Site
from tests.processes.waiting import descendants, wait_until

# Whatever letters: the same in the cookie and in the header is what is asked for.
TOKEN = "a" * 32
BOUNDARY = "between-the-parts"


class Told(NamedTuple):
    status: int
    headers: Mapping[str, str]
    text: str


class TwoWebProcesses(Site):
    settings = "tests.processes.settings_dev"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = [
            "granian",
            "--interface=wsgi",
            "--workers=2",
            "--blocking-threads=8",
            f"--port={self.port}",
        ]
        self.process = subprocess.Popen(
            [sys.executable, "-m", *command, "caledonia_site.wsgi:application"],
            env=self.environment,
            cwd=PROJECT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        wait_until(self._is_open, "both processes answer")

    def close(self) -> None:
        if self.process:
            self.process.terminate()
            self.process.wait()

    def workers(self) -> list[int]:
        assert self.process
        return [line.pid for line in descendants(self.process.pid)]

    def ask(
        self, method: str, path: str, body: bytes = b"", kind: str = "application/x-www-form-urlencoded", *,
        session: str = "",
    ) -> Told:  # fmt: skip
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=240)
        headers = {
            "Cookie": f"csrftoken={TOKEN}" + (f"; {self.session_cookie}={session}" if session else ""),
            "X-CSRFToken": TOKEN,
            "Content-Type": kind,
        }
        try:
            connection.request(method, path, body, headers)
            answer = connection.getresponse()
            return Told(answer.status, dict(answer.headers), answer.read().decode(errors="replace"))
        finally:
            connection.close()

    def send_photo(self, game: str, picture: bytes) -> Told:
        body = (
            f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="photo"; filename="sheet"\r\n\r\n'.encode()
            + picture
            + f"\r\n--{BOUNDARY}--\r\n".encode()
        )
        kind = f"multipart/form-data; boundary={BOUNDARY}"
        return self.ask("POST", f"/games/{game}/photo/", body, kind, session=self.session)

    def _is_open(self) -> bool:
        try:
            return self.ask("GET", "/healthz").status == 200 and len(self.workers()) >= 2
        except OSError:
            return False


def at_once(number: int, ask: Callable[[int], Told]) -> list[Told]:
    with ThreadPoolExecutor(16) as pool:
        return list(pool.map(ask, range(number)))
