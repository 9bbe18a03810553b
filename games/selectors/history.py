"""What changed between the versions of a game, cell by cell."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from games.models import Game, GameEvent, SheetVersion


@dataclass(frozen=True, slots=True)
class CellChange:
    """One cell: where it is (`seats[1].glory`, `played_on`), and its old and new content (None: blank)."""

    path: str
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class VersionChanges:
    version: SheetVersion
    changes: tuple[CellChange, ...]


def history_of(game: Game) -> list[VersionChanges]:
    """Every version, newest first, with what it changed; the first one changed nothing."""
    versions = list(game.versions.select_related("author", "author__player").order_by("number"))
    told = []
    earlier: SheetVersion | None = None
    for version in versions:
        changes = tuple(changes_between(earlier, version)) if earlier else ()
        told.append(VersionChanges(version, changes))
        earlier = version
    return told[::-1]


def events_of(game: Game) -> list[GameEvent]:
    """What happened besides the versions, newest first."""
    return list(game.events.select_related("account", "account__player").order_by("-at", "-pk"))


def changes_between(earlier: SheetVersion, later: SheetVersion) -> Iterator[CellChange]:
    return differing_cells(earlier.facts | earlier.sheet, later.facts | later.sheet)


def differing_cells(one: Any, other: Any) -> Iterator[CellChange]:
    before, after = _cells(one), _cells(other)
    for path in sorted(before.keys() | after.keys()):
        if before.get(path) != after.get(path):
            yield CellChange(path, before.get(path), after.get(path))


def _cells(content: Any, path: str = "") -> dict[str, Any]:
    """Every single value by its path. Lists of plain values, such as contract tiles, are one cell."""
    if isinstance(content, dict):
        found: dict[str, Any] = {}
        for key, value in content.items():
            found |= _cells(value, f"{path}.{key}" if path else key)
        return found
    if isinstance(content, list) and any(isinstance(part, dict) for part in content):
        found = {}
        for index, part in enumerate(content):
            found |= _cells(part, f"{path}[{index}]")
        return found
    return {path: content}
