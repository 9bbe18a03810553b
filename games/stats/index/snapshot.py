"""Which block a game belongs to.

A block in a file, mapped so that all processes of a machine share one copy in memory.

A file ends with a digest of its name and content. It is compared whenever a process opens the file: a power cut may
leave a file empty, a bad disk may change it. Nobody of ours changes a file afterwards; should somebody else cut it
short, touching what is missing would end the process at once, without an error that could be caught. So whoever holds a
mapping asks before each answer whether the file is still whole.

The blocks a process has at hand.

Blocks live in the database. A process maps each one it needs from a file in the data folder, so that all
processes of a machine share one copy in memory; a file is named by its content, written once and never changed
(see files.py).
Each look costs one query for the names of the current blocks; only blocks that changed are fetched.
"""

import hashlib
import mmap
import os
import tempfile
import threading
import time
import zlib
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

import structlog
from django.conf import settings

from games.stats.index.layout import layout_of
from games.stats.index.segment import Block, BrokenBlockError, digest_of, from_buffer, joined, to_bytes
from games.stats.models import StatsBlock

# Games whose row numbers share a block. One changed game costs reading so many; a filter pays for each block.
GAMES_IN_BLOCK = 4096


def block_number(game_key: int) -> int:
    return game_key // GAMES_IN_BLOCK


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


# Neighbours that are put together for reading: more make answers faster, and the first one after a change slower.
BLOCKS_IN_SHEAF = 8
# Files of blocks that were replaced stay for processes that have not looked since.
KEEP_SECONDS = 24 * 3600


@dataclass(frozen=True, eq=False)
class Snapshot:
    """The games of one system at one moment, and what was worked out from them since.

    `name` changes with every change of a block. Neighbouring blocks are put together: `blocks` are few and large,
    `names` those of their `files`.
    """

    system: str
    name: tuple[str, ...]
    names: tuple[str, ...]
    blocks: tuple[Block, ...]
    files: tuple[Kept, ...] = ()
    answers: dict[Any, Any] = field(default_factory=dict)
    releases: dict[frozenset[int], Any] = field(default_factory=dict)


_lock = threading.Lock()
_latest: dict[str, Snapshot] = {}


def snapshot_of(system: str) -> Snapshot:
    """The current blocks; one query when nothing changed."""
    while True:
        rows = StatsBlock.objects.filter(system=system, layout=layout_of(system).fingerprint)
        current = list(rows.order_by("number").values_list("number", "digest"))
        name = tuple(digest for _, digest in current)
        with _lock:
            known = _latest.get(system)
            at_hand = _whole_files(known) if known else {}
            if known is not None and known.name == name and len(at_hand) == len(known.files):
                return known
            sheaves = {_sheaf_name(digests): digests for digests in _sheaves(current)}
            found = {
                name: at_hand.get(name) or _sheaf(system, name, digests) for name, digests in sheaves.items()
            }
            files = tuple(file for file in found.values() if file is not None)
            # A block that was replaced between the two queries is missing: look again.
            if len(files) == len(found):
                blocks = tuple(file.block for file in files)
                _latest[system] = Snapshot(system, name, tuple(found), blocks, files)
                return _latest[system]


def _whole_files(known: Snapshot) -> dict[str, Kept]:
    """Those that nobody has cut short since they were opened; the others are made anew."""
    return {name: file for name, file in zip(known.names, known.files, strict=True) if file.is_whole()}


def _sheaves(current: list[tuple[int, str]]) -> list[tuple[str, ...]]:
    """Digests of blocks that are read together."""
    together: dict[int, list[str]] = {}
    for number, digest in current:
        together.setdefault(number // BLOCKS_IN_SHEAF, []).append(digest)
    return [tuple(digests) for digests in together.values()]


def _sheaf_name(digests: tuple[str, ...]) -> str:
    return digests[0] if len(digests) == 1 else digest_of("".join(digests).encode())


def _sheaf(system: str, name: str, digests: tuple[str, ...]) -> Kept | None:
    """None when one of the blocks is not there any more."""
    if (file := opened(_path(name))) is not None:
        return file
    found = _fetch(system, list(digests))
    if len(found) < len(digests):
        return None
    if len(digests) == 1:
        return found[name]
    block = joined([found[digest].block for digest in digests])
    return written(_path(name), to_bytes(block)) or Kept(block)


def _fetch(system: str, digests: list[str]) -> dict[str, Kept]:
    found: dict[str, Kept] = {}
    for digest in digests:
        file = opened(_path(digest))
        if file is not None:
            found[digest] = file
    absent = [digest for digest in digests if digest not in found]
    for start in range(0, len(absent), 50):
        rows = StatsBlock.objects.filter(system=system, digest__in=absent[start : start + 50])
        for digest, content in rows.values_list("digest", "content").iterator(chunk_size=10):
            data = zlib.decompress(bytes(content))
            found[digest] = written(_path(digest), data) or Kept(from_buffer(data))
    if absent:
        _sweep()
    return found


def _folder() -> Path:
    return Path(settings.DATA_DIR) / "statistics"


def _path(digest: str) -> Path:
    return _folder() / f"{digest}.block"


def _sweep() -> None:
    """Old files of blocks that were replaced; one still mapped somewhere stays readable there."""
    rows = StatsBlock.objects.order_by("system", "number").values_list("system", "number", "digest")
    current: set[str] = set()
    for _, blocks in groupby(rows, key=itemgetter(0)):
        listed = [(number, digest) for _, number, digest in blocks]
        current |= {digest for _, digest in listed} | {_sheaf_name(digests) for digests in _sheaves(listed)}
    before = time.time() - KEEP_SECONDS
    for path in _folder().glob("*.*"):
        try:
            if path.stem not in current and path.stat().st_mtime < before:
                path.unlink()
        except OSError:
            continue
