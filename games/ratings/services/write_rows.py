"""Writing a replay's rows, and only those that differ.

After a change of the past nearly every belief of a pool moves a little, but few so far that people could see it.
Where many rows must be written (a new pool), Django's bulk methods would take longer than the replay.
"""

from collections.abc import Sequence
from datetime import date
from typing import Any

import numpy as np
from django.db import connection
from django.db.models import TextField
from django.db.models.functions import Cast

from games.ratings.engine import CAUTION, CENTRE, POINTS_PER_LOGIT, STEPS_PER_POINT
from games.ratings.models import Block, Pool, Standing
from games.ratings.replay.entries import Numbers
from games.ratings.replay.state import State

COLUMNS = ("player_id", "rating", "deviation", "floor", "games", "last_played_on", "recent")
POSTGRES_KINDS = ("bigint", "float8", "float8", "float8", "integer", "date", "jsonb")
ROWS_PER_DELETE = 500
# The values of `COLUMNS`; the ratings of `recent` as JSON.
Row = tuple[Any, ...]


def write_standings(pool: Pool, state: State, players: Numbers) -> None:
    """The standings of the players at these indices of the state; who has no game has none."""
    playing = players[state.games[players] > 0]
    gone = state.players[players[state.games[players] == 0]].tolist()
    for start in range(0, len(gone), ROWS_PER_DELETE):
        Standing.objects.filter(pool=pool, player__in=gone[start : start + ROWS_PER_DELETE]).delete()
    columns = _columns(state, playing)
    places = {player: at for at, player in enumerate(columns[0])}
    changed, met = _compared(pool, columns, places)
    for rows, write in ((changed, _update), ([places[player] for player in places.keys() - met], _insert)):
        if rows:
            write(pool, [tuple(column[at] for column in columns) for at in sorted(rows)])


def _compared(pool: Pool, columns: list[list[Any]], places: dict[int, int]) -> tuple[list[int], set[int]]:
    """Which of the rows differ from those that are there, and which players have one at all."""
    standings = Standing.objects.filter(pool=pool).order_by()
    if len(places) <= ROWS_PER_DELETE:
        standings = standings.filter(player__in=list(places))
    there = standings.annotate(text=Cast("recent", TextField())).values_list(*COLUMNS[:-1], "text")
    changed, met = [], set()
    for row in there.iterator(chunk_size=2_000):
        at = places.get(row[0])
        if at is not None:
            met.add(row[0])
            if any(column[at] != value for column, value in zip(columns, row, strict=True)):
                changed.append(at)
    return changed, met


def update_outcomes(blocks: Sequence[tuple[int, bytes]]) -> None:
    """Of blocks whose games are the same as before."""
    table = connection.ops.quote_name(Block._meta.db_table)
    # Our own table's name; the values are parameters.
    statement = f"UPDATE {table} SET outcomes = %s WHERE id = %s"  # noqa: S608
    with connection.cursor() as cursor:
        cursor.executemany(statement, [(outcomes, number) for number, outcomes in blocks])


def _columns(state: State, players: Numbers) -> list[list[Any]]:
    means, variances = state.means[players], state.variances[players]
    deviations = np.sqrt(variances)
    days = {day: date.fromordinal(day) for day in np.unique(state.last_days[players]).tolist()}
    return [
        state.players[players].tolist(),
        _stepped(CENTRE + POINTS_PER_LOGIT * means),
        _stepped(POINTS_PER_LOGIT * deviations),
        _stepped(CENTRE + POINTS_PER_LOGIT * (means - CAUTION * deviations)),
        state.games[players].tolist(),
        [days[day] for day in state.last_days[players].tolist()],
        _recent(state.recent[players]),
    ]


def _stepped(points: Numbers) -> list[float]:
    """As `engine.stepped`, for many."""
    found: list[float] = (np.floor(points * STEPS_PER_POINT + 0.5) / STEPS_PER_POINT).tolist()
    return found


def _recent(rows: Numbers) -> list[str]:
    """Lists of ratings as JSON; there are few different ratings, and each is put into words once."""
    texts = {step: repr(step / STEPS_PER_POINT) for step in np.unique(rows).tolist()}
    return [f"[{', '.join([texts[step] for step in row if step])}]" for row in rows.tolist()]


def _update(pool: Pool, rows: list[Row]) -> None:
    table = connection.ops.quote_name(Standing._meta.db_table)
    names = [connection.ops.quote_name(name) for name in COLUMNS]
    # Our own names; the values are parameters.
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            # One statement with an array per column: a statement per row would wait for the server each time.
            newer = ", ".join(f"{name} = new.{name}" for name in names[1:])
            cursor.execute(
                f"UPDATE {table} SET {newer} FROM unnest({_arrays()}) AS new ({', '.join(names)})"  # noqa: S608
                f" WHERE {table}.pool_id = %s AND {table}.player_id = new.player_id",
                [*_literals(rows), pool.pk],
            )
        else:
            newer = ", ".join(f"{name} = %s" for name in names[1:])
            statement = f"UPDATE {table} SET {newer} WHERE pool_id = {pool.pk:d} AND player_id = %s"  # noqa: S608
            cursor.executemany(statement, [(*values, player) for player, *values in rows])


def _insert(pool: Pool, rows: list[Row]) -> None:
    table = connection.ops.quote_name(Standing._meta.db_table)
    names = ", ".join(connection.ops.quote_name(name) for name in COLUMNS)
    head = f"INSERT INTO {table} (pool_id, {names})"
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            statement = f"{head} SELECT {pool.pk:d}, * FROM unnest({_arrays()})"  # noqa: S608
            cursor.execute(statement, _literals(rows))
        else:
            values = ", ".join(["%s"] * len(COLUMNS))
            cursor.executemany(f"{head} VALUES ({pool.pk:d}, {values})", rows)


def _arrays() -> str:
    return ", ".join(f"%s::{kind}[]" for kind in POSTGRES_KINDS)


def _literals(rows: list[Row]) -> list[str]:
    """PostgreSQL's own notation of an array per column; the driver would take each value in hand one by one.

    Numbers, dates and lists of numbers only, so quotation marks need no care.
    """
    return ["{" + ",".join([f'"{value}"' for value in column]) + "}" for column in zip(*rows, strict=True)]
