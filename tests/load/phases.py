"""The measurements, each as figures that can be kept as JSON."""

import asyncio
import os
import threading
import time
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Any

from tests.load.client import BARE, MIX, Plan, Shot, people, without_pause
from tests.load.site import LoadSite, own, resident
from tests.load.tables import CHANGE, POLL, phones

WARM_UP_SECONDS = 15
CONNECTIONS_ALONE = 8
SECONDS_ALONE = 3.0
ROUNDS_ALONE = 2
SOAK_USERS = 10
LOOKS_AT_MEMORY = 60


class MemoryWatch:
    """Looks at the web processes now and then, while something else goes on."""

    def __init__(self, site: LoadSite, *, seconds: float) -> None:
        self._site, self._every = site, max(1.0, seconds / LOOKS_AT_MEMORY)
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look)
        self.looks: list[dict[str, float]] = []

    def __enter__(self) -> "MemoryWatch":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()

    def _look(self) -> None:
        began = time.monotonic()
        while True:
            workers = self._site.web_workers()
            self.looks.append(
                {
                    "minute": (time.monotonic() - began) / 60,
                    "resident": max(map(resident, workers), default=0),
                    "own": max(map(own, workers), default=0),
                }
            )
            if self._over.wait(self._every):
                return


def mix(site: LoadSite, *, users: int, seconds: float, think: float) -> dict[str, Any]:
    """People who think between pages: how long they wait."""
    plan, sessions = _plan(site)

    def go(duration: float) -> list[Shot]:
        return asyncio.run(
            people(
                port=site.web_port, plan=plan, users=users, seconds=duration, think=think, sessions=sessions
            )
        )

    go(WARM_UP_SECONDS)
    with MemoryWatch(site, seconds=seconds) as memory:
        shots = go(seconds)
    return head(site) | {
        "users": users,
        "seconds": seconds,
        "think": think,
        "pages": {kind: _figures(shot for shot in shots if shot.kind == kind) for kind in MIX},
        "all": _figures(shot for shot in shots if shot.kind not in BARE),
        "memory": memory.looks,
        "faults": len(site.faults()),
    }


def alone(site: LoadSite) -> dict[str, Any]:
    """Each kind of page by itself, as fast as it goes; in rounds, so that all share a busy moment of the machine."""
    plan, _ = _plan(site)
    answers: dict[str, list[Shot]] = {kind: [] for kind in MIX}
    took = dict.fromkeys(MIX, 0.0)
    for seconds in (1.0, *[SECONDS_ALONE] * ROUNDS_ALONE):
        for kind in MIX:
            shots, duration = asyncio.run(
                without_pause(
                    port=site.web_port, plan=plan, kind=kind, connections=CONNECTIONS_ALONE, seconds=seconds
                )
            )
            # The first round only warms up.
            if seconds == SECONDS_ALONE:
                answers[kind] += shots
                took[kind] += duration
    return head(site) | {
        "pages": {
            kind: _figures(shots) | {"rate": len(shots) / took[kind]} for kind, shots in answers.items()
        },
        "connections": CONNECTIONS_ALONE,
        "faults": len(site.faults()),
    }


def soak(site: LoadSite, *, seconds: float, think: float) -> dict[str, Any]:
    """A few people for a long time: whether memory stays where it is."""
    return mix(site, users=SOAK_USERS, seconds=seconds, think=think)


def tables(site: LoadSite, *, seconds: float) -> dict[str, Any]:
    """Tables that fill in their sheets together: first everybody only looks, then everybody types."""
    opened = site.open_tables()

    def go(duration: float, *, types: bool) -> tuple[list[Shot], float]:
        before = site.web_seconds()
        shots = asyncio.run(phones(port=site.web_port, opened=opened, seconds=duration, types=types))
        return shots, (site.web_seconds() - before) / duration

    go(WARM_UP_SECONDS / 3, types=True)
    parts = {}
    for name, types in (("looking", False), ("typing", True)):
        shots, cores = go(seconds, types=types)
        parts[name] = {"cores": cores} | {
            kind: _figures(shot for shot in shots if shot.kind == kind) for kind in (POLL, CHANGE)
        }
    return head(site) | {
        "tables": len(opened["tables"]),
        "phones": sum(len(table["cookies"]) for table in opened["tables"]),
        "seconds": seconds,
        "parts": parts,
        "pages": {f"{name}: {kind}": part[kind] for name, part in parts.items() for kind in (POLL, CHANGE)},
        "faults": len(site.faults()),
    }


def _plan(site: LoadSite) -> tuple[Plan, list[str]]:
    chosen = site.choose()
    return Plan(chosen, seed=1886), [sender["session"] for sender in chosen["senders"]]


def head(site: LoadSite) -> dict[str, Any]:
    return {
        "games": site.games,
        "load_before": site.load_before,
        "cores": len(os.sched_getaffinity(0)),
        "on": datetime.now(UTC).date().isoformat(),
    }


def _figures(shots: Iterable[Shot]) -> dict[str, Any]:
    answered = list(shots)
    times = sorted(shot.seconds for shot in answered)
    # 304: nothing is new.
    bad = [shot.status for shot in answered if not (200 <= shot.status < 300 or shot.status == 304)]
    return {
        "requests": len(answered),
        "errors": len(bad),
        "statuses": sorted(set(bad)),
        **{name: 1000 * _quantile(times, share) for name, share in SHARES.items()},
    }


SHARES = {"p50": 0.5, "p95": 0.95, "p99": 0.99}


def _quantile(ordered: Sequence[float], share: float) -> float:
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else 0.0
