"""The segments of one system at one moment, and how strong their tables were.

Segments live in the database. A process maps each one it needs from a file in the data folder, so that all processes
of a machine share one copy in memory; a file is named by its content, written once and never changed. Each look costs
one query for the names of the current segments; only segments that changed are fetched.

A file ends with a digest of its name and content. It is compared whenever a process opens the file: a power cut may
leave a file empty, a bad disk may change it. Nobody of ours changes a file afterwards; should somebody else cut it
short, touching what is missing would end the process at once, without an error that could be caught. So whoever holds a
mapping asks before each answer whether the file is still whole.
"""

import hashlib
import mmap
import os
import tempfile
import threading
import time
import zlib
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import structlog
from django.conf import settings

from games.stats.index.bitmap import Array
from games.stats.index.layout import Layout, layout_of
from games.stats.index.privacy import Privacy, Release, release_games
from games.stats.index.query import Condition, Selection, select_games
from games.stats.index.segment import (
    BrokenSegmentError,
    Segment,
    digest_of,
    from_buffer,
    merge_segments,
    to_bytes,
)
from games.stats.models import StatsSegment, TableRatingSegment

# Games whose row numbers share a segment. One changed game costs reading so many; a filter pays for each segment.
GAMES_IN_SEGMENT = 4096
# Neighbours that are merged for reading: more make answers faster, and the first one after a change slower.
SEGMENTS_MERGED = 8
# Files of segments that were replaced stay for processes that have not looked since.
KEEP_SECONDS = 24 * 3600

log = structlog.get_logger(__name__)

_SEAL = hashlib.sha256().digest_size
_READ_AT_A_TIME = 1 << 20


def segment_number(game_key: int) -> int:
    """Which segment a game belongs to."""
    return game_key // GAMES_IN_SEGMENT


class FilterConditions(Protocol):
    """What a set of filters is to the index: all of its conditions must hold."""

    def bound(self) -> Iterable[Condition]: ...


@dataclass(frozen=True, eq=False, slots=True)
class SegmentFile:
    """A segment at hand; without a mapping it is in the memory of this process, where nobody can take it away."""

    segment: Segment
    mapping: mmap.mmap | None = None

    def is_whole(self) -> bool:
        return self.mapping is None or self.mapping.size() >= len(self.mapping)


@dataclass(frozen=True, eq=False)
class TableRatings:
    """Mean ratings of the people at each table before the game. `name` changes with every change."""

    name: tuple[str, ...]
    by_number: dict[int, tuple[str, Array]]

    @cached_property
    def _all(self) -> tuple[Array, Array]:
        """Where the ratings of each number begin, and the ratings of all of them one after the other; behind the last
        number, and behind the last ratings, a segment without ratings, for games of which none are known.
        """
        numbers = sorted(self.by_number)
        begins = np.full((numbers[-1] if numbers else -1) + 2, len(numbers), dtype=np.int64)
        begins[numbers] = np.arange(len(numbers))
        unknown = np.zeros(GAMES_IN_SEGMENT, dtype="<i2")
        ratings = np.concatenate([*(self.by_number[number][1] for number in numbers), unknown])
        return begins * GAMES_IN_SEGMENT, ratings

    def of(self, games: Array) -> Array:
        """The mean rating before each of the games, 0 where it is not known."""
        begins, ratings = self._all
        # Looked up, not searched for: a filter asks for all games there are.
        number = games // GAMES_IN_SEGMENT
        at = np.take(begins, number, mode="clip") + (games - number * GAMES_IN_SEGMENT)
        mean: Array = np.take(ratings, at)
        return mean


