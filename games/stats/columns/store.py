"""The blocks a process has at hand.

Blocks live in the database. A process maps each one it needs from a file in the data folder, so that all
processes of a machine share one copy in memory; a file is named by its content, written once and never changed.
Each look costs one query for the names of the current blocks; only blocks that changed are fetched.
"""

import mmap
import os
import tempfile
import threading
import time
import zlib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import structlog
from django.conf import settings

from games.stats.columns.binary import BrokenBlockError, from_buffer
from games.stats.columns.block import Array, Block
from games.stats.layout import layout_of
from games.stats.models import StatsBlock

log = structlog.get_logger(__name__)

# Files of blocks that were replaced stay for processes that have not looked since.
KEEP_SECONDS = 24 * 3600


@dataclass(frozen=True, eq=False)
class Snapshot:
    """The blocks of one system at one moment, and what was worked out from them since.

    `name` changes with every change of a block; `numbers` are those of the blocks.
    """

    system: str
    name: tuple[str, ...]
    numbers: tuple[int, ...]
    blocks: tuple[Block, ...]
    answers: dict[Any, Any] = field(default_factory=dict)
    private: dict[frozenset[int], tuple[Array, ...]] = field(default_factory=dict)


_lock = threading.Lock()
_latest: dict[str, Snapshot] = {}


def snapshot_of(system: str) -> Snapshot:
    """The current blocks; one query when nothing changed."""
    rows = StatsBlock.objects.filter(system=system, layout=layout_of(system).fingerprint)
    current = list(rows.order_by("number").values_list("number", "digest"))
    name = tuple(digest for _, digest in current)
    with _lock:
        known = _latest.get(system)
        if known is not None and known.name == name:
            return known
        at_hand = dict(zip(known.name, known.blocks, strict=True)) if known else {}
        at_hand |= _fetch(system, [digest for digest in name if digest not in at_hand])
        # A block that was replaced between the two queries is missing; the next look has it.
        current = [(number, digest) for number, digest in current if digest in at_hand]
        snapshot = Snapshot(
            system,
            tuple(digest for _, digest in current),
            tuple(number for number, _ in current),
            tuple(at_hand[digest] for _, digest in current),
        )
        _latest[system] = snapshot
    return snapshot


def _fetch(system: str, digests: list[str]) -> dict[str, Block]:
    found: dict[str, Block] = {}
    for digest in digests:
        block = _mapped(_path(digest))
        if block is not None:
            found[digest] = block
    absent = [digest for digest in digests if digest not in found]
    for start in range(0, len(absent), 50):
        rows = StatsBlock.objects.filter(system=system, digest__in=absent[start : start + 50])
        for digest, content in rows.values_list("digest", "content").iterator(chunk_size=10):
            data = zlib.decompress(bytes(content))
            found[digest] = _written(_path(digest), data) or from_buffer(data)
    if absent:
        _sweep()
    return found


def _folder() -> Path:
    return Path(settings.DATA_DIR) / "statistics"


def _path(digest: str) -> Path:
    return _folder() / f"{digest}.block"


def _mapped(path: Path) -> Block | None:
    try:
        with path.open("rb") as file:
            return from_buffer(memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, BrokenBlockError):
        # Out of file handles, or a damaged file: the database has the block.
        log.warning("statistics_block_not_mapped", path=str(path))
        return None


def _written(path: Path, data: bytes) -> Block | None:
    """None when the folder cannot be written to: then the process keeps the bytes to itself."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".part", delete=False) as file:
            file.write(data)
        os.replace(file.name, path)
    except OSError:
        log.warning("statistics_block_not_written", path=str(path))
        return None
    return _mapped(path)


def _sweep() -> None:
    """Old files of blocks that were replaced; one still mapped somewhere stays readable there."""
    current = set(StatsBlock.objects.values_list("digest", flat=True))
    before = time.time() - KEEP_SECONDS
    for path in _folder().glob("*.*"):
        try:
            if path.stem not in current and path.stat().st_mtime < before:
                path.unlink()
        except OSError:
            continue
