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
from datetime import UTC, datetime, timedelta
from multiprocessing.context import ForkProcess
from pathlib import Path
from types import FrameType

from caledonia_site.embedded.process import Role, preload, run
from caledonia_site.embedded.start import CannotStartError
from caledonia_site.embedded.troubles import Trouble, write_troubles

LOOK_EVERY = 0.1
STOP_WITHIN = 5.0
# A process that lived for so long has come to stand; one that did not died in a row with those before it.
STEADY_AFTER = 30.0
# A web process that dies this often within that time will not do better the next time, and without it there is no
# site. Games are saved without the others: they are started again for ever.
DEATHS_OF_WEB = 5
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 300.0

StartProcess = Callable[[Role, Path], ForkProcess]


class Child:
    """One role, started again whenever its process ends; `deaths` are those in a row."""

    def __init__(self, role: Role, log: Path, start: StartProcess) -> None:
        self.role = role
        self.log = log
        self._start = start
        self.deaths = 0
        self._cause = ""
        self._died_at: deque[float] = deque(maxlen=DEATHS_OF_WEB)
        self._process: ForkProcess | None = None
        self._start_at = self._started_at = 0.0
        if log.exists():
            log.replace(log.with_suffix(".log.1"))

    def keep_running(self) -> str | None:
        """Start what is not running; returns a sentence if it had died."""
        now = time.monotonic()
        if self._process is None:
            if now < self._start_at:
                return None
            try:
                self._process, self._started_at = self._start(self.role, self.log), now
            except OSError as error:  # the machine has no room for one more process
                return self._note_death(now, cause=str(error.strerror))
            return None
        code = self._process.exitcode
        if now - self._started_at >= STEADY_AFTER:
            self.deaths = 0
        if code is None:
            return None
        self.kill()
        return self._note_death(now, cause=_cause(code))

    def _note_death(self, now: float, *, cause: str) -> str:
        self.deaths, self._cause = self.deaths + 1, cause
        self._died_at.append(now)
        is_hopeless = len(self._died_at) == DEATHS_OF_WEB and now - self._died_at[0] < STEADY_AFTER
        if self.role is Role.WEB and is_hopeless:
            raise CannotStartError(
                f"the {self.role} process ended {DEATHS_OF_WEB} times in a row; its log is {self.log}."
            )
        pause = min(FIRST_PAUSE * 2 ** min(self.deaths - 1, 20), LONGEST_PAUSE)
        self._start_at = now + pause
        soon = f" in {pause:.0f} s; its log is {self.log}" if pause >= 1 else ""
        return f"the {self.role} process ended ({self._cause}) and is started again{soon}."

    @property
    def trouble(self) -> Trouble | None:
        if not self.deaths:
            return None
        starts_at = datetime.now(UTC) + timedelta(seconds=self._start_at - time.monotonic())
        return Trouble(role=self.role, deaths=self.deaths, cause=self._cause, starts_at=starts_at)

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
        self._written_down = [0 for _ in self._children]
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
        write_troubles(self._data_dir, [])
        try:
            while not self._is_stopping:
                for child in self._children:
                    if sentence := child.keep_running():
                        # A terminal that is a file on a full disk is no reason to end the site.
                        with suppress(OSError):
                            self._say(sentence)
                self._write_down_troubles()
                if not is_open and self._answers():
                    is_open = True
                    on_open()
                time.sleep(LOOK_EVERY)
        finally:
            self._stop_all()

    def _write_down_troubles(self) -> None:
        deaths = [child.deaths for child in self._children]
        if deaths != self._written_down:
            self._written_down = deaths
            write_troubles(self._data_dir, [child.trouble for child in self._children if child.trouble])

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
