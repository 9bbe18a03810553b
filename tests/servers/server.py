"""What the test servers have in common: a folder, a free port, a process, and a certain end."""

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Self

START_DEADLINE = 120.0


class ServerError(Exception):
    """A test server did not start; the message ends with what it wrote."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def unprivileged_account() -> pwd.struct_passwd | None:
    """PostgreSQL refuses to run as root: the account it runs under then. None when we are not root."""
    if os.geteuid() != 0:
        return None
    for name in ("postgres", "nobody"):
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise ServerError("running as root, and there is neither an account postgres nor nobody")


class Server:
    """A context manager around one process; `kill` and `start` again play an outage on the same port."""

    name = "server"

    def __init__(self) -> None:
        self.port = free_port()
        self.folder = Path(tempfile.mkdtemp(prefix=f"caledonia-{self.name}-"))
        self._account = unprivileged_account()
        if self._account:
            os.chown(self.folder, self._account.pw_uid, self._account.pw_gid)
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        try:
            self.prepare()
            self.start()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def prepare(self) -> None:
        """Whatever must be in the folder before the first start."""

    def command(self) -> Sequence[str]:
        raise NotImplementedError

    def answers(self) -> bool:
        raise NotImplementedError

    def start(self) -> None:
        log_path = self.folder / "server.log"
        with log_path.open("ab") as log:
            self._process = subprocess.Popen(
                self.unprivileged(self.command(), dies_with_us=True),
                stdout=log,
                stderr=log,
                cwd=self.folder,
                # Ctrl-C in the terminal is for pytest, which then stops its servers in order.
                start_new_session=True,
            )
        deadline = time.monotonic() + START_DEADLINE
        while not self.answers():
            if self._process.poll() is not None or time.monotonic() > deadline:
                raise ServerError(f"{self.name} did not start:\n{log_path.read_text()[-2000:]}")
            time.sleep(0.02)

    @property
    def pid(self) -> int:
        if not self._process:
            raise ServerError(f"{self.name} is not running")
        return self._process.pid

    def stop(self) -> None:
        """The orderly end."""
        if self._process:
            self._process.terminate()
            try:
                self._process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                self.kill()
            self._process = None

    def kill(self) -> None:
        """The end without warning."""
        if self._process:
            self._process.kill()
            self._process.wait()
            self._process = None

    def close(self) -> None:
        try:
            self.stop()
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)

    def unprivileged(self, command: Sequence[str], *, dies_with_us: bool = False) -> list[str]:
        """The command as the account that may run it; on Linux it also ends when this process is killed."""
        setpriv = shutil.which("setpriv")
        wrapper: list[str] = []
        if self._account:
            if not setpriv:
                raise ServerError("running as root needs setpriv (Debian's package util-linux)")
            uid, gid = self._account.pw_uid, self._account.pw_gid
            wrapper = [f"--reuid={uid}", f"--regid={gid}", "--clear-groups"]
        if setpriv and dies_with_us:
            wrapper.append("--pdeathsig=TERM")
        return [setpriv, *wrapper, *command] if setpriv and wrapper else list(command)
