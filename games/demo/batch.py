"""Storing invented games in portions.

Rows below the games are written as plain tuples: a million games have five million of them, and model instances
would take twice the time.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import connection, transaction
from django.db.models import Model
from django.utils import timezone

from games.models import Game, GameOption, Seat, SheetVersion, Verdict

# A row of a game that has no key yet: its position in the batch, and the values of the row.
Row = tuple[int, tuple[Any, ...]]

SEAT = ("game", "index", "is_bot", "player", "name", "dimension", "total", "rank", "lines")
VERSION = ("game", "number", "cause", "sheet", "facts", "comment", "created_at")
OPTION = ("game", "key", "value")
VERDICT = ("seat", "version", "kind", "objections", "given_at")


@dataclass(slots=True)
class Batch:
    """JSON columns hold text already; a verdict's first value is the index of its seat."""

    games: list[Game] = field(default_factory=list)
    seats: list[Row] = field(default_factory=list)
    versions: list[Row] = field(default_factory=list)
    options: list[Row] = field(default_factory=list)
    verdicts: list[Row] = field(default_factory=list)

    @transaction.atomic
    def store(self) -> None:
        Game.objects.bulk_create(self.games, batch_size=500)
        keys = [game.pk for game in self.games]
        now = connection.ops.adapt_datetimefield_value(timezone.now())
        _insert(Seat, SEAT, [(keys[at], *values) for at, values in self.seats])
        _insert(SheetVersion, VERSION, [(keys[at], *values, "", now) for at, values in self.versions])
        _insert(GameOption, OPTION, [(keys[at], *values) for at, values in self.options])
        seats = self._seats_with_verdicts(keys)
        rows = [(seats[keys[at], index], *values, now) for at, (index, *values) in self.verdicts]
        _insert(Verdict, VERDICT, rows)

    def _seats_with_verdicts(self, keys: Sequence[int]) -> dict[tuple[int, int], int]:
        games = {keys[at] for at, _ in self.verdicts}
        found = Seat.objects.filter(game__in=games).values_list("game_id", "index", "pk")
        return {(game, index): pk for game, index, pk in found}


def _insert(model: type[Model], names: Sequence[str], rows: Iterable[tuple[Any, ...]]) -> None:
    quote = connection.ops.quote_name
    columns = ", ".join(quote(str(model._meta.get_field(name).column)) for name in names)  # type: ignore[union-attr]
    values = ", ".join(["%s"] * len(names))
    # Our own table and column names; the values are parameters.
    statement = f"INSERT INTO {quote(model._meta.db_table)} ({columns}) VALUES ({values})"  # noqa: S608
    with connection.cursor() as cursor:
        cursor.executemany(statement, list(rows))
