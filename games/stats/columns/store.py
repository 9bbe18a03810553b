"""The blocks a process has at hand.

Blocks live in the database. A process maps each one it needs from a file in the data folder, so that all
processes of a machine share one copy in memory; a file is named by its content, written once and never changed
(see files.py).
Each look costs one query for the names of the current blocks; only blocks that changed are fetched.
"""

import threading
import time
import zlib
from dataclasses import dataclass, field
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

from django.conf import settings

from games.stats.columns.binary import digest_of, from_buffer, to_bytes
from games.stats.columns.block import Block
from games.stats.columns.files import Kept, opened, written
from games.stats.columns.joining import joined
from games.stats.layout import layout_of
from games.stats.models import StatsBlock

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