@dataclass(frozen=True, eq=False)
class Snapshot:
    """The games of one system at one moment, and what was worked out from them since.

    `name` changes with every change of a segment. Neighbours are merged: `segments` are few and large, `names` those
    of their `files`. `answers` belong to whoever asks.
    """

    system: str
    name: tuple[str, ...]
    names: tuple[str, ...]
    segments: tuple[Segment, ...]
    files: tuple[SegmentFile, ...] = ()
    answers: dict[Any, Any] = field(default_factory=dict)
    _releases: dict[frozenset[int], Release] = field(default_factory=dict)

    @property
    def layout(self) -> Layout:
        return layout_of(self.system)

    def select(
        self,
        filters: FilterConditions,
        *,
        private_clubs: frozenset[int] = frozenset(),
        ratings: TableRatings | None = None,
        only_open: bool = False,
    ) -> Selection:
        """Games of the private clubs are part of it as far as they are released. A filter by rating needs the ratings
        of the tables, or finds nothing. `only_open`: without any game of a private club.
        """
        conditions = list(filters.bound())
        release = None
        if private_clubs and not any(condition.privacy is Privacy.VISIBLE for condition in conditions):
            release = self._release(private_clubs)
        return select_games(
            self.layout, self.segments, conditions, release=release, ratings=ratings, only_open=only_open
        )

    def _release(self, private_clubs: frozenset[int]) -> Release:
        """Worked out once for each state of the segments and of the clubs."""
        release = self._releases.get(private_clubs)
        if release is None:
            release = release_games(self.layout, self.segments, private_clubs)
            self._releases.clear()
            self._releases[private_clubs] = release
        return release


_lock = threading.Lock()
_latest: dict[str, Snapshot] = {}
_ratings_lock = threading.Lock()
_latest_ratings: dict[str, TableRatings] = {}


def open_snapshot(system: str) -> Snapshot:
    """The current segments; one query when nothing changed."""
    while True:
        rows = StatsSegment.objects.filter(system=system, layout=layout_of(system).fingerprint)
        current = list(rows.order_by("number").values_list("number", "digest"))
        name = tuple(digest for _, digest in current)
        with _lock:
            known = _latest.get(system)
            at_hand = _whole_files(known) if known else {}
            if known is not None and known.name == name and len(at_hand) == len(known.files):
                return known
            merged = {_merged_name(digests): digests for digests in _neighbours(current)}
            opened = {
                name: at_hand.get(name) or _open_merged(system, name, digests)
                for name, digests in merged.items()
            }
            files = tuple(file for file in opened.values() if file is not None)
            # A segment that was replaced between the two queries is missing: look again.
            if len(files) == len(opened):
                segments = tuple(file.segment for file in files)
                _latest[system] = Snapshot(system, name, tuple(opened), segments, files)
                return _latest[system]


def open_table_ratings(system: str) -> TableRatings:
    """One query when nothing changed; else the changed ones are fetched too."""
    rows = TableRatingSegment.objects.filter(system=system)
    current = dict(rows.order_by("number").values_list("number", "digest"))
    name = tuple(current.values())
    with _ratings_lock:
        known = _latest_ratings.get(system)
        if known is not None and known.name == name:
            return known
        kept = {
            number: pair
            for number, pair in (known.by_number if known else {}).items()
            if current.get(number) == pair[0]
        }
        missing = [number for number in current if number not in kept]
        for start in range(0, len(missing), 500):
            some = rows.filter(number__in=missing[start : start + 500])
            for number, digest, content in some.values_list("number", "digest", "content"):
                kept[number] = (digest, np.frombuffer(zlib.decompress(bytes(content)), dtype="<i2"))
        _latest_ratings[system] = TableRatings(name, kept)
        return _latest_ratings[system]


def _whole_files(known: Snapshot) -> dict[str, SegmentFile]:
    """Those that nobody has cut short since they were opened; the others are made anew."""
    return {name: file for name, file in zip(known.names, known.files, strict=True) if file.is_whole()}


