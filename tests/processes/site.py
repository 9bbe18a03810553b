"""Sites made of real processes: the embedded default, and production's parts on one machine."""

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from tests.processes.client import Client
from tests.processes.waiting import ProcessLine, descendants, is_running, wait_until
from tests.servers.server import free_port

PROJECT = Path(__file__).resolve().parents[2]


class Site:
    """What both kinds have in common: an environment, a port, a folder, a staff member's session."""

    settings = ""
    host = ""
    session_cookie = "sessionid"
    secure = False

    def __init__(self, folder: Path, **environment: str) -> None:
        self.port = free_port()
        self.data = folder / "data"
        self.held = folder / "held"
        self.held.mkdir(parents=True)
        self.environment = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("CALEDONIA_", "PYTEST_"))
        } | {
            "DJANGO_SETTINGS_MODULE": self.settings,
            "PYTHONPATH": str(PROJECT),
            "CALEDONIA_DATA_DIR": str(self.data),
            "CALEDONIA_PORT": str(self.port),
            "CALEDONIA_HELD_FOLDER": str(self.held),
            **environment,
        }
        self.session = ""

    def prepare(self) -> None:
        self.session = self.run("tests.processes.prepare")

    def run(self, module: str, told: str = "") -> str:
        """Another process with the site's environment, told something; what it printed last."""
        done = subprocess.run(
            [sys.executable, "-m", module],
            env=self.environment,
            cwd=PROJECT,
            input=told,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip().splitlines()[-1]

    def staff(self) -> Client:
        return Client(
            port=self.port,
            host=self.host or f"127.0.0.1:{self.port}",
            cookies={self.session_cookie: self.session},
            secure=self.secure,
        )

    def hold_jobs(self) -> None:
        (self.held / "started").unlink(missing_ok=True)
        (self.held / "hold").touch()

    def wait_for_job_in_the_middle(self) -> None:
        wait_until((self.held / "started").exists, "a worker has begun the job")

    def release_jobs(self) -> None:
        (self.held / "hold").unlink()

    def published(self) -> list[int]:
        """Every figure that any worker has published so far."""
        file = self.held / "published"
        return [int(line) for line in file.read_text().split()] if file.exists() else []


class EmbeddedSite(Site):
    """`manage.py serve`."""

    settings = "tests.processes.settings_dev"

    def __init__(self, folder: Path, **environment: str) -> None:
        super().__init__(folder, **environment)
        self.terminal = folder / "terminal"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self.terminal.open("ab") as file:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "serve"],
                env=self.environment,
                cwd=PROJECT,
                stdout=file,
                stderr=file,
                start_new_session=True,
            )
        wait_until(lambda: self.has_ended() or "open at" in self.said(), "the site is open")
        assert not self.has_ended(), self.said()

    def has_ended(self) -> bool:
        return self.process is not None and self.process.poll() is not None

    def said(self) -> str:
        return self.terminal.read_text()

    def log(self, role: str) -> str:
        return (self.data / "logs" / f"{role}.log").read_text()

    @property
    def pid(self) -> int:
        assert self.process
        return self.process.pid

    def children(self) -> list[ProcessLine]:
        return descendants(self.pid)

    def child(self, role: str) -> int:
        """The process of that role; one that has just died is waited for until the next is there."""
        found: list[int] = []

        def is_there() -> bool:
            found[:] = [
                line.pid for line in self.children() if line.name == f"cal-{role}" and line.parent == self.pid
            ]
            return bool(found)

        wait_until(is_there, f"there is a {role} process")
        return found[0]

    def kill(self, role: str) -> int:
        """Without warning; returns who it was."""
        pid = self.child(role)
        # It may have died by itself since.
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        return pid

    def stop(self, number: int = signal.SIGTERM) -> int:
        assert self.process
        self.process.send_signal(number)
        return self.process.wait(timeout=240)

    def close(self) -> None:
        if self.process and not self.has_ended():
            below = self.children()
            self.stop(signal.SIGKILL)
            wait_until(lambda: not any(is_running(line.pid) for line in below), "children end")


class ProductionSite(Site):
    """Production's settings and commands: web server, worker and beat, each started by itself."""

    settings = "tests.processes.settings_prod"
    host = "caledonia.example"
    session_cookie = "__Host-session"
    secure = True

    def __init__(self, folder: Path, *, database: str, broker: str) -> None:
        super().__init__(
            folder,
            CALEDONIA_DATABASE_URL=database,
            CALEDONIA_BROKER_URL=broker,
            CALEDONIA_ALLOWED_HOSTS=self.host,
            CALEDONIA_PUBLIC_URL=f"https://{self.host}",
            CALEDONIA_SECRET_KEY="only for these tests: " + "0123456789" * 5,
            CALEDONIA_EMAIL_URL="smtp://127.0.0.1:9",  # nobody listens there
            CALEDONIA_EMAIL_FROM="Caledonia <post@caledonia.example>",
            CALEDONIA_SWEEP_SECONDS="1",
            CALEDONIA_LOG_FORM="json",
        )
        self.logs = folder / "logs"
        self.logs.mkdir()
        self.data.mkdir()
        self.processes: dict[str, subprocess.Popen[bytes]] = {}

    def start(self, role: str) -> None:
        web = ["granian", "--interface=wsgi", f"--port={self.port}", "caledonia_site.wsgi:application"]
        command = {
            "web": web,
            "worker": ["celery", "--app=caledonia_site", "worker", "--concurrency=2"],
            "beat": [
                "celery",
                "--app=caledonia_site",
                "beat",
                f"--schedule={self.data / 'beat'}",
                "--pidfile=",
            ],
        }[role]
        with (self.logs / f"{role}.log").open("ab") as log:
            self.processes[role] = subprocess.Popen(
                [sys.executable, "-m", *command],
                env=self.environment,
                cwd=PROJECT,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def log(self, role: str) -> str:
        return (self.logs / f"{role}.log").read_text()

    def wait_until_open(self) -> None:
        def answers() -> bool:
            try:
                return self.staff().request("GET", "/healthz")[0] == 200
            except OSError:
                return False

        wait_until(answers, "the web server answers")

    def start_what_ended(self) -> None:
        """As the services do whose commands these are: Celery ends a worker that loses Redis with a message in hand."""
        for role, process in list(self.processes.items()):
            if process.poll() is not None:
                self.start(role)

    def kill(self, role: str) -> None:
        """Without warning, and all of it: a pool of processes would live on without its parent."""
        process = self.processes.pop(role)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def close(self) -> None:
        for role in list(self.processes):
            self.kill(role)
