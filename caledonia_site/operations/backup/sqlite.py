"""SQLite's own copying of a database that is in use."""

import shutil
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from typing import IO

from django.conf import settings
from django.db import connection

from caledonia_site.operations.backup.errors import BackupError
from caledonia_site.operations.backup.summary import SQLITE_NAMES, Summary, sqlite_summary


def dump(target: IO[bytes]) -> Summary:
    """A copy of one moment; what is written meanwhile is in it or not, never half."""
    # Beside the original: no less protected than that one.
    with tempfile.TemporaryDirectory(dir=settings.DATA_DIR, prefix="backup-") as folder:
        copy = Path(folder) / "copy.sqlite3"
        with closing(sqlite3.connect(_file())) as source, closing(sqlite3.connect(copy)) as destination:
            source.backup(destination)
            # One file without a log beside it.
            destination.execute("PRAGMA journal_mode=DELETE")
            summary = sqlite_summary(destination)
        with copy.open("rb") as file:
            shutil.copyfileobj(file, target)
        return summary


def is_empty() -> bool:
    if not _file().exists():
        return True
    with closing(sqlite3.connect(_file())) as reader:
        return reader.execute(SQLITE_NAMES).fetchone() is None


def load(source: IO[bytes]) -> Summary:
    """The file takes its place only when it is whole and sound; afterwards what is there."""
    _file().parent.mkdir(parents=True, exist_ok=True)
    draft = _file().with_name(f"{_file().name}.restoring")
    with draft.open("wb") as file:
        shutil.copyfileobj(source, file)
    with closing(sqlite3.connect(draft)) as reader:
        (verdict,) = reader.execute("PRAGMA integrity_check").fetchone()
        if verdict != "ok":
            raise BackupError(f"the saved database is damaged: {verdict}")
        summary = sqlite_summary(reader)
    draft.chmod(0o600)
    draft.replace(_file())
    return summary


def _file() -> Path:
    return Path(connection.settings_dict["NAME"])
