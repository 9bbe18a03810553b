"""A block in a file, mapped so that all processes of a machine share one copy in memory.

A file ends with a digest of its name and content. It is compared whenever a process opens the file: a power cut may
leave a file empty, a bad disk may change it. Nobody of ours changes a file afterwards; should somebody else cut it
short, touching what is missing would end the process at once, without an error that could be caught. So whoever holds a
mapping asks before each answer whether the file is still whole.
"""

import hashlib
import mmap
import os
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import structlog

from games.stats.columns.binary import BrokenBlockError, from_buffer
from games.stats.columns.block import Block

log = structlog.get_logger(__name__)

_SEAL = hashlib.sha256().digest_size
_PIECE = 1 << 20


@dataclass(frozen=True, eq=False, slots=True)
class Kept:
    """A block at hand; without a mapping it is in the memory of this process, where nobody can take it away."""

    block: Block
    mapping: mmap.mmap | None = None

    def is_whole(self) -> bool:
        return self.mapping is None or self.mapping.size() >= len(self.mapping)


def opened(path: Path) -> Kept | None:
    """None when there is no such file, or none that can be used: the database has the block."""
    try:
        with path.open("rb") as file:
            _require_seal(path, file.fileno())
            mapping = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        return Kept(from_buffer(memoryview(mapping)[:-_SEAL]), mapping)
    except FileNotFoundError:
        return None
    except (OSError, ValueError, BrokenBlockError):
        # Out of file handles, or a damaged file.
        log.warning("statistics_block_not_mapped", path=str(path))
        return None


def written(path: Path, data: bytes) -> Kept | None:
    """None when the folder cannot be written to: then the process keeps the bytes to itself."""
    draft = ""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".part", delete=False) as file:
            draft = file.name
            file.write(data)
            file.write(_seal(path, data))
        # All processes miss a new block at the same moment. Replacing the file of the one that was faster would leave
        # it alone with a copy of its own.
        if (kept := opened(path)) is not None:
            return kept
        os.replace(draft, path)
    except OSError:
        log.warning("statistics_block_not_written", path=str(path))
        return None
    finally:
        # On a full disk above all.
        with suppress(FileNotFoundError):
            os.unlink(draft)
    return opened(path)


def _seal(path: Path, data: bytes) -> bytes:
    return hashlib.sha256(path.stem.encode() + data).digest()


def _require_seal(path: Path, handle: int) -> None:
    """Read, not mapped: a file that is cut short meanwhile is then merely wrong."""
    digest, position, end = hashlib.sha256(path.stem.encode()), 0, os.fstat(handle).st_size - _SEAL
    while position < end and (piece := os.pread(handle, min(_PIECE, end - position), position)):
        digest.update(piece)
        position += len(piece)
    if end <= 0 or os.pread(handle, _SEAL, end) != digest.digest():
        raise BrokenBlockError("seal")
