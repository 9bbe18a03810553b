"""PostgreSQL's own tools, and a summary of exactly the moment that they saw."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any

import psycopg
from django.db import connection
from psycopg import IsolationLevel, pq
from psycopg.conninfo import make_conninfo

from caledonia_site.operations.backup.errors import BackupError
from caledonia_site.operations.backup.summary import POSTGRES_NAMES, Summary, postgres_summary

PIECE = 1 << 20


def dump(target: IO[bytes]) -> Summary:
    """A dump of one moment, however long it takes, and the summary of that moment."""
    with _connected() as reader:
        reader.isolation_level = IsolationLevel.REPEATABLE_READ
        row = reader.execute("SELECT pg_export_snapshot()").fetchone()
        snapshot = row[0] if row else ""
        options = ["--format=custom", "--no-owner", "--no-privileges", f"--snapshot={snapshot}"]
        with _tool("pg_dump", *options, stdout=subprocess.PIPE) as process:
            shutil.copyfileobj(process.stdout, target, PIECE)
        return postgres_summary(reader)


def is_empty() -> bool:
    with _connected() as reader:
        return reader.execute(POSTGRES_NAMES).fetchone() is None


def load(source: IO[bytes]) -> Summary:
    """All of it or nothing; afterwards what is there."""
    options = ["--no-owner", "--no-privileges", "--exit-on-error", "--single-transaction"]
    with _tool("pg_restore", *options, stdin=subprocess.PIPE) as process:
        shutil.copyfileobj(source, process.stdin, PIECE)
        process.stdin.close()
    with _connected() as reader:
        return postgres_summary(reader)


def _parameters() -> dict[str, Any]:
    """What the site connects with, as far as it is PostgreSQL's own and not Django's."""
    wrapper: Any = connection
    known = {option.keyword.decode() for option in pq.Conninfo.get_defaults()}
    return {name: value for name, value in wrapper.get_connection_params().items() if name in known}


def _connected() -> psycopg.Connection[Any]:
    try:
        return psycopg.connect(**_parameters())
    except psycopg.OperationalError as error:
        raise BackupError(f"the database cannot be reached: {str(error).splitlines()[0]}") from error


@contextmanager
def _tool(name: str, *options: str, stdin: int | None = None, stdout: int | None = None) -> Iterator[Any]:
    """One of PostgreSQL's programs at work. The password goes by the environment: everyone can list commands."""
    parameters = _parameters()
    password = parameters.pop("password", None)
    environment: dict[str, str] = os.environ | ({"PGPASSWORD": password} if password else {})
    command = [name, *options, f"--dbname={make_conninfo(**parameters)}"]
    # Complaints go to a file: a pipe that nobody empties would hold the program up.
    with tempfile.TemporaryFile() as complaints:
        try:
            process = subprocess.Popen(
                command, env=environment, stdin=stdin, stdout=stdout, stderr=complaints
            )
        except FileNotFoundError as error:
            raise BackupError(f"{name} is missing: install PostgreSQL's client programs") from error
        try:
            yield process
        except BrokenPipeError:
            pass  # It ended early, and says why below.
        except BaseException:
            process.kill()
            raise
        finally:
            process.wait()
        if process.returncode:
            complaints.seek(0)
            raise BackupError(f"{name} failed: {complaints.read().decode().strip()}")
