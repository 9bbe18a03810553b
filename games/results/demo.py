"""A portion of invented games, ready to be stored.

Storing invented games in portions.

Everything is written as plain tuples, with keys taken beforehand: a million games have ten million rows below them, and
model instances would take most of an hour. PostgreSQL takes them by COPY, which is half the work of INSERT.

Invented games. Every sheet is scored by the real engine; large demos play the same sheets many times over.
"""

import json
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from itertools import cycle
from typing import Any

from django.db import connection, connections, transaction
from django.db.models import Model
from django.utils import timezone

from caledonia_site.common.public_id import ALPHABET, LENGTH
from games.clubs.models import Club, Membership
from games.players.models import Player
from games.results.enums import ConfirmationRule, GameState, VerdictKind, VerdictMeans, VersionCause
from games.results.models import ClubConfirmation, Game, GameOption, Seat, SeatClaim, SheetVersion, Verdict
from games.results.services.results import (
    Circumstances,
    Person,
    ScoredSheet,
    chosen_options,
    facts_of,
    score_sheet,
    seat_values,
)
from games.systems.registry import systems
from scoring import registry
from scoring.description import Field

# A row below another one that has no key yet: the other's position in the batch, and the values of the row.
Row = tuple[int, tuple[Any, ...]]

GAME = (
    "public_id", "system", "engine_version", "state", "club", "played_on", "place", "duration_minutes", "version",
    "seat_count", "margin", "best_total", "content", "submitted_at", "notes", "totals_only", "settled", "edit_secret",
    "is_demo", "created_at",
)  # fmt: skip
SEAT = ("game", "index", "is_bot", "player", "name", "faction", "total", "rank", "lines")
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


# Of games and of seats.
Keys = tuple[Sequence[int], Sequence[int]]
Rows = Iterable[tuple[Any, ...]]
Insert = Callable[[type[Model], Sequence[str], Rows], None]

# Columns whose few thousand texts occur again and again.
REPEATED = {Seat: "lines", SheetVersion: "sheet"}
# PostgreSQL has four times as much work with a game as its maker, so one writer would leave half of two cores idle.
WRITERS = 2


@contextmanager
def writing() -> Iterator[Callable[[Batch], None]]:
    """Gives what stores portions, each for good and as a whole.

    PostgreSQL does so while further portions are being made, by connections of its own. These would not know what a
    caller's transaction has done so far, and SQLite has one writer at a time.
    """
    if connection.vendor != "postgresql" or connection.in_atomic_block:
        yield _store_at_once
        return
    with ExitStack() as opened:
        writers = [opened.enter_context(closing(_Writer())) for _ in range(WRITERS)]
        turns = cycle(writers)
        # Keys are taken here, in order: the same numbers for the same games, whoever is first to store them.
        yield lambda batch: next(turns).store(batch, _keys(batch))
        for writer in writers:
            writer.wait()


