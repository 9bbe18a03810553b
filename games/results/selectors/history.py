"""What changed between the versions of a game, cell by cell.

What holds of what people said of a result: the one answer for states, pages and API.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from games.players.names import normalised
from games.results.enums import VerdictKind, VerdictMeans, VersionCause
from games.results.models import Game, GameAuditRecord, Seat, SheetVersion, Verdict
from games.results.selectors.games import current_version, reads_every_name

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


def audit_records_of(game: Game) -> list[GameAuditRecord]:
    """What happened besides the versions, newest first."""
    return list(game.audit_records.select_related("account", "account__player").order_by("-at", "-pk"))


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


BY_LINK = (VerdictMeans.LINK, VerdictMeans.TABLE)


@dataclass(frozen=True, slots=True)
class SaidOfSeat:
    """`confirmation` is of exactly what the game says now; `counts`: also by the club's rules. `disputes` are those of
    the person who sits there now, whichever version they were about.
    """

    seat: Seat
    confirmation: Verdict | None
    counts: bool
    disputes: tuple[Verdict, ...]

    @property
    def last(self) -> Verdict | None:
        """The word that holds: a dispute, or else a confirmation."""
        return self.disputes[-1] if self.disputes else self.confirmation


@dataclass(frozen=True, slots=True)
class Said:
    """`seats` are those of people. `elsewhere` are disputes of people who sit there no longer."""

    seats: tuple[SaidOfSeat, ...]
    elsewhere: tuple[Verdict, ...]

    @property
    def confirmed(self) -> int:
        return sum(one.counts for one in self.seats)

    @property
    def disputed(self) -> int:
        return sum(len(one.disputes) for one in self.seats) + len(self.elsewhere)

    def of(self, seat: Seat) -> SaidOfSeat:
        return next(one for one in self.seats if one.seat.pk == seat.pk)


def said_of(game: Game, *, links_count: bool) -> Said:
    """Asked of the seats and verdicts as fetched, so that a page that has them needs no further query."""
    words = sorted((word for word in game.verdicts.all() if word.closed_at is None), key=_order)
    open_disputes = [word for word in words if word.is_open_objection]
    seats = [seat for seat in game.seats.all() if not seat.is_bot]
    told = tuple(_of_seat(seat, game, words, open_disputes, links_count=links_count) for seat in seats)
    placed = {word.pk for one in told for word in one.disputes}
    return Said(told, tuple(word for word in open_disputes if word.pk not in placed))


def said_on_page(game: Game) -> Said:
    """Of a game fetched with its club's rule (`game_detail`)."""
    return said_of(game, links_count=links_count_in(game))


def links_count_in(game: Game) -> bool:
    """Whether the confirmations of people without an account count, of a game fetched with its club's rule."""
    chosen = getattr(game.club, "confirmation", None) if game.club else None
    return chosen is None or chosen.links_count


def is_said_by(word: Verdict, seat: Seat) -> bool:
    """Whether the person of the word is who sits in the seat now."""
    if word.player_id or seat.player_id:
        return word.player_id == seat.player_id
    return word.name == seat.name and word.index == seat.index


def _of_seat(
    seat: Seat, game: Game, words: Sequence[Verdict], disputes: Sequence[Verdict], *, links_count: bool
) -> SaidOfSeat:
    # The same content has the same people in the same places.
    confirmed = [
        word
        for word in words
        if word.kind == VerdictKind.CONFIRMED and word.content == game.content and word.index == seat.index
    ]
    counted = [word for word in confirmed if links_count or word.means not in BY_LINK]
    confirmation = next(reversed(counted or confirmed), None)
    return SaidOfSeat(
        seat=seat,
        confirmation=confirmation,
        counts=bool(counted),
        disputes=tuple(word for word in disputes if is_said_by(word, seat)),
    )


def _order(word: Verdict) -> tuple[object, int]:
    return word.given_at, word.pk


def differences(first: Game, second: Game) -> list[CellChange] | None:
    """Where the second says something else than the first; None when one of them has no sheet.

    Whoever sits where is found by the person, so that a sheet with its seats in another order says the same. Only what
    the rules read is compared: two phones never agree on the minute the game ended.
    """
    sheets = current_version(first), current_version(second)
    if sheets[0] is None or sheets[1] is None:
        return None
    one, other = sheets[0], sheets[1]
    return list(differing_cells(_content(one.sheet), _content(_seated_as(one, other))))


def _seated_as(one: SheetVersion, other: SheetVersion) -> dict[str, Any]:
    """The other's sheet with everybody in the seat that the first gives them."""
    places = {_key(person): index for index, person in enumerate(other.facts["people"])}
    order = [places.get(_key(person)) for person in one.facts["people"]]
    sheet: dict[str, Any] = other.sheet
    seats = sheet["seats"]
    if None in order or len(order) != len(seats):
        return sheet
    return sheet | {"seats": [seats[index] for index in order if index is not None]}


def _key(person: Mapping[str, Any]) -> str:
    return person["player"] or f"name:{person['name']}"


def _content(sheet: Mapping[str, Any]) -> dict[str, Any]:
    """Without names, which are the list of people's."""
    seats = [{key: value for key, value in seat.items() if key != "player"} for seat in sheet["seats"]]
    return {**sheet, "seats": seats}
