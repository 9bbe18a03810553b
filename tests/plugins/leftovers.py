"""Whatever a test starts ends with it, also when the test fails, and also when it forgot.

Every process below the run inherits a mark in its environment. What still carries it when the run is over is ended, and
the run has failed: a site that goes on would hold its port, its folder and two processors.
"""

import os
import signal
from contextlib import suppress
from pathlib import Path

import pytest

MARK = "TESTS_OF_CALEDONIA"
# Python's own helper, which ends by itself when the process does that it belongs to.
OUR_HELPER = "multiprocessing.resource_tracker"


class LeftRunningError(Exception):
    """Tests left processes behind; they are ended by now."""


def mark_descendants() -> None:
    # Below a run that has its own mark, such as a test of this very file, it is another one.
    os.environ[MARK] = str(os.getpid())


def left_running() -> dict[int, str]:
    """What carries our mark, besides ourselves and those above us."""
    mark = f"{MARK}={os.getpid()}".encode()
    found = {}
    for folder in Path("/proc").glob("[0-9]*"):
        # It may have ended since, or be somebody else's.
        with suppress(OSError):
            if mark in (folder / "environ").read_bytes().split(b"\0"):
                found[int(folder.name)] = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode()
    found.pop(os.getpid(), None)
    return {pid: command for pid, command in found.items() if OUR_HELPER not in command}


def end_leftovers() -> None:
    left = left_running()
    for pid in left:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    if left:
        raise LeftRunningError("these were still running, and are ended now: " + "; ".join(left.values()))


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    # Workers of xdist are below the run that marked them, and end before it does.
    if "PYTEST_XDIST_WORKER" not in os.environ:
        mark_descendants()
        early_config.add_cleanup(end_leftovers)