class _Writer:
    """A thread with a connection of its own; one portion waits at most, however slow the database."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(max_workers=1)
        self._texts = self._thread.submit(_RepeatedTexts).result()
        self._last: Future[None] | None = None

    def store(self, batch: Batch, keys: Keys) -> None:
        self.wait()
        self._last = self._thread.submit(_store, batch, keys, self._texts.insert)

    def wait(self) -> None:
        if self._last:
            self._last.result()

    def close(self) -> None:
        self._thread.submit(connections.close_all)
        self._thread.shutdown()


@transaction.atomic
def _store_at_once(batch: Batch) -> None:
    _store(batch, _keys(batch), _insert)


@transaction.atomic
def _store(batch: Batch, keys: Keys, insert: Insert) -> None:
    moment = connection.ops.adapt_datetimefield_value
    now = moment(timezone.now())
    rest = ("", False, False, "", True, now)
    games, seats = keys
    insert(
        Game,
        ("id", *GAME),
        (
            (key, *values, moment(submitted_at), *rest)
            for key, (*values, submitted_at) in zip(games, batch.games, strict=True)
        ),
    )
    insert(
        Seat,
        ("id", *SEAT),
        ((key, games[at], *values) for key, (at, values) in zip(seats, batch.seats, strict=True)),
    )
    insert(SheetVersion, VERSION, ((games[at], *values, "", "", now) for at, values in batch.versions))
    insert(GameOption, OPTION, ((games[at], *values) for at, values in batch.options))
    insert(Verdict, VERDICT, ((games[at], *values, "", now) for at, values in batch.verdicts))


def _keys(batch: Batch) -> Keys:
    return _new_keys(Game, len(batch.games)), _new_keys(Seat, len(batch.seats))


def _new_keys(model: type[Model], count: int) -> Sequence[int]:
    """Keys that nobody else gets."""
    table = model._meta.db_table
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("SELECT pg_get_serial_sequence(%s, 'id')", [table])
            (sequence,) = cursor.fetchone()
            cursor.execute("SELECT nextval(%s::regclass) FROM generate_series(1, %s)", [sequence, count])
            return [key for (key,) in cursor.fetchall()]
        # SQLite has one writer at a time, and that is us until the transaction ends.
        cursor.execute("SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = %s", [table])
        last: int = cursor.fetchone()[0]
        return range(last + 1, last + 1 + count)


def _insert(model: type[Model], names: Sequence[str], rows: Rows) -> None:
    columns = _columns(model, names)
    # Our own table and column names; the values are parameters.
    into = f"{connection.ops.quote_name(model._meta.db_table)} ({', '.join(columns)})"
    if connection.vendor == "postgresql":
        _copy(into, rows)
    else:
        values = ", ".join(["%s"] * len(names))
        with connection.cursor() as cursor:
            cursor.executemany(f"INSERT INTO {into} VALUES ({values})", list(rows))  # noqa: S608


def _columns(model: type[Model], names: Sequence[str]) -> list[str]:
    found = [str(model._meta.get_field(name).column) for name in names]  # type: ignore[union-attr]
    return [connection.ops.quote_name(column) for column in found]


def _copy(into: str, rows: Rows) -> None:
    with connection.cursor() as cursor, cursor.copy(f"COPY {into} FROM STDIN") as copy:
        for row in rows:
            copy.write_row(row)


class _RepeatedTexts:
    """JSON that PostgreSQL reads and packs once: doing so with the same sheets again and again would be a quarter of
    its work. Rows bring numbers in place of the texts, and find these in a table that goes with the connection.
    """

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        with connection.cursor() as cursor:
            # A server that breaks down may forget the last portions, as if the run had been interrupted.
            cursor.execute("SET synchronous_commit = off")
            cursor.execute("CREATE TEMPORARY TABLE demo_text (number integer PRIMARY KEY, value jsonb)")

    def insert(self, model: type[Model], names: Sequence[str], rows: Rows) -> None:
        if model not in REPEATED:
            _insert(model, names, rows)
            return
        at = names.index(REPEATED[model])
        table, columns = connection.ops.quote_name(model._meta.db_table), _columns(model, names)
        numbers, texts = list(columns), list(columns)
        numbers[at] = f"0 AS {columns[at]}"
        # Our own names; the values are copied.
        texts[at] = f"(SELECT value FROM demo_text WHERE number = {columns[at]})"  # noqa: S608
        brought = connection.ops.quote_name(f"demo_{model._meta.db_table}")
        with connection.cursor() as cursor:
            cursor.execute(
                f"CREATE TEMPORARY TABLE IF NOT EXISTS {brought} ON COMMIT DELETE ROWS"  # noqa: S608
                f" AS SELECT {', '.join(numbers)} FROM {table} WITH NO DATA"
            )
            _copy(brought, self._numbered(list(rows), at))
            cursor.execute(
                f"INSERT INTO {table} ({', '.join(columns)}) SELECT {', '.join(texts)} FROM {brought}"  # noqa: S608
            )

    def _numbered(self, rows: list[tuple[Any, ...]], at: int) -> Rows:
        new = {row[at]: None for row in rows if row[at] not in self._numbers}
        self._numbers.update((text, number) for number, text in enumerate(new, len(self._numbers)))
        _copy("demo_text", ((self._numbers[text], text) for text in new))
        return ((*row[:at], self._numbers[row[at]], *row[at + 1 :]) for row in rows)


# So many different sheets look endless; inventing a million would take an hour.
MOST_SHEETS = 3_000
BATCH = 2_000
# Every way of counting is to be seen.
RULES = (ConfirmationRule.AT_ONCE, ConfirmationRule.ALL, ConfirmationRule.SILENCE, ConfirmationRule.MAJORITY)
DAYS_BACK = 900
PLACES = ("", "", "", "Mairi's kitchen", "Le Dé à coudre", "Café Ludo", "The Anchor")
DISPUTED_LINE_COMMENT = "I counted one more."

# The words of the database; a member of an enumeration takes as long to write as the rest of its row.
CONFIRMED, DISPUTED = VerdictKind.CONFIRMED.value, VerdictKind.DISPUTED.value
BY_ACCOUNT, BY_CODE = VerdictMeans.ACCOUNT.value, VerdictMeans.TABLE.value
RECORDED, CORRECTED = VersionCause.RECORDED.value, VersionCause.CORRECTED.value


@dataclass(frozen=True, slots=True)
class Table:
    """A club's way of playing: who plays there, and when a game counts."""

    club_number: int
    rule: ConfirmationRule
    circle: list[Player]