def _neighbours(current: list[tuple[int, str]]) -> list[tuple[str, ...]]:
    """Digests of segments that are read together."""
    together: dict[int, list[str]] = {}
    for number, digest in current:
        together.setdefault(number // SEGMENTS_MERGED, []).append(digest)
    return [tuple(digests) for digests in together.values()]


def _merged_name(digests: tuple[str, ...]) -> str:
    return digests[0] if len(digests) == 1 else digest_of("".join(digests).encode())


def _open_merged(system: str, name: str, digests: tuple[str, ...]) -> SegmentFile | None:
    """None when one of the segments is not there any more."""
    if (file := open_file(_path(name))) is not None:
        return file
    files = _fetch(system, list(digests))
    if len(files) < len(digests):
        return None
    if len(digests) == 1:
        return files[name]
    segment = merge_segments([files[digest].segment for digest in digests])
    return write_file(_path(name), to_bytes(segment)) or SegmentFile(segment)


def _fetch(system: str, digests: list[str]) -> dict[str, SegmentFile]:
    files: dict[str, SegmentFile] = {}
    for digest in digests:
        file = open_file(_path(digest))
        if file is not None:
            files[digest] = file
    absent = [digest for digest in digests if digest not in files]
    for start in range(0, len(absent), 50):
        rows = StatsSegment.objects.filter(system=system, digest__in=absent[start : start + 50])
        for digest, content in rows.values_list("digest", "content").iterator(chunk_size=10):
            data = zlib.decompress(bytes(content))
            files[digest] = write_file(_path(digest), data) or SegmentFile(from_buffer(data))
    if absent:
        _sweep()
    return files


def open_file(path: Path) -> SegmentFile | None:
    """None when there is no such file, or none that can be used: the database has the segment."""
    try:
        with path.open("rb") as file:
            _require_seal(path, file.fileno())
            mapping = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        return SegmentFile(from_buffer(memoryview(mapping)[:-_SEAL]), mapping)
    except FileNotFoundError:
        return None
    except (OSError, ValueError, BrokenSegmentError):
        # Out of file handles, or a damaged file.
        log.warning("statistics_segment_not_mapped", path=str(path))
        return None


def write_file(path: Path, data: bytes) -> SegmentFile | None:
    """None when the folder cannot be written to: then the process keeps the bytes to itself."""
    draft = ""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".part", delete=False) as file:
            draft = file.name
            file.write(data)
            file.write(_seal(path, data))
        # All processes miss a new segment at the same moment. Replacing the file of the one that was faster would
        # leave it alone with a copy of its own.
        if (existing := open_file(path)) is not None:
            return existing
        os.replace(draft, path)
    except OSError:
        log.warning("statistics_segment_not_written", path=str(path))
        return None
    finally:
        # On a full disk above all.
        with suppress(FileNotFoundError):
            os.unlink(draft)
    return open_file(path)


def _seal(path: Path, data: bytes) -> bytes:
    return hashlib.sha256(path.stem.encode() + data).digest()


def _require_seal(path: Path, handle: int) -> None:
    """Read, not mapped: a file that is cut short meanwhile is then merely wrong."""
    digest, position, end = hashlib.sha256(path.stem.encode()), 0, os.fstat(handle).st_size - _SEAL
    while position < end and (chunk := os.pread(handle, min(_READ_AT_A_TIME, end - position), position)):
        digest.update(chunk)
        position += len(chunk)
    if end <= 0 or os.pread(handle, _SEAL, end) != digest.digest():
        raise BrokenSegmentError("seal")


def _folder() -> Path:
    return Path(settings.DATA_DIR) / "statistics"


def _path(digest: str) -> Path:
    return _folder() / f"{digest}.segment"


def _sweep() -> None:
    """Old files of segments that were replaced; one still mapped somewhere stays readable there."""
    rows = StatsSegment.objects.order_by("system", "number").values_list("system", "number", "digest")
    current: set[str] = set()
    for _, segments in groupby(rows, key=itemgetter(0)):
        listed = [(number, digest) for _, number, digest in segments]
        current |= {digest for _, digest in listed}
        current |= {_merged_name(digests) for digests in _neighbours(listed)}
    before = time.time() - KEEP_SECONDS
    for path in _folder().glob("*.*"):
        try:
            if path.stem not in current and path.stat().st_mtime < before:
                path.unlink()
        except OSError:
            continue
