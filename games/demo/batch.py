"""Storing invented games in portions.

Everything is written as plain tuples, with keys taken beforehand: a million games have ten million rows below them, and
model instances would take most of an hour. PostgreSQL takes them by COPY, which is half the work of INSERT.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import connection, transaction
from django.db.models import Model
from django.utils import timezone

from games.models import Game, GameOption, Seat, SheetVersion, Verdict

# A row below another one that has no key yet: the other's position in the batch, and the values of the row.
Row = tuple[int, tuple[Any, ...]]

GAME = (
    "public_id", "system", "engine_version", "state", "club", "played_on", "place", "duration_minutes", "version",
    "seat_count", "margin", "best_total", "submitted_at", "notes", "totals_only", "settled", "edit_secret", "is_demo",
    "created_at",
)  # fmt: skip
SEAT = ("game", "index", "is_bot", "player", "name", "dimension", "total", "rank", "lines")
VERSION = ("game", "number", "cause", "sheet", "facts", "comment", "created_at")
OPTION = ("game", "key", "value")
VERDICT = ("seat", "version", "kind", "objections", "given_at")


@dataclass(slots=True)
class Batch:
    """JSON columns hold text already. Games begin with the values of GAME down to `submitted_at`; verdicts belong to
    seats, everything else to games.
    """

    games: list[tuple[Any, ...]] = field(default_factory=list)
    seats: list[Row] = field(default_factory=list)
    versions: list[Row] = field(default_factory=list)
    options: list[Row] = field(default_factory=list)
    verdicts: list[Row] = field(default_factory=list)

    @transaction.atomic
    def store(self) -> None:
        moment = connection.ops.adapt_datetimefield_value
        now = moment(timezone.now())
        rest = ("", False, False, "", True, now)
        games = _new_keys(Game, len(self.games))
        seats = _new_keys(Seat, len(self.seats))
        _insert(
            Game,
            ("id", *GAME),
            (
                (key, *values, moment(submitted_at), *rest)
                for key, (*values, submitted_at) in zip(games, self.games, strict=True)
            ),
        )
        _insert(
            Seat,
            ("id", *SEAT),
            ((key, games[at], *values) for key, (at, values) in zip(seats, self.seats, strict=True)),
        )
        _insert(SheetVersion, VERSION, ((games[at], *values, "", now) for at, values in self.versions))
        _insert(GameOption, OPTION, ((games[at], *values) for at, values in self.options))
        _insert(Verdict, VERDICT, ((seats[at], *values, now) for at, values in self.verdicts))


def _new_keys(model: type[Model], count: int) -> Sequence[int]:
    """Keys that nobody else gets."""
    table = model._meta.db_table
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                "SELECT nextval(pg_get_serial_sequence(%s, 'id')) FROM generate_series(1, %s)", [table, count]
            )
            return [key for (key,) in cursor.fetchall()]
        # SQLite has one writer at a time, and that is us until the transaction ends.
        cursor.execute("SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = %s", [table])
        last: int = cursor.fetchone()[0]
        return range(last + 1, last + 1 + count)


def _insert(model: type[Model], names: Sequence[str], rows: Iterable[tuple[Any, ...]]) -> None:
    quote = connection.ops.quote_name
    columns = ", ".join(quote(str(model._meta.get_field(name).column)) for name in names)  # type: ignore[union-attr]
    # Our own table and column names; the values are parameters.
    into = f"{quote(model._meta.db_table)} ({columns})"
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            with cursor.copy(f"COPY {into} FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
        else:
            values = ", ".join(["%s"] * len(names))
            cursor.executemany(f"INSERT INTO {into} VALUES ({values})", list(rows))  # noqa: S608
