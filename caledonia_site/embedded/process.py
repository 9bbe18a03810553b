"""One process of the site: web, worker or beat, forked from the supervisor and never outliving it.

Forked rather than started anew: Django is loaded once instead of four times, which makes the first page come
seconds earlier and the whole site need half the memory.
"""

import logging
import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Any

LAST_WORDS = 3.0
WEB_THREADS = 2 * (os.cpu_count() or 1) + 1
WORKER_THREADS = 4


class Role(StrEnum):
    WEB = "web"
    WORKER = "worker"
    BEAT = "beat"


def run(role: Role, *, log: Path, address: tuple[str, int], data_dir: Path, lifeline: int) -> None:
    """The whole life of the process. `lifeline` is a pipe that ends when the supervisor does."""
    # A group of its own: Ctrl-C in the terminal reaches the supervisor alone, which then stops us in order.
    os.setpgid(0, 0)
    name_process(f"cal-{role}")
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    with log.open("ab") as file:
        os.dup2(file.fileno(), sys.stdout.fileno())
        os.dup2(file.fileno(), sys.stderr.fileno())
    logging.disable(logging.NOTSET)
    end_after(lambda: wait_for_end(lifeline))
    match role:
        case Role.WEB:
            run_web(*address)
        case Role.WORKER:
            run_worker()
        case Role.BEAT:
            run_beat(data_dir / "beat-schedule")


def name_process(name: str) -> None:
    """What `ps` and `top` show on Linux, where all of us would otherwise look like the supervisor."""
    comm = Path("/proc/self/comm")
    if comm.exists():
        comm.write_text(name)


def end_after(wait: Callable[[], object]) -> None:
    """Stop this process and those below it once `wait` returns."""

    def watch() -> None:
        wait()
        os.killpg(0, signal.SIGTERM)
        time.sleep(LAST_WORDS)
        os.killpg(0, signal.SIGKILL)

    threading.Thread(target=watch, name="supervisor-watch", daemon=True).start()


def wait_for_end(pipe: int) -> None:
    while os.read(pipe, 1):
        pass


def preload() -> None:
    """Everything the processes need, loaded before they are forked."""
    from caledonia_site import celery_app, wsgi  # noqa: F401

    celery_app.loader.import_default_modules()
    from django.urls import get_resolver

    _ = get_resolver().url_patterns


def load_application(_target: str) -> Callable[..., Any]:
    """In the web server's own child, whose parent is the web process and not the supervisor."""
    if parent := multiprocessing.parent_process():
        end_after(parent.join)
    from caledonia_site.wsgi import application

    return application


def run_web(host: str, port: int) -> None:
    from django.conf import settings
    from granian import Granian
    from granian.constants import HTTPModes, Interfaces
    from granian.log import LogLevels

    Granian(
        "caledonia_site.wsgi:application",
        address=host,
        port=port,
        interface=Interfaces.WSGI,
        http=HTTPModes.http1,
        blocking_threads=WEB_THREADS,
        log_level=LogLevels.warning,
        log_dictconfig=settings.LOGGING,
        workers_kill_timeout=int(LAST_WORDS),
    ).serve(target_loader=load_application)


def run_worker() -> None:
    from caledonia_site.celery import app

    # One worker on one machine has nobody to gossip with.
    quiet = ["--without-gossip", "--without-mingle", "--without-heartbeat"]
    app.worker_main(["worker", "--pool=threads", f"--concurrency={WORKER_THREADS}", *quiet])


def run_beat(schedule: Path) -> None:
    from caledonia_site.celery import app

    app.start(["beat", f"--schedule={schedule}", "--pidfile="])
