"""Waiting for something that other processes do: by looking, with a deadline nobody reaches in good health."""

import os
import subprocess
import time
from collections.abc import Callable
from typing import NamedTuple

DEADLINE = 240.0
# Between two looks, which cost the site that is looked at as much as a visitor: soon at first, then less often.
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 0.3


def wait_until(condition: Callable[[], object], what: str, deadline: float = DEADLINE) -> None:
    end = time.monotonic() + deadline
    pause = FIRST_PAUSE
    while not condition():
        assert time.monotonic() < end, f"still waiting: {what}"
        time.sleep(pause)
        pause = min(pause * 1.2, LONGEST_PAUSE)


class ProcessLine(NamedTuple):
    pid: int
    parent: int
    group: int
    name: str


def process_table() -> list[ProcessLine]:
    lines = subprocess.check_output(["ps", "-eo", "pid=,ppid=,pgid=,stat=,comm="], text=True).splitlines()
    parts = [line.split(None, 4) for line in lines]
    return [
        ProcessLine(int(pid), int(parent), int(group), name)
        for pid, parent, group, state, name in parts
        if not state.startswith("Z")
    ]


def descendants(pid: int) -> list[ProcessLine]:
    table = process_table()
    found, parents = [], {pid}
    while parents:
        below = [line for line in table if line.parent in parents]
        found += below
        parents = {line.pid for line in below}
    return found


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return any(line.pid == pid for line in process_table())
