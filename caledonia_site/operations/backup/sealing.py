"""Encryption with age (age-encryption.org): whoever makes backups need not be able to read them."""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pyrage

from caledonia_site.operations.backup.errors import BackupError


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
