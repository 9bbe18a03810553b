"""Disks: what is written must be there before anybody is told that it is kept, and one without room is told apart from
other faults, so that people read what it is and nobody looks for a bug.
"""

import errno
import os
import shutil
import sqlite3
import time
from pathlib import Path

import psycopg.errors
from django.conf import settings


def sync_file(path: Path) -> None:
    """Its content, and as a folder the names in it: after a power cut both are there."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


# Less than that is room for nothing: SQLite's log alone grows by more with a few games.
FEWEST_BYTES = 4_000_000
# A database on another machine has a disk that cannot be looked at from here; what it said is believed for so long.
BELIEVED_SECONDS = 60.0
NO_ROOM = {errno.ENOSPC, errno.EDQUOT}

_full_until = 0.0


def is_full_disk(error: BaseException | None) -> bool:
    """Whether that is what the error, or one behind it, is about."""
    while error is not None:
        if isinstance(error, OSError) and error.errno in NO_ROOM:
            return True
        if isinstance(error, psycopg.errors.DiskFull):
            return True
        # Of its shared memory SQLite only says that it could not be made larger.
        if isinstance(error, sqlite3.Error) and getattr(error, "sqlite_errorcode", None) in {
            sqlite3.SQLITE_FULL,
            sqlite3.SQLITE_IOERR_SHMSIZE,
        }:
            return True
        error = error.__cause__ or error.__context__
    return False


def note_full_disk() -> None:
    global _full_until  # noqa: PLW0603  (one database per process)
    _full_until = time.monotonic() + BELIEVED_SECONDS


def disk_is_full() -> bool:
    """The database said so a moment ago, or the data folder has no room left."""
    return time.monotonic() < _full_until or _room(Path(settings.DATA_DIR)) < FEWEST_BYTES


def _room(folder: Path) -> int:
    try:
        return shutil.disk_usage(folder).free
    except FileNotFoundError:
        return FEWEST_BYTES
