"""Waiting for something that other processes do: by looking, with a deadline nobody reaches in good health."""

import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

DEADLINE = 240.0
# Between two looks, which cost the site that is looked at as much as a visitor: soon at first, then less often.
FIRST_PAUSE, LONGEST_PAUSE = 0.05, 0.3
# States of a process that has ended and waits for its parent to ask how.
ENDED = {"Z", "X"}


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
    """Every living process. Read from where `ps` reads it: a bare machine has no `ps`."""
    found = []
    for folder in Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        try:
            stat = (folder / "stat").read_text()
        except OSError:
            # It has ended since the folder was listed.
            continue
        # The name stands in brackets and may hold anything, brackets too.
        name, _, rest = stat.partition("(")[2].rpartition(")")
        state, parent, group = rest.split()[:3]
        if state not in ENDED:
            found.append(ProcessLine(int(folder.name), int(parent), int(group), name))
    return found


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