@dataclass(frozen=True, slots=True)
class InventedSheet:
    """A scored sheet with what follows from it; `best_first` are its people's seats by place. The texts are what
    the database keeps: the sheet, the sheet before somebody corrected it, and each seat's lines.
    """

    scored: ScoredSheet
    seats: tuple[dict[str, Any], ...]
    options: dict[str, str]
    best_total: int
    best_first: tuple[int, ...]
    sheet_text: str
    mistaken_text: str
    line_texts: tuple[str, ...]


def seed_games(rng: random.Random, *, clubs: Sequence[Club], count: int, portion: int = BATCH) -> int:
    """So many games of these clubs, the newest of today; the same for the same random numbers and day.

    Each portion is stored for good: a million in one transaction would hold everybody else up. All are marked as
    demo from the start, so what an interrupted run leaves behind can be removed like a whole one.
    """
    tables = _tables(clubs)
    sheets = [_invent(rng) for _ in range(min(count, MOST_SHEETS))]
    skill = {player.pk: rng.gauss(0, 1) for table in tables for player in table.circle}
    with writing() as store:
        batch = Batch()
        for position, day in enumerate(_days(rng, count)):
            _play(rng, batch, sheets[position % len(sheets)], rng.choice(tables), skill, day)
            if len(batch.games) == portion:
                store(batch)
                batch = Batch()
        store(batch)
    return count


def _tables(clubs: Sequence[Club]) -> list[Table]:
    rules = [RULES[number % len(RULES)] for number in range(len(clubs))]
    ClubConfirmation.objects.bulk_create(
        ClubConfirmation(club=club, rule=rule) for club, rule in zip(clubs, rules, strict=True)
    )
    members: dict[int, list[Player]] = {club.pk: [] for club in clubs}
    for one in Membership.objects.filter(club__in=clubs).select_related("player").order_by("player_id"):
        members[one.club_id].append(one.player)
    return [Table(club.pk, rule, members[club.pk]) for club, rule in zip(clubs, rules, strict=True)]


def remove_demo_games() -> int:
    """In portions, each gone for good: a million games need no more memory than a few thousand, and a removal that was
    interrupted goes on with what is left.
    """
    removed = 0
    while keys := list(Game.objects.filter(is_demo=True).order_by("pk").values_list("pk", flat=True)[:BATCH]):
        removed += _remove(keys)
    # A player of the demo who sits in a real game stays with it.
    Player.objects.filter(is_demo=True, seats__isnull=False).update(is_demo=False)
    return removed


@transaction.atomic
def _remove(keys: Sequence[int]) -> int:
    """Most rows by one statement for each table; Django would fetch every seat first to see what belongs to it."""
    seats = Seat.objects.filter(game__in=keys).order_by()
    removed = 0
    for rows in (
        Verdict.objects.filter(game__in=keys),
        SeatClaim.objects.filter(seat__in=seats.values("pk")),
        seats,
        SheetVersion.objects.filter(game__in=keys),
        GameOption.objects.filter(game__in=keys),
    ):
        removed += rows._raw_delete(rows.db) or 0
    return removed + Game.objects.filter(pk__in=keys).delete()[0]


def _days(rng: random.Random, count: int) -> Iterator[date]:
    """From the past to today, more of them lately."""
    today = timezone.now().date()
    offsets = sorted((int(DAYS_BACK * rng.random() ** 1.5) for _ in range(count)), reverse=True)
    return (today - timedelta(days=offset) for offset in offsets)


def _mistake(seat: dict[str, Any], field: Field) -> None:
    """One too many, in the last round the field is entered in."""
    values = seat["rounds"][field.rounds[-1]] if field.rounds else seat
    values[field.key] += 1


def _invent(rng: random.Random) -> InventedSheet:
    demos = [(key, system.demo) for key, system in systems().items() if system.demo]
    key, inventor = rng.choices(demos, weights=[demo.share for _key, demo in demos])[0]
    raw = inventor.invent_sheet(rng)
    description = registry.get(key).description
    nobody = [Person() for _ in raw["seats"]]
    scored = score_sheet(system=key, sheet=raw, people=nobody, warnings_confirmed=True)
    seats = tuple(
        seat_values(score, raw_seat, Person(), description)
        for score, raw_seat in zip(scored.breakdown.seats, scored.raw["seats"], strict=True)
    )
    people = [index for index, seat in enumerate(seats) if not seat["is_bot"]]
    mistaken = deepcopy(scored.raw)
    _mistake(
        mistaken["seats"][0], next(one for one in description.seat if one.key == inventor.mistaken_field)
    )
    return InventedSheet(
        scored=scored,
        seats=seats,
        options=chosen_options(scored.raw, description),
        best_total=max(seat["total"] for seat in seats),
        best_first=tuple(sorted(people, key=lambda index: seats[index]["rank"])),
        sheet_text=json.dumps(scored.raw),
        mistaken_text=json.dumps(mistaken),
        line_texts=tuple(json.dumps(seat["lines"]) for seat in seats),
    )


