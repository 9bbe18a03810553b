"""Where uploads are kept: whole and on the disk when the row that names them is saved, or not there at all."""

import os
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import IO

from django.core.files import File
from django.core.files.storage import FileSystemStorage

from caledonia_site.common.disk import sync_file


class _Draft(File):
    """Django moves what has a path into its place, instead of copying it there."""

    def __init__(self, file: IO[bytes], path: str) -> None:
        super().__init__(file)
        self._path = path

    def temporary_file_path(self) -> str:
        return self._path


class WholeFileStorage(FileSystemStorage):
    """Django writes in place, so that a full disk leaves half a file, and a power cut an empty one."""

    def _save(self, name: str, content: File) -> str:
        os.makedirs(self.location, exist_ok=True)
        handle, path = tempfile.mkstemp(dir=self.location, prefix=".upload-")
        try:
            with os.fdopen(handle, "wb") as draft:
                for chunk in content.chunks():
                    draft.write(chunk)
                draft.flush()
                os.fsync(draft.fileno())
                saved: str = super()._save(name, _Draft(draft, path))  # type: ignore[misc]
        finally:
            with suppress(FileNotFoundError):
                os.unlink(path)
        sync_file(Path(self.path(saved)).parent)
        return saved
