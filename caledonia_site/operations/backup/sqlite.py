"""SQLite's own copying of a database that is in use."""

import shutil
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from typing import IO

from django.conf import settings
from django.db import connection

from caledonia_site.common.disk import sync_file
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
    # Looked for before anything is opened: SQLite would take them for the last changes of whatever lies there.
    if left := [path.name for path in _beside() if path.exists()]:
        raise BackupError(
            f"{_file().parent} holds what is left of another database ({', '.join(left)}): "
            "move that away, or restore into a new data folder"
        )
    if not _file().exists():
        return True
    with closing(sqlite3.connect(_file())) as reader:
        return reader.execute(SQLITE_NAMES).fetchone() is None


def load(source: IO[bytes]) -> Summary:
    """The file takes its place only when it is whole and sound; afterwards what is there, opened anew."""
    folder = _file().parent
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder, prefix="restore-") as work:
        draft = Path(work) / "draft.sqlite3"
        with draft.open("wb") as file:
            shutil.copyfileobj(source, file)
        _require_soundness(draft)
        draft.chmod(0o600)
        sync_file(draft)
        draft.replace(_file())
    sync_file(folder)
    _require_soundness(_file())
    with closing(sqlite3.connect(_file())) as reader:
        return sqlite_summary(reader)


def _require_soundness(path: Path) -> None:
    with closing(sqlite3.connect(path)) as reader:
        try:
            (verdict,) = reader.execute("PRAGMA integrity_check").fetchone()
        except sqlite3.DatabaseError as error:
            verdict = str(error)
    if verdict != "ok":
        raise BackupError(f"the saved database is damaged: {verdict}")


def _beside() -> list[Path]:
    """Files in which SQLite keeps what is not in the database yet, or not any more."""
    return [_file().with_name(_file().name + ending) for ending in ("-wal", "-shm", "-journal")]


def _file() -> Path:
    return Path(connection.settings_dict["NAME"])
