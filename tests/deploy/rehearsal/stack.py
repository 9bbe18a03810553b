"""Every process of production on this machine: servers of Debian, the units' commands, production's settings."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Self

from tests.deploy.rehearsal.mailbox import Mailbox
from tests.deploy.rehearsal.units import PROJECT, command_of
from tests.deploy.rehearsal.visitor import Visitor
from tests.servers import NginxServer, PostgresServer, RedisServer
from tests.servers.server import free_port

HOST = "caledonia.example"
# They stand in the settings and must stand in no log.
SECRETS = {
    "CALEDONIA_SECRET_KEY": "rehearsal-signing-key-" + "7f3a" * 12,
    "the next signing key": "rehearsal-next-signing-key-" + "e91c" * 10,
    "CALEDONIA_METRICS_TOKEN": "rehearsal-metrics-token",
    "database password": "rehearsal-database-password",
}
STOP_WITHIN = 240.0


class Stack:
    def __init__(self) -> None:
        self._around = ExitStack()
        self.web_port = free_port()
        self.processes: dict[str, subprocess.Popen[bytes]] = {}

    def __enter__(self) -> Self:
        try:
            self._start()
        except BaseException:
            self._around.close()
            raise
        return self

    def __exit__(self, *_: Any) -> None:
        self._around.close()

    def _start(self) -> None:
        self.folder = Path(
            self._around.enter_context(tempfile.TemporaryDirectory(prefix="caledonia-rehearsal-"))
        )
        self.mailbox = self._around.enter_context(Mailbox())
        self.postgres = self._around.enter_context(PostgresServer())
        self.redis = self._around.enter_context(RedisServer())
        database = self.postgres.create_database("caledonia").replace(
            f"{self.postgres.user}@", f"{self.postgres.user}:{SECRETS['database password']}@"
        )
        self.environment = {
            k: v for k, v in os.environ.items() if not k.startswith(("CALEDONIA_", "DJANGO_"))
        } | {
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            "DJANGO_SETTINGS_MODULE": "caledonia_site.settings.prod",
            "CALEDONIA_SECRET_KEY": SECRETS["CALEDONIA_SECRET_KEY"],
            "CALEDONIA_METRICS_TOKEN": SECRETS["CALEDONIA_METRICS_TOKEN"],
            "CALEDONIA_METRICS_DIR": str(self.folder / "metrics"),
            "CALEDONIA_ALLOWED_HOSTS": HOST,
            "CALEDONIA_PUBLIC_URL": f"https://{HOST}",
            "CALEDONIA_DATABASE_URL": database,
            "CALEDONIA_BROKER_URL": self.redis.url,
            "CALEDONIA_EMAIL_URL": f"smtp://127.0.0.1:{self.mailbox.port}",
            "CALEDONIA_EMAIL_FROM": f"Caledonia <post@{HOST}>",
            "CALEDONIA_DATA_DIR": str(self.folder / "data"),
            "CALEDONIA_LOG_FORM": "json",
            "CALEDONIA_SWEEP_SECONDS": "5",
            "GRANIAN_WORKERS": "2",
            "GRANIAN_BLOCKING_THREADS": "4",
        }
        self._prepare()
        self._around.callback(self._kill_what_is_left)
        self.start_web("web", self.web_port)
        for queue in ("fast", "bulk"):
            self.start(queue, command_of("caledonia-worker@.service", instance=queue))
        schedule = {"/run/caledonia-beat/schedule": str(self.folder / "schedule")}
        self.start("beat", command_of("caledonia-beat.service", changes=schedule))
        template = PROJECT / "deploy" / "nginx" / "caledonia.conf.template"
        self.proxy = self._around.enter_context(
            NginxServer(template=template, host=HOST, upstream=f"127.0.0.1:{self.web_port}")
        )

    def _prepare(self) -> None:
        """What the runbook does before a version starts: static files and texts, and the tables; side by side."""
        steps = [
            [str(PROJECT / "deploy" / "prepare")],
            [sys.executable, "manage.py", "migrate", "--verbosity=0"],
        ]
        running = [
            subprocess.Popen(
                step, cwd=PROJECT, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
            )
            for step in steps
        ]
        said = [process.communicate()[0].decode() for process in running]
        assert all(process.returncode == 0 for process in running), "\n".join(said)

    def start(self, role: str, command: list[str]) -> None:
        with (self.folder / f"{role}.log").open("ab") as log:
            self.processes[role] = subprocess.Popen(
                command, cwd=PROJECT, env=self.environment, stdout=log, stderr=log, start_new_session=True
            )

    def start_web(self, role: str, port: int) -> None:
        changes = {"--port=8000": f"--port={port}"}
        self.start(role, command_of("caledonia-web.service", changes=changes))

    def visitor(self) -> Visitor:
        return Visitor(self.proxy.connection, HOST)

    def log(self, role: str) -> str:
        return (self.folder / f"{role}.log").read_text()

    def stop(self) -> dict[str, int]:
        """The orderly end, as systemd asks for it; how each of them ended."""
        for process in self.processes.values():
            process.send_signal(signal.SIGTERM)
        return {role: process.wait(STOP_WITHIN) for role, process in self.processes.items()}

    def orphans(self) -> list[str]:
        """Whose group still has a member although the process itself has ended."""
        left = []
        for role, process in self.processes.items():
            deadline = time.monotonic() + 5
            while _has_members(process.pid) and time.monotonic() < deadline:
                time.sleep(0.05)
            if _has_members(process.pid):
                left.append(role)
        return left

    def _kill_what_is_left(self) -> None:
        for process in self.processes.values():
            if _has_members(process.pid):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def _has_members(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True
