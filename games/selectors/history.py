"""What changed between the versions of a game, cell by cell."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from games.enums import VersionCause
from games.models import Game, GameEvent, SheetVersion, Verdict
from games.players.names import normalised
from games.selectors.game_detail import reads_every_name

# Where the notes stand among the facts of a version.
NOTES = "notes"


@dataclass(frozen=True, slots=True)
class CellChange:
    """One cell: where it is (`seats[1].glory`, `played_on`), and its old and new content (None: blank)."""

    path: str
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class VersionChanges:
    """`moved` are the places of the seats that changed hands, `comment` is what the author wrote about it."""

    version: SheetVersion
    changes: tuple[CellChange, ...]
    moved: tuple[int, ...]
    comment: str


def history_of(game: Game) -> list[VersionChanges]:
    """Every version, newest first, with what it changed; the first one changed nothing.

    For the reader of a game fetched for them: comments and notes may name anybody who sat there, so they are for those
    who read every name.
    """
    reads_everything = reads_every_name(game)
    versions = list(game.versions.select_related("author", "author__player").order_by("number"))
    told = []
    earlier: SheetVersion | None = None
    for version in versions:
        changes = changes_between(earlier, version) if earlier else ()
        told.append(
            VersionChanges(
                version,
                tuple(one for one in changes if reads_everything or one.path != NOTES),
                tuple(_moved(earlier, version)) if earlier else (),
                version.comment if reads_everything else "",
            )
        )
        earlier = version
    return told[::-1]


def events_of(game: Game) -> list[GameEvent]:
    """What happened besides the versions, newest first."""
    return list(game.events.select_related("account", "account__player").order_by("-at", "-pk"))


def words_of(game: Game) -> list[Verdict]:
    """Everything that was said of the result, newest first.

    For the reader of a game fetched for them: a name that was typed may be that of somebody who sits there as a player
    now, so it is for those who read every name.
    """
    words = list(
        game.verdicts.select_related("player", "account__player", "shown_by__player").order_by(
            "-given_at", "-pk"
        )
    )
    if not reads_every_name(game):
        for word in words:
            word.name = ""
    return words


@dataclass(frozen=True, slots=True)
class Devices:
    """The phones of a game, told apart: those it was entered on, and the others by number in the order of their first
    word.
    """

    entered: frozenset[str]
    numbers: dict[str, int]


def devices_of(versions: Iterable[SheetVersion], words: Iterable[Verdict]) -> Devices:
    # Saving a game into a club is not entering it.
    entering = (version for version in versions if version.cause != VersionCause.MOVED)
    entered = frozenset(version.device for version in entering if version.device)
    first_words = sorted(words, key=lambda word: (word.given_at, word.pk))
    others = dict.fromkeys(word.device for word in first_words if word.device and word.device not in entered)
    return Devices(entered, {device: number for number, device in enumerate(others, 1)})


def changes_between(earlier: SheetVersion, later: SheetVersion) -> Iterator[CellChange]:
    return differing_cells(earlier.facts | earlier.sheet, later.facts | later.sheet)


def _moved(earlier: SheetVersion, later: SheetVersion) -> Iterator[int]:
    pairs = zip_longest(earlier.facts["people"], later.facts["people"])
    return (index for index, (old, new) in enumerate(pairs) if not _is_same_person(old, new))


def _is_same_person(old: Mapping[str, Any] | None, new: Mapping[str, Any] | None) -> bool:
    if old is None or new is None or old == new:
        return old == new
    if old["player"] and new["player"]:
        return bool(old["player"] == new["player"])
    # A name that was typed, and a player of that name.
    return bool(old["player"] or new["player"]) and normalised(old["name"]) == normalised(new["name"])


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
