"""What must hold before the site can start, with one clear sentence for each thing that does not."""

import errno
import fcntl
import socket
import tempfile
from pathlib import Path
from typing import IO, Any

from django.core.checks import run_checks
from django.db import DatabaseError, connection

from caledonia_site.settings import environment as env

PORT_HINT = "choose another with make run PORT=number"


class CannotStartError(Exception):
    """The site cannot start here; the message is a sentence for the person who tried."""


def site_address() -> tuple[str, int]:
    """The host and port the site is served at."""
    return env.text("HOST", "127.0.0.1"), env.number("PORT", 8000, least=1, most=65535)


def check_data_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError as error:
        raise CannotStartError(
            f"the data folder {folder} cannot be written ({error.strerror}): "
            "choose another with make run DATA=folder, or change its owner."
        ) from error


def lock_data_folder(folder: Path) -> IO[bytes]:
    """Ours until the returned file is closed or this process ends, however it ends."""
    lock = (folder / "serve.lock").open("ab")
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        lock.close()
        raise CannotStartError(f"Caledonia is running already with the data folder {folder}.") from error
    return lock


def check_systems() -> None:
    """A game with a hole would answer the first visitor who comes across it with an error."""
    problems = run_checks(tags=["game_systems"])
    if problems:
        raise CannotStartError("\n".join(str(problem.msg) for problem in problems))


def check_address(host: str, port: int) -> None:
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as probe:
            # As the web server does it: a port whose last connections are still closing is free.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise CannotStartError(
                f"port {port} on {host} is taken by another program: {PORT_HINT}."
            ) from error
        if error.errno == errno.EACCES:
            raise CannotStartError(
                f"port {port} may not be used by this account (below 1024 it is reserved): {PORT_HINT}."
            ) from error
        raise CannotStartError(
            f"{host} is no address of this machine: choose one with make run HOST=127.0.0.1."
        ) from error


def check_database() -> None:
    """Past the connection pool, which would try again for a while before it gives up."""
    wrapper: Any = connection
    try:
        parameters = wrapper.get_connection_params()
        parameters.pop("pool", None)
        wrapper.Database.connect(**parameters).close()
    except wrapper.Database.Error as error:
        raise CannotStartError(f"the database cannot be reached: {_first_line(error)}.") from error


def database_problem(error: DatabaseError) -> CannotStartError:
    return CannotStartError(f"the database cannot be prepared: {_first_line(error)}.")


def _first_line(error: Exception) -> str:
    lines = str(error).strip().splitlines()
    return lines[0].rstrip(".") if lines else type(error).__name__
