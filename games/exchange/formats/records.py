"""A game as a file tells it, before anybody asked who these people are."""

from collections.abc import Mapping
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
