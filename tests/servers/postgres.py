"""A private PostgreSQL, quick rather than durable."""

import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

import psycopg

from tests.servers.programs import MissingProgramError, Program, find_executable
from tests.servers.server import Server, ServerError

QUICK = {
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "max_connections": "100",
    "shared_buffers": "64MB",
}


class PostgresServer(Server):
    name = "postgres"
    user = "caledonia"
    settings: ClassVar[dict[str, str]] = QUICK

    @property
    def url(self) -> str:
        return self.database_url("postgres")

    def database_url(self, database: str) -> str:
        return f"postgres://{self.user}@127.0.0.1:{self.port}/{database}"

    def create_database(self, name: str) -> str:
        """A new empty database; returns its address."""
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(psycopg.sql.SQL("CREATE DATABASE {}").format(psycopg.sql.Identifier(name)))
        return self.database_url(name)

    @property
    def _cluster(self) -> Path:
        return self.folder / "cluster"

    def prepare(self) -> None:
        initdb = find_executable("initdb")
        if not initdb:
            raise MissingProgramError("initdb is missing: install all of PostgreSQL's server package")
        options = [
            "--auth=trust",
            f"--username={self.user}",
            "--no-sync",
            "--encoding=UTF8",
            "--locale=C.UTF-8",
        ]
        made = subprocess.run(
            self.unprivileged([str(initdb), f"--pgdata={self._cluster}", *options]),
            cwd=self.folder,
            capture_output=True,
            text=True,
        )
        if made.returncode:
            raise ServerError(f"initdb failed:\n{made.stdout}{made.stderr}")

    def command(self) -> Sequence[str]:
        settings = self.settings | {"listen_addresses": "127.0.0.1", "unix_socket_directories": ""}
        return [
            str(Program.POSTGRES.find()),
            *("-D", str(self._cluster), "-p", str(self.port)),
            *(part for key, value in settings.items() for part in ("-c", f"{key}={value}")),
        ]

    def answers(self) -> bool:
        try:
            psycopg.connect(self.url, connect_timeout=1).close()
        except psycopg.OperationalError:
            return False
        return True

    def stop(self) -> None:
        # SIGTERM would wait for every client to leave; SIGINT is PostgreSQL's "fast" shutdown.
        if self._process:
            self._process.send_signal(2)
        super().stop()