def _play(
    rng: random.Random, batch: Batch, sheet: InventedSheet, table: Table, skill: dict[int, float], day: date
) -> None:
    chosen = rng.sample(table.circle, len(sheet.best_first))
    # The better player has the better seat, on a good day.
    chosen.sort(key=lambda player: skill[player.pk] + rng.gauss(0, 1.2), reverse=True)
    sitters = dict(zip(sheet.best_first, chosen, strict=True))
    people = [Person(player=sitters.get(index)) for index in range(len(sheet.seats))]
    circumstances = Circumstances(
        played_on=day, place=rng.choice(PLACES), duration_minutes=rng.choice((None, 75, 90, 110, 135, 150))
    )
    corrected = rng.random() < 0.03
    state, confirming, disputing = _state(rng, table.rule, sorted(sheet.best_first), day)
    version = 2 if corrected else 1
    at = len(batch.games)
    batch.games.append(
        (
            "".join(rng.choices(ALPHABET, k=LENGTH)),
            sheet.scored.system,
            sheet.scored.breakdown.version,
            state.value,
            table.club_number,
            day,
            circumstances.place,
            circumstances.duration_minutes,
            version,
            len(sheet.seats),
            sheet.scored.breakdown.margin,
            sheet.best_total,
            version,
            datetime.combine(day, time(21, rng.randrange(60)), tzinfo=UTC),
        )
    )
    batch.seats += [(at, _seat(sheet, index, person)) for index, person in enumerate(people)]
    batch.options += [(at, option) for option in sheet.options.items()]
    facts = json.dumps(facts_of(circumstances, people))
    if corrected:
        batch.versions.append((at, (1, 1, RECORDED, sheet.mistaken_text, facts)))
        batch.versions.append((at, (2, 2, CORRECTED, sheet.sheet_text, facts)))
    else:
        batch.versions.append((at, (1, 1, RECORDED, sheet.sheet_text, facts)))
    said = [(index, CONFIRMED, "[]") for index in confirming]
    for index in disputing:
        line = rng.choice(list(sheet.seats[index]["lines"]))
        said.append((index, DISPUTED, json.dumps([{"line": line, "comment": DISPUTED_LINE_COMMENT}])))
    batch.verdicts += [(at, _word(index, sitters[index], version, *word)) for index, *word in said]


def _seat(sheet: InventedSheet, index: int, person: Person) -> tuple[Any, ...]:
    """The values of a seat's row, in the order of `batch.SEAT`."""
    seat = sheet.seats[index]
    return (
        index,
        seat["is_bot"],
        person.player.pk if person.player else None,
        person.shown_name,
        seat["faction"],
        seat["total"],
        seat["rank"],
        sheet.line_texts[index],
    )


def _word(index: int, player: Player, version: int, kind: str, objections: str) -> tuple[Any, ...]:
    """The values of a verdict's row, in the order of `batch.VERDICT`."""
    means = BY_ACCOUNT if player.account_id else BY_CODE
    return index, player.pk, player.name, version, version, kind, objections, means, player.account_id


def _state(
    rng: random.Random, rule: ConfirmationRule, seats: list[int], day: date
) -> tuple[GameState, list[int], list[int]]:
    """A state, and the verdicts it follows from: the seats that confirmed, and those that disputed."""
    drawn = rng.random()
    if drawn < 0.02:
        return GameState.VOID, [], []
    if drawn < 0.05:
        return GameState.DISPUTED, [], [rng.choice(seats)]
    age = (timezone.now().date() - day).days
    waits = drawn < 0.6 and age < 30
    if rule == ConfirmationRule.SILENCE:
        return (GameState.SUBMITTED if age < 3 else GameState.CONFIRMED), [], []
    if rule == ConfirmationRule.AT_ONCE:
        return GameState.CONFIRMED, [], []
    if waits and len(seats) > 1:
        return GameState.SUBMITTED, seats[:1] if len(seats) > 2 else [], []
    return GameState.CONFIRMED, seats, []
