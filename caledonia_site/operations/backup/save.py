"""Making a backup, and which are kept: the newest of each of the last days, and of each of the last weeks.

They are encrypted with age (age-encryption.org): whoever makes backups need not be able to read them.
"""

import json
import os
import re
import shutil
import threading
import zipfile
from collections.abc import Collection, Hashable, Iterable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any, NamedTuple

import pyrage
from django.conf import settings
from django.db import connection

from caledonia_site import __version__
from caledonia_site.common.disk import sync_file
from caledonia_site.operations.backup import postgres, sqlite
from caledonia_site.operations.backup.errors import BackupError
from caledonia_site.operations.backup.summary import Summary

NAME = re.compile(r"caledonia-(\d{8}T\d{6}Z)\.zip(\.age)?")
TIME = "%Y%m%dT%H%M%SZ"


def name_for(moment: datetime, *, is_sealed: bool) -> str:
    return f"caledonia-{moment.astimezone(UTC).strftime(TIME)}.zip{'.age' if is_sealed else ''}"


def time_in(name: str) -> datetime | None:
    """None for a file that is no backup of ours, and is never touched."""
    match = NAME.fullmatch(name)
    return datetime.strptime(match[1], TIME).replace(tzinfo=UTC) if match else None


def kept_backups(moments: Iterable[datetime], *, days: int, weeks: int) -> set[datetime]:
    """Days and weeks without a backup do not count, so a pause of a month forgets nothing."""
    newest_first = sorted(moments, reverse=True)
    daily = _newest_of_each([(moment.date(), moment) for moment in newest_first], days)
    weekly = _newest_of_each([(moment.isocalendar()[:2], moment) for moment in newest_first], weeks)
    return daily | weekly


def remove_old(folder: Path, *, days: int, weeks: int) -> list[Path]:
    backups = {path: moment for path in folder.iterdir() if (moment := time_in(path.name))}
    staying = kept_backups(backups.values(), days=days, weeks=weeks)
    gone = [path for path, moment in backups.items() if moment not in staying]
    for path in gone:
        path.unlink()
    return gone


def _newest_of_each(newest_first: Collection[tuple[Hashable, datetime]], most: int) -> set[datetime]:
    newest: dict[Hashable, datetime] = {}
    for period, moment in newest_first:
        newest.setdefault(period, moment)
    return set(list(newest.values())[:most])


def recipient_from(text: str) -> pyrage.x25519.Recipient:
    try:
        return pyrage.x25519.Recipient.from_str(text)
    except pyrage.RecipientError as error:
        raise BackupError("CALEDONIA_BACKUP_RECIPIENT is no public age key: it begins with age1") from error


@contextmanager
def sealed(target: IO[bytes], recipient: pyrage.x25519.Recipient) -> Iterator[IO[bytes]]:
    """What is written goes into the target encrypted, piece by piece: nothing of it is stored in the clear."""
    reading, writing = os.pipe()
    failures: list[Exception] = []

    def encrypt() -> None:
        # Closing our end makes whoever writes stop, when the disk is full for example.
        with os.fdopen(reading, "rb") as source:
            try:
                pyrage.encrypt_io(source, target, [recipient])
            except Exception as error:
                failures.append(error)

    worker = threading.Thread(target=encrypt)
    worker.start()
    try:
        with os.fdopen(writing, "wb") as stream:
            yield stream
    except BrokenPipeError:
        if not failures:
            raise
    finally:
        worker.join()
    if failures:
        raise BackupError(f"the backup cannot be written: {failures[0]}") from failures[0]


def unseal(source: IO[bytes], target: IO[bytes], *, key_file: Path) -> None:
    """The content into the target; refused whole when one bit was changed."""
    lines = [line.strip() for line in key_file.read_text().splitlines()]
    try:
        keys = [pyrage.x25519.Identity.from_str(line) for line in lines if line.startswith("AGE-SECRET-KEY-")]
    except pyrage.IdentityError as error:
        raise BackupError(f"{key_file} holds no secret age key") from error
    if not keys:
        raise BackupError(f"{key_file} holds no secret age key")
    try:
        pyrage.decrypt_io(source, target, keys)
    except (pyrage.DecryptError, OSError) as error:
        raise BackupError(f"this key does not open the backup, or the file is damaged ({error})") from error


FORMAT = 1
DATABASE, MEDIA, MANIFEST = "database", "media/", "manifest.json"


class Saved(NamedTuple):
    path: Path
    rows: int
    files: int


def save(*, folder: Path, moment: datetime) -> Saved:
    """A new file in the folder; it gets its name only when it is whole and on the disk."""
    key = settings.BACKUP_RECIPIENT
    recipient = recipient_from(key) if key else None
    path = folder / name_for(moment, is_sealed=bool(recipient))
    draft = path.with_name(f".{path.name}.part")
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            with sealed(file, recipient) if recipient else nullcontext(file) as stream:
                summary, files = _write(stream, moment)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
        sync_file(folder)
    except OSError as error:
        raise BackupError(f"the backup cannot be written to {folder}: {error.strerror}") from error
    finally:
        with suppress(OSError):
            draft.unlink()
    return Saved(path, rows=sum(table.rows for table in summary.values()), files=files)


def _write(stream: Any, moment: datetime) -> tuple[Summary, int]:
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as archive:
        if connection.vendor == "postgresql":
            with archive.open(DATABASE, "w", force_zip64=True) as member:
                summary = postgres.dump(member)
        else:
            # PostgreSQL's dump comes compressed; a file of SQLite does not.
            plain = zipfile.ZipInfo(DATABASE, date_time=moment.timetuple()[:6])
            plain.compress_type = zipfile.ZIP_DEFLATED
            with archive.open(plain, "w", force_zip64=True) as member:
                summary = sqlite.dump(member)
        # After the database: whatever its rows name was stored before they were committed.
        files = _add_uploads(archive)
        manifest = {
            "format": FORMAT,
            "version": __version__,
            "made_at": moment.isoformat(),
            "vendor": connection.vendor,
            "tables": {name: {"rows": table.rows, "digest": table.digest} for name, table in summary.items()},
            "files": files,
        }
        archive.writestr(MANIFEST, json.dumps(manifest, indent=1))
    return summary, files


def _add_uploads(archive: zipfile.ZipFile) -> int:
    folder, number = Path(settings.MEDIA_ROOT), 0
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            with path.open("rb") as source, archive.open(f"{MEDIA}{path.relative_to(folder)}", "w") as member:
                shutil.copyfileobj(source, member)
            number += 1
    return number
