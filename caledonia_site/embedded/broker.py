"""A broker that is a folder: one file per message.

Kombu's own file transport writes a message in place, so a reader can meet half of it. Here a message appears
whole, by renaming, and belongs to whoever renames it away. A message that a killed worker had taken is
gone, which is allowed: the database knows what there is to do (see caledonia_site.common.jobs).
"""

import os
import time
from contextlib import suppress
from pathlib import Path
from queue import Empty
from stat import S_ISREG
from typing import Any
from uuid import uuid4

import structlog
from kombu.exceptions import OperationalError
from kombu.transport import virtual
from kombu.utils.json import dumps, loads

log = structlog.get_logger(__name__)

SUFFIX = ".message"


class FileChannel(virtual.Channel):
    """A waiting message is `<queue>/<time>-<unique>.message`; what cannot be read goes to `unreadable`."""

    @property
    def folder(self) -> Path:
        options: dict[str, Any] = self.connection.client.transport_options  # type: ignore[union-attr, assignment]
        return Path(options["folder"])

    def _put(self, queue: str, message: dict[str, Any], **_: Any) -> None:
        # Names sort by the time of sending, so the oldest message is taken first.
        name = f"{time.time_ns():020}-{uuid4().hex}"
        draft = self.folder / queue / f"{name}.draft"
        try:
            draft.parent.mkdir(parents=True, exist_ok=True)
            draft.write_text(dumps(message))
            draft.rename(draft.with_suffix(SUFFIX))
        except OSError as error:
            # On a full disk above all.
            with suppress(OSError):
                draft.unlink()
            raise OperationalError(f"the message could not be written: {error}") from error

    def _get(self, queue: str, timeout: float | None = None) -> dict[str, Any]:
        for name in self._waiting(queue):
            taken = self.folder / queue / f"{name}.{os.getpid()}.taken"
            try:
                (self.folder / queue / name).rename(taken)
            except OSError:
                continue  # another worker was quicker, or nobody may take it away
            try:
                message = self._read(taken)
            except (OSError, ValueError, KeyError, TypeError) as error:
                self._set_aside(taken, name)
                log.warning("unreadable_message", file=name, reason=repr(error))
                continue
            with suppress(FileNotFoundError):
                taken.unlink()
            return message
        raise Empty

    def _read(self, path: Path) -> dict[str, Any]:
        """A folder is no message, and to read a pipe would mean to wait for whoever writes into it."""
        if not S_ISREG(path.lstat().st_mode):
            raise ValueError("no file")
        message: dict[str, Any] = loads(path.read_bytes())
        self.Message(message, channel=self)
        return message

    def _waiting(self, queue: str) -> list[str]:
        try:
            return sorted(entry for entry in os.listdir(self.folder / queue) if entry.endswith(SUFFIX))
        except (FileNotFoundError, NotADirectoryError):
            return []

    def _set_aside(self, path: Path, name: str) -> None:
        """Where that cannot be done it stays taken, which nobody looks at again."""
        aside = self.folder / "unreadable"
        with suppress(OSError):
            aside.mkdir(exist_ok=True)
            path.rename(aside / name)

    def _size(self, queue: str) -> int:
        return len(self._waiting(queue))

    def _purge(self, queue: str) -> int:
        names = self._waiting(queue)
        for name in names:
            with suppress(OSError):
                (self.folder / queue / name).unlink()
        return len(names)


class FileTransport(virtual.Transport):
    Channel = FileChannel
    driver_type = "embedded"
    driver_name = "embedded"

    def driver_version(self) -> str:
        return "1"
