"""Storing invented games in portions.

Everything is written as plain tuples, with keys taken beforehand: a million games have ten million rows below them, and
model instances would take most of an hour. PostgreSQL takes them by COPY, which is half the work of INSERT.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from itertools import cycle
from typing import Any

from django.db import connection, connections, transaction
from django.db.models import Model
from django.utils import timezone

from games.demo.batch import GAME, OPTION, SEAT, VERDICT, VERSION, Batch
from games.models import Game, GameOption, Seat, SheetVersion, Verdict

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
