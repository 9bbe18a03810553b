"""A game as a file tells it, before anybody asked who these people are, and its places from what the file knows."""

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any


@dataclass(frozen=True, slots=True)
class Finding:
    """Something a person should know, as a code with parameters."""

    code: str
    params: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatRecord:
    """`dimension` (the clan) is as the file writes it. `source_id` is the player's id in the source, if it has one.

    `lines` are VP by the key of the line, when the file has them.
    """

    name: str = ""
    source_id: str = ""
    is_bot: bool = False
    dimension: str = ""
    position: int | None = None
    total: int
    place: int
    lines: Mapping[str, int] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRecord:
    """`where` says where it stands in the file. `source` is the same whenever the same game is read again.

    `sheet` is the raw sheet of our own files, from which everything else follows; other files have results alone.
    """

    where: str
    source: str
    system: str
    played_on: date
    finished_at: datetime | None = None
    duration_minutes: int | None = None
    place: str = ""
    notes: str = ""
    seats: tuple[SeatRecord, ...]
    sheet: Mapping[str, Any] | None = None
    findings: tuple[Finding, ...] = ()


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Something in the file that should be a game and is none; `reason` says why."""

    where: str
    reason: Finding


@dataclass(frozen=True, slots=True)
class Skipped:
    """A game of another kind, or one the source itself does not count."""

    where: str
    reason: Finding


Record = GameRecord | Unreadable | Skipped


class UnreadableFileError(Exception):
    """The file as a whole is no use; nothing of it was taken."""

    def __init__(self, code: str, **params: Any) -> None:
        super().__init__(code)
        self.finding = Finding(code, params)


def places_of(
    totals: Sequence[int], *, ranks: Sequence[int | None] = (), winners: Sequence[bool] = ()
) -> list[int]:
    """1 for the best. The file's own ranks when it has them for everybody and they follow the totals; otherwise by
    total, equal totals by who is marked as winner.
    """
    known = [rank for rank in ranks if rank and rank > 0]
    if known and len(known) == len(totals) and _follow(totals, known):
        return [sum(1 for other in known if other < rank) + 1 for rank in known]
    marked = winners or [False] * len(totals)
    keys = [(total, won) for total, won in zip(totals, marked, strict=True)]
    return [sum(1 for other in keys if other > key) + 1 for key in keys]


def contradicts(totals: Sequence[int], ranks: Sequence[int | None]) -> bool:
    """Whether the file's own places, where it has them for everybody, are not those of its totals."""
    known = [rank for rank in ranks if rank and rank > 0]
    return bool(known) and len(known) == len(totals) and not _follow(totals, known)


def _follow(totals: Sequence[int], ranks: Sequence[int]) -> bool:
    """Nobody with fewer points stands before somebody with more."""
    ordered = sorted(zip(ranks, totals, strict=True), key=lambda pair: (pair[0], -pair[1]))
    return all(earlier[1] >= later[1] for earlier, later in itertools.pairwise(ordered))
