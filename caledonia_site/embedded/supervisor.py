"""Keeps the site's processes running until it is told to stop, and leaves none behind."""

import gc
import http.client
import multiprocessing
import os
import signal
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.context import ForkProcess
from pathlib import Path
from types import FrameType

from caledonia_site.embedded.process import Role, preload, run
from caledonia_site.embedded.starting import CannotStartError

LOOK_EVERY = 0.1
STOP_WITHIN = 5.0
# A process that dies this often within this time will not do better the next time.
DEATHS_ALLOWED = 5
DEATHS_WITHIN = 30.0
FIRST_PAUSE = 0.2

StartProcess = Callable[[Role, Path], ForkProcess]


class Child:
    """One role, started again whenever its process ends."""

    def __init__(self, role: Role, log: Path, start: StartProcess) -> None:
        self.role = role
        self.log = log
        self._start = start
        self._deaths: deque[float] = deque(maxlen=DEATHS_ALLOWED)
        self._process: ForkProcess | None = None
        self._start_at = 0.0
        if log.exists():
            log.replace(log.with_suffix(".log.1"))

    def keep_running(self) -> str | None:
        """Start what is not running; returns a sentence if it had died."""
        now = time.monotonic()
        if self._process is None:
            if now >= self._start_at:
                self._process = self._start(self.role, self.log)
            return None
        code = self._process.exitcode
        if code is None:
            return None
        self.kill()
        self._deaths.append(now)
        if len(self._deaths) == DEATHS_ALLOWED and now - self._deaths[0] < DEATHS_WITHIN:
            raise CannotStartError(
                f"the {self.role} process ended {DEATHS_ALLOWED} times in a row; its log is {self.log}."
            )
        recent = sum(now - death < DEATHS_WITHIN for death in self._deaths)
        self._start_at = now + FIRST_PAUSE * 2 ** (recent - 1)
        return f"the {self.role} process ended ({_cause(code)}) and is started again."

    def ask_to_stop(self) -> None:
        if self._process:
            self._process.terminate()

    def has_stopped(self) -> bool:
        return self._process is None or self._process.exitcode is not None

    def kill(self) -> None:
        """The process and whatever it started."""
        if self._process and self._process.pid:
            self._process.kill()
            # One that died before it made a group of its own has left nothing else to kill.
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.join()
            self._process.close()
            self._process = None


class Supervisor:
    """Must run in a process without threads and open database connections: it forks."""

    def __init__(self, *, address: tuple[str, int], data_dir: Path, say: Callable[[str], None]) -> None:
        logs = data_dir / "logs"
        logs.mkdir(exist_ok=True)
        self._address = address
        self._data_dir = data_dir
        self._children = [Child(role, logs / f"{role}.log", self._fork) for role in Role]
        self._say = say
        self._is_stopping = False
        # The only writing end stays here and nothing is ever written: its end is the news of our death.
        self._lifeline, self._our_end = os.pipe()

    def run(self, on_open: Callable[[], None]) -> None:
        """Returns when told to stop; calls `on_open` once, when the site answers for the first time."""
        preload()
        # What is loaded now stays: the collector need not touch, and thereby copy, the shared memory.
        gc.freeze()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._stop_soon)
        is_open = False
        try:
            while not self._is_stopping:
                for child in self._children:
                    if sentence := child.keep_running():
                        self._say(sentence)
                if not is_open and self._answers():
                    is_open = True
                    on_open()
                time.sleep(LOOK_EVERY)
        finally:
            self._stop_all()

    def _fork(self, role: Role, log: Path) -> ForkProcess:
        process = multiprocessing.get_context("fork").Process(
            target=self._in_child, args=(role, log), name=role
        )
        process.start()
        return process

    def _in_child(self, role: Role, log: Path) -> None:
        os.close(self._our_end)
        run(role, log=log, address=self._address, data_dir=self._data_dir, lifeline=self._lifeline)

    def _stop_soon(self, _number: int, _frame: FrameType | None) -> None:
        self._is_stopping = True

    def _answers(self) -> bool:
        connection = http.client.HTTPConnection(*self._address, timeout=1)
        try:
            connection.request("GET", "/healthz")
            connection.getresponse()
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()
        return True

    def _stop_all(self) -> None:
        for child in self._children:
            child.ask_to_stop()
        deadline = time.monotonic() + STOP_WITHIN
        while time.monotonic() < deadline and not all(child.has_stopped() for child in self._children):
            time.sleep(0.02)
        for child in self._children:
            child.kill()


def _cause(code: int) -> str:
    return f"signal {signal.Signals(-code).name}" if code < 0 else f"exit code {code}"
