"""Making a backup."""

import json
import os
import shutil
import zipfile
from contextlib import nullcontext, suppress
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from django.conf import settings
from django.db import connection

from caledonia_site import __version__
from caledonia_site.common.disk import sync_file
from caledonia_site.operations.backup import postgres, sqlite
from caledonia_site.operations.backup.errors import BackupError
from caledonia_site.operations.backup.rotation import name_for
from caledonia_site.operations.backup.sealing import recipient_from, sealed
from caledonia_site.operations.backup.summary import Summary

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
