"""Putting a backup into an empty installation, and proving that it is all there."""

import json
import shutil
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import Any, NamedTuple

from django.conf import settings
from django.db import connection

from caledonia_site.common.database import count_tables_anew
from caledonia_site.common.disk import sync_file
from caledonia_site.operations.backup import postgres, sqlite
from caledonia_site.operations.backup.errors import BackupError
from caledonia_site.operations.backup.save import DATABASE, FORMAT, MANIFEST, MEDIA, unseal
from caledonia_site.operations.backup.summary import Table, differences


class Restored(NamedTuple):
    made_at: str
    version: str
    tables: int
    rows: int
    files: int


def restore(*, path: Path, key_file: Path | None) -> Restored:
    """The whole backup into the configured database and data folder, both of which must be empty."""
    database = postgres if connection.vendor == "postgresql" else sqlite
    media = Path(settings.MEDIA_ROOT)
    with _opened(path, key_file) as archive:
        manifest = _manifest(archive)
        if not database.is_empty():
            raise BackupError("the database is not empty: restore into a new one")
        if media.exists() and any(media.iterdir()):
            raise BackupError(f"the folder {media} is not empty: restore into a new data folder")
        with archive.open(DATABASE) as member:
            restored = database.load(member)
        files = _restore_uploads(archive, media)
    expected = {name: Table(**table) for name, table in manifest["tables"].items()}
    wrong = differences(expected, restored)
    if files != manifest["files"]:
        wrong.append(f"{manifest['files']} uploaded files were saved, {files} are there")
    if wrong:
        raise BackupError("what was restored differs from what was saved. " + "; ".join(wrong))
    count_tables_anew()
    rows = sum(table.rows for table in restored.values())
    return Restored(manifest["made_at"], manifest["version"], len(restored), rows, files)


@contextmanager
def _opened(path: Path, key_file: Path | None) -> Iterator[zipfile.ZipFile]:
    try:
        with path.open("rb") as source, tempfile.TemporaryFile(dir=_folder_for_work()) as clear:
            if path.suffix != ".age":
                yield zipfile.ZipFile(source)
                return
            if key_file is None:
                raise BackupError("the backup is encrypted: name the file of its secret key with --key")
            unseal(source, clear, key_file=key_file)
            yield zipfile.ZipFile(clear)
    except FileNotFoundError as error:
        raise BackupError(f"there is no file {error.filename}") from error
    except zipfile.BadZipFile as error:
        raise BackupError(f"{path} is no backup, or is damaged") from error


def _folder_for_work() -> Path:
    folder = Path(settings.DATA_DIR)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _manifest(archive: zipfile.ZipFile) -> dict[str, Any]:
    try:
        manifest: dict[str, Any] = json.loads(archive.read(MANIFEST))
    except KeyError as error:
        raise BackupError("the file is no backup of Caledonia") from error
    if manifest["format"] != FORMAT:
        raise BackupError(f"the backup has the format {manifest['format']}, and this version reads {FORMAT}")
    if manifest["vendor"] != connection.vendor:
        raise BackupError(
            f"the backup is of {manifest['vendor']}, and the database here is {connection.vendor}"
        )
    return manifest


def _restore_uploads(archive: zipfile.ZipFile, media: Path) -> int:
    number = 0
    for name in archive.namelist():
        if not name.startswith(MEDIA):
            continue
        inside = PurePosixPath(name.removeprefix(MEDIA))
        if inside.is_absolute() or ".." in inside.parts:
            raise BackupError(f"the backup names a file outside its folder: {name}")
        target = media / inside
        target.parent.mkdir(parents=True, exist_ok=True)
        with archive.open(name) as source, target.open("wb") as file:
            shutil.copyfileobj(source, file)
        sync_file(target)
        number += 1
    for folder in [media, *(path for path in media.rglob("*") if path.is_dir())] if number else []:
        sync_file(folder)
    return number
