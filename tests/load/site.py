"""Production on this machine for as long as a measurement takes: the units' commands, PostgreSQL that keeps its word to
the disk, Redis, both workers and beat. Only the proxy is left out, whose share a client in Python would drown.
"""

import json
import math
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Self

import psycopg

from tests.deploy.rehearsal.units import PROJECT, command_of, lines_of
from tests.servers import PostgresServer, RedisServer
from tests.servers.server import free_port

HOST = "caledonia.example"
DATABASE = "caledonia"
POSTGRES = {"shared_buffers": "512MB", "max_connections": "100", "max_wal_size": "4GB"}
WEB_PROCESSES = 2
OPENS_WITHIN = 120


class KeptPostgres(PostgresServer):
    """As it is installed, not as tests like it; what is in the folder stays there."""

    settings = POSTGRES

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder.rmdir()
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)
        if self._account:
            os.chown(folder, self._account.pw_uid, self._account.pw_gid)

    @property
    def _cluster(self) -> Path:
        return self.folder / "postgres"

    def prepare(self) -> None:
        if not self._cluster.exists():
            super().prepare()

    def close(self) -> None:
        self.stop()

    def ensure_database(self, name: str) -> str:
        with psycopg.connect(self.url) as connection:
            known = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone()
        return self.database_url(name) if known else self.create_database(name)


