"""A portion of invented games, ready to be stored."""

from dataclasses import dataclass, field
from typing import Any

# A row below another one that has no key yet: the other's position in the batch, and the values of the row.
Row = tuple[int, tuple[Any, ...]]

GAME = (
    "public_id", "system", "engine_version", "state", "club", "played_on", "place", "duration_minutes", "version",
    "seat_count", "margin", "best_total", "content", "submitted_at", "notes", "totals_only", "settled", "edit_secret",
    "is_demo", "created_at",
)  # fmt: skip
SEAT = ("game", "index", "is_bot", "player", "name", "dimension", "total", "rank", "lines")
VERSION = ("game", "number", "content", "cause", "sheet", "facts", "device", "comment", "created_at")
OPTION = ("game", "key", "value")
VERDICT = (
    "game", "index", "player", "name", "version", "content", "kind", "objections", "means", "account", "device",
    "given_at",
)  # fmt: skip


@dataclass(slots=True)
class Batch:
    """JSON columns hold text already. Games begin with the values of GAME down to `submitted_at`, versions with those
    of VERSION down to `facts`, verdicts with those of VERDICT down to `account`; everything belongs to games.
    """

    games: list[tuple[Any, ...]] = field(default_factory=list)
    seats: list[Row] = field(default_factory=list)
    versions: list[Row] = field(default_factory=list)
    options: list[Row] = field(default_factory=list)
    verdicts: list[Row] = field(default_factory=list)
