"""What changed between the versions of a game, or two sheets of one game, cell by cell; and which verdicts on a result
hold: the one answer for states, pages and API.
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
BY_LINK = (VerdictMeans.LINK, VerdictMeans.TABLE)


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


@dataclass(frozen=True, slots=True)
class Devices:
    """The phones of a game, told apart: those it was entered on, and the others by number in the order of their first
    word.
    """

    entered: frozenset[str]
    numbers: dict[str, int]


@dataclass(frozen=True, slots=True)
class SeatVerdicts:
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
class GameVerdicts:
    """`seats` are those of people. `elsewhere` are disputes of people who sit there no longer."""

    seats: tuple[SeatVerdicts, ...]
    elsewhere: tuple[Verdict, ...]

    @property
    def confirmed(self) -> int:
        return sum(seat_verdicts.counts for seat_verdicts in self.seats)

    @property
    def disputed(self) -> int:
        return sum(len(seat_verdicts.disputes) for seat_verdicts in self.seats) + len(self.elsewhere)

    def of(self, seat: Seat) -> SeatVerdicts:
        return next(seat_verdicts for seat_verdicts in self.seats if seat_verdicts.seat.pk == seat.pk)


def history_of(game: Game) -> list[VersionChanges]:
    """Every version, newest first, with what it changed; the first one changed nothing.

    For the reader of a game fetched for them: comments and notes may name anybody who sat there, so they are for those
    who read every name.
    """
    reads_everything = reads_every_name(game)
    versions = list(game.versions.select_related("author", "author__player").order_by("number"))
    steps = []
    earlier: SheetVersion | None = None
    for version in versions:
        changes = changes_between(earlier, version) if earlier else ()
        steps.append(
            VersionChanges(
                version,
                tuple(change for change in changes if reads_everything or change.path != NOTES),
                tuple(_moved(earlier, version)) if earlier else (),
                version.comment if reads_everything else "",
            )
        )
        earlier = version
    return steps[::-1]


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


def audit_records_of(game: Game) -> list[GameAuditRecord]:
    """What happened besides the versions, newest first."""
    return list(game.audit_records.select_related("account", "account__player").order_by("-at", "-pk"))


def verdicts_of(game: Game) -> list[Verdict]:
    """Everything that was said of the result, newest first.

    For the reader of a game fetched for them: a name that was typed may be that of somebody who sits there as a player
    now, so it is for those who read every name.
    """
    verdicts = list(
        game.verdicts.select_related("player", "account__player", "shown_by__player").order_by(
            "-given_at", "-pk"
        )
    )
    if not reads_every_name(game):
        for verdict in verdicts:
            verdict.name = ""
    return verdicts


def devices_of(versions: Iterable[SheetVersion], verdicts: Iterable[Verdict]) -> Devices:
    # Saving a game into a club is not entering it.
    entering = (version for version in versions if version.cause != VersionCause.MOVED)
    entered = frozenset(version.device for version in entering if version.device)
    first_verdicts = sorted(verdicts, key=lambda verdict: (verdict.given_at, verdict.pk))
    others = dict.fromkeys(
        verdict.device for verdict in first_verdicts if verdict.device and verdict.device not in entered
    )
    return Devices(entered, {device: number for number, device in enumerate(others, 1)})


def changes_between(earlier: SheetVersion, later: SheetVersion) -> Iterator[CellChange]:
    return differing_cells(earlier.facts | earlier.sheet, later.facts | later.sheet)


def differing_cells(first: Any, second: Any) -> Iterator[CellChange]:
    before, after = _cells(first), _cells(second)
    for path in sorted(before.keys() | after.keys()):
        if before.get(path) != after.get(path):
            yield CellChange(path, before.get(path), after.get(path))


def _cells(content: Any, path: str = "") -> dict[str, Any]:
    """Every single value by its path. Lists of plain values, such as contract tiles, are one cell."""
    if isinstance(content, dict):
        cells: dict[str, Any] = {}
        for key, value in content.items():
            cells |= _cells(value, f"{path}.{key}" if path else key)
        return cells
    if isinstance(content, list) and any(isinstance(part, dict) for part in content):
        cells = {}
        for index, part in enumerate(content):
            cells |= _cells(part, f"{path}[{index}]")
        return cells
    return {path: content}


def differences(first: Game, second: Game) -> list[CellChange] | None:
    """Where the second says something else than the first; None when one of them has no sheet.

    Whoever sits where is found by the person, so that a sheet with its seats in another order says the same. Only what
    the rules read is compared: two phones never agree on the minute the game ended.
    """
    sheets = current_version(first), current_version(second)
    if sheets[0] is None or sheets[1] is None:
        return None
    version, other_version = sheets[0], sheets[1]
    return list(differing_cells(_content(version.sheet), _content(_seated_as(version, other_version))))


def _seated_as(version: SheetVersion, other_version: SheetVersion) -> dict[str, Any]:
    """The other's sheet with everybody in the seat that the first gives them."""
    places = {_key(person): index for index, person in enumerate(other_version.facts["people"])}
    order = [places.get(_key(person)) for person in version.facts["people"]]
    sheet: dict[str, Any] = other_version.sheet
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


def game_verdicts(game: Game, *, links_count: bool) -> GameVerdicts:
    """Asked of the seats and verdicts as fetched, so that a page that has them needs no further query."""
    verdicts = sorted((verdict for verdict in game.verdicts.all() if verdict.closed_at is None), key=_order)
    open_disputes = [verdict for verdict in verdicts if verdict.is_open_objection]
    seats = [seat for seat in game.seats.all() if not seat.is_bot]
    by_seat = tuple(_of_seat(seat, game, verdicts, open_disputes, links_count=links_count) for seat in seats)
    placed = {verdict.pk for seat_verdicts in by_seat for verdict in seat_verdicts.disputes}
    return GameVerdicts(by_seat, tuple(verdict for verdict in open_disputes if verdict.pk not in placed))


def _of_seat(
    seat: Seat, game: Game, verdicts: Sequence[Verdict], disputes: Sequence[Verdict], *, links_count: bool
) -> SeatVerdicts:
    # The same content has the same people in the same places.
    confirmed = [
        verdict
        for verdict in verdicts
        if verdict.kind == VerdictKind.CONFIRMED
        and verdict.content == game.content
        and verdict.index == seat.index
    ]
    counted = [verdict for verdict in confirmed if links_count or verdict.means not in BY_LINK]
    confirmation = next(reversed(counted or confirmed), None)
    return SeatVerdicts(
        seat=seat,
        confirmation=confirmation,
        counts=bool(counted),
        disputes=tuple(verdict for verdict in disputes if is_given_by(verdict, seat)),
    )


def _order(verdict: Verdict) -> tuple[object, int]:
    return verdict.given_at, verdict.pk


def verdicts_on_page(game: Game) -> GameVerdicts:
    """Of a game fetched with its club's rule (`game_detail`)."""
    return game_verdicts(game, links_count=links_count_in(game))


def links_count_in(game: Game) -> bool:
    """Whether the confirmations of people without an account count, of a game fetched with its club's rule."""
    chosen = getattr(game.club, "confirmation", None) if game.club else None
    return chosen is None or chosen.links_count


def is_given_by(verdict: Verdict, seat: Seat) -> bool:
    """Whether the person of the word is who sits in the seat now."""
    if verdict.player_id or seat.player_id:
        return verdict.player_id == seat.player_id
    return verdict.name == seat.name and verdict.index == seat.index