class LoadSite:
    def __init__(self, folder: Path, *, games: int) -> None:
        self.folder, self.games = folder, games
        self.web_port = free_port()
        self._around = ExitStack()
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        self.seeded_in: float | None = None
        self.load_before = os.getloadavg()[0]

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
        postgres = self._around.enter_context(KeptPostgres(self.folder))
        redis = self._around.enter_context(RedisServer())
        self.environment = {
            k: v
            for k, v in os.environ.items()
            if not k.startswith(("CALEDONIA_", "DJANGO_")) and k != "PYTHONDONTWRITEBYTECODE"
        } | {
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            "PYTHONPATH": str(PROJECT),
            "DJANGO_SETTINGS_MODULE": "tests.load.settings",
            "CALEDONIA_SECRET_KEY": "only-for-measurements-" + "7f3a" * 12,
            "CALEDONIA_ALLOWED_HOSTS": HOST,
            "CALEDONIA_PUBLIC_URL": f"https://{HOST}",
            "CALEDONIA_DATABASE_URL": postgres.ensure_database(DATABASE),
            "CALEDONIA_BROKER_URL": redis.url,
            "CALEDONIA_EMAIL_URL": "smtp://127.0.0.1:9",
            "CALEDONIA_EMAIL_FROM": f"Caledonia <post@{HOST}>",
            "CALEDONIA_DATA_DIR": str(self.folder / "data"),
            "CALEDONIA_LOG_FORM": "json",
            "GRANIAN_WORKERS": str(WEB_PROCESSES),
            "GRANIAN_BLOCKING_THREADS": "4",
        }
        self.run(str(PROJECT / "deploy" / "prepare"))
        self.manage("migrate", "--verbosity=0")
        began = time.monotonic()
        output = self.manage("seed_demo", f"--games={self.games}")
        if "already" not in output:
            self.seeded_in = time.monotonic() - began
            with psycopg.connect(self.environment["CALEDONIA_DATABASE_URL"], autocommit=True) as connection:
                # What PostgreSQL does by itself within the hour.
                connection.execute("VACUUM (ANALYZE)")
        else:
            (there,) = re.findall(r"already, (\d+) games", output)
            self.games = int(there)
        self._around.callback(self._stop)
        port = {"--port=8000": f"--port={self.web_port}"}
        self._begin("web", command_of("caledonia-web.service", changes=port))
        for queue in ("fast", "bulk"):
            self._begin(queue, command_of("caledonia-worker@.service", instance=queue))
            (weight,) = lines_of("caledonia-worker@.service", "CPUWeight")
            give_weight(self.processes[queue].pid, int(weight))
        schedule = {"/run/caledonia-beat/schedule": str(self.folder / "data" / "schedule")}
        self._begin("beat", command_of("caledonia-beat.service", changes=schedule))
        self._wait_until_open()

    def _begin(self, role: str, command: list[str]) -> None:
        with (self.folder / f"{role}.log").open("wb") as log:
            self.processes[role] = subprocess.Popen(
                command, cwd=PROJECT, env=self.environment, stdout=log, stderr=log, start_new_session=True
            )

    def _wait_until_open(self) -> None:
        deadline = time.monotonic() + OPENS_WITHIN
        while True:
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{self.web_port}/readyz", timeout=5)
                return
            except OSError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.2)

    def run(self, *command: str) -> str:
        done = subprocess.run(command, cwd=PROJECT, env=self.environment, capture_output=True, text=True)
        if done.returncode:
            raise RuntimeError(f"{command[-1]} failed:\n{done.stdout[-2000:]}{done.stderr[-4000:]}")
        return done.stdout

    def manage(self, *words: str) -> str:
        return self.run(sys.executable, "manage.py", *words)

    def choose(self) -> dict[str, Any]:
        """Addresses and what to post, see choose.py."""
        choice: dict[str, Any] = json.loads(
            self.run(sys.executable, "-m", "tests.load.choose").strip().splitlines()[-1]
        )
        return choice

    def open_tables(self) -> dict[str, Any]:
        """Joint sheets and the cookies of their phones, see open_tables.py."""
        opened: dict[str, Any] = json.loads(
            self.run(sys.executable, "-m", "tests.load.open_tables").strip().splitlines()[-1]
        )
        return opened

    def web_seconds(self) -> float:
        """What the web processes have taken of the processors so far."""
        return sum(map(processor_seconds, self.web_workers()))

    def web_workers(self) -> list[int]:
        """The processes that answer; the one above them only watches."""
        above = self.processes["web"].pid
        children = Path(f"/proc/{above}/task/{above}/children").read_text().split()
        # Python's own helper of multiprocessing is a child as well.
        return [pid for pid in map(int, children) if resident(pid) > 40]

    def faults(self) -> list[str]:
        """What the web processes and workers complained of."""
        lines = [
            line
            for role in self.processes
            for line in (self.folder / f"{role}.log").read_text(errors="replace").splitlines()
        ]
        return [line for line in lines if '"level": "error"' in line or '"level": "critical"' in line]

    def _stop(self) -> None:
        for process in self.processes.values():
            process.send_signal(signal.SIGTERM)
        for process in self.processes.values():
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()


def give_weight(pid: int, weight: int) -> None:
    """A unit's share of the processors, as systemd would give it: a session of its own has one too, said in steps of a
    quarter; where the machine does not divide processors by sessions, being nice means the same."""
    steps = round(math.log(100 / weight, 1.25))
    os.setpriority(os.PRIO_PROCESS, pid, steps)
    session = Path(f"/proc/{pid}/autogroup")
    if session.exists():
        # Only root may change several of them at once.
        time.sleep(0.2)
        session.write_text(str(steps))


def processor_seconds(pid: int) -> float:
    ticks = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    return sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")


def resident(pid: int) -> float:
    """MiB in memory, shared files and all."""
    return _field(Path(f"/proc/{pid}/status"), "VmRSS:")


def own(pid: int) -> float:
    """MiB that are this process's alone: what the machine would get back with its end."""
    rollup = Path(f"/proc/{pid}/smaps_rollup")
    return _field(rollup, "Private_Dirty:") + _field(rollup, "Private_Clean:")


def _field(file: Path, name: str) -> float:
    try:
        lines = file.read_text().splitlines()
    except OSError:
        return 0.0
    return sum(int(line.split()[1]) for line in lines if line.startswith(name)) / 1024
