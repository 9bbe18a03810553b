"""At most one worker on a job at a time, so that none computes what another is computing already.

This only saves work. That nothing is lost or overtaken is the doing of the marks (see runner.py), and holds
also where this lock does not reach. Both forms end with the process or its connection: a killed worker
leaves no lock behind.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import blake2b
from threading import Lock

from django.db import connection

_guard = Lock()
_busy: set[tuple[str, str]] = set()


@contextmanager
def only_one_worker(*, topic: str, key: str) -> Iterator[bool]:
    """Yields whether the job is ours now; never waits."""
    if connection.vendor == "postgresql":
        with _advisory_lock(topic, key) as ours:
            yield ours
    else:
        # SQLite means one machine with one worker process, whose threads share this set.
        with _lock_in_this_process(topic, key) as ours:
            yield ours


@contextmanager
def _lock_in_this_process(topic: str, key: str) -> Iterator[bool]:
    job = (topic, key)
    with _guard:
        ours = job not in _busy
        _busy.add(job)
    try:
        yield ours
    finally:
        if ours:
            with _guard:
                _busy.discard(job)


@contextmanager
def _advisory_lock(topic: str, key: str) -> Iterator[bool]:
    digest = blake2b(f"{topic}\0{key}".encode(), digest_size=8, person=b"caledonia-jobs").digest()
    number = int.from_bytes(digest, signed=True)
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(%s)", [number])
        ours = bool(cursor.fetchone()[0])
    try:
        yield ours
    finally:
        # When the connection was lost meanwhile, the server has released the lock by itself.
        if ours and connection.connection and not connection.connection.closed:
            with connection.cursor() as cursor:
                cursor.execute("SELECT pg_advisory_unlock(%s)", [number])
