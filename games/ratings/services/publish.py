"""Write the rows of a replay, and only those that differ, in the transaction that removes the marks.

After a change of the past nearly every belief of a pool moves a little, but few so far that people could see it.
Where many rows must be written (a new pool), Django's bulk methods would take longer than the replay.
"""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import date
from typing import Any

import numpy as np
from django.db import connection

from games.ratings.engine import reference
from games.ratings.engine.games import Numbers
from games.ratings.engine.reference import CAUTION, CENTRE, POINTS_PER_LOGIT, STEPS_PER_POINT
from games.ratings.engine.state import State
from games.ratings.models import ChangedGame, PlayerRating, Pool, RatingSegment, Snapshot
from games.ratings.models.storage import blob_cursor
from games.ratings.scopes import PoolKey
from games.ratings.services.replay import (
    GAMES_BETWEEN_SNAPSHOTS,
    PARAMETERS,
    Publication,
    SegmentResult,
    replay_pool,
)

COLUMNS = ("player_id", "rating", "deviation", "floor", "games", "last_played_on", "recent")
AS_TEXT = {"last_played_on", "recent"}
POSTGRES_KINDS = ("bigint", "float8", "float8", "float8", "integer", "date", "jsonb")
ROWS_PER_DELETE = 500
# The values of `COLUMNS`, dates and the ratings of `recent` as text.
Row = tuple[Any, ...]


def write_player_ratings(pool: Pool, state: State, players: Numbers) -> None:
    """The ratings of the players at these indices of the state; who has no game has none."""
    playing = players[state.games[players] > 0]
    gone = state.players[players[state.games[players] == 0]].tolist()
    for start in range(0, len(gone), ROWS_PER_DELETE):
        PlayerRating.objects.filter(pool=pool, player__in=gone[start : start + ROWS_PER_DELETE]).delete()
    rows = _rows(state, playing)
    existing = set(_existing_rows(pool, [row[0] for row in rows]))
    known = {row[0] for row in existing}
    different = [row for row in rows if row not in existing]
    for write, some in (
        (_update, [row for row in different if row[0] in known]),
        (_insert, [row for row in different if row[0] not in known]),
    ):
        if some:
            write(pool, some)


def _existing_rows(pool: Pool, players: list[int]) -> list[Row]:
    """The rows as they are: plain values, as turning fifty thousand of them into dates and lists only to compare them
    would take longer than replaying half a million games."""
    table = connection.ops.quote_name(PlayerRating._meta.db_table)
    quoted = {name: connection.ops.quote_name(name) for name in COLUMNS}
    columns = [f"CAST({text} AS text)" if name in AS_TEXT else text for name, text in quoted.items()]
    # Our own names; the values are parameters.
    statement = f"SELECT {', '.join(columns)} FROM {table} WHERE pool_id = %s"  # noqa: S608
    parameters = [pool.pk]
    if len(players) <= ROWS_PER_DELETE:
        statement += f" AND player_id IN ({', '.join(['%s'] * len(players)) or 'NULL'})"
        parameters += players
    with blob_cursor() as cursor:
        cursor.execute(statement, parameters)
        rows: list[Row] = cursor.fetchall()
    return rows


def update_outcomes(segments: Sequence[tuple[int, bytes]]) -> None:
    """Of segments whose games are the same as before."""
    table = connection.ops.quote_name(RatingSegment._meta.db_table)
    # Our own table's name; the values are parameters.
    statement = f"UPDATE {table} SET outcomes = %s WHERE id = %s"  # noqa: S608
    with blob_cursor() as cursor:
        cursor.executemany(statement, [(outcomes, number) for number, outcomes in segments])


def write_snapshot(pool: Pool, segment: int, state: bytes) -> None:
    table = connection.ops.quote_name(Snapshot._meta.db_table)
    with blob_cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {table} (pool_id, segment_id, state) VALUES (%s, %s, %s)",  # noqa: S608
            [pool.pk, segment, state],
        )


def _rows(state: State, players: Numbers) -> list[Row]:
    means, variances = state.means[players], state.variances[players]
    deviations = np.sqrt(variances)
    days = {day: date.fromordinal(day).isoformat() for day in np.unique(state.last_days[players]).tolist()}
    columns = [
        state.players[players].tolist(),
        _stepped(CENTRE + POINTS_PER_LOGIT * means),
        _stepped(POINTS_PER_LOGIT * deviations),
        _stepped(CENTRE + POINTS_PER_LOGIT * (means - CAUTION * deviations)),
        state.games[players].tolist(),
        [days[day] for day in state.last_days[players].tolist()],
        _recent(state.latest_first_to_last(players), state.games[players]),
    ]
    return list(zip(*columns, strict=True))


def _stepped(points: Numbers) -> list[float]:
    """As `engine.stepped`, for many."""
    steps: list[float] = (np.floor(points * STEPS_PER_POINT + 0.5) / STEPS_PER_POINT).tolist()
    return steps


def _recent(rows: Numbers, games: Numbers) -> list[str]:
    """Lists of ratings as JSON, the newest last; every rating that occurs is put into words once."""
    words = np.empty(int(rows.max(initial=0)) + 1, dtype=object)
    for step in np.flatnonzero(np.bincount(rows.ravel())).tolist():
        words[step] = repr(step / STEPS_PER_POINT)
    lines = words[rows].tolist()
    known = np.minimum(games, rows.shape[1]).tolist()
    return [f"[{', '.join(line[-count:])}]" for line, count in zip(lines, known, strict=True)]


def _update(pool: Pool, rows: list[Row]) -> None:
    table = connection.ops.quote_name(PlayerRating._meta.db_table)
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
    table = connection.ops.quote_name(PlayerRating._meta.db_table)
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


def publish_ratings(publication: Publication) -> None:
    """One writer at a time gets here (the job's state row is locked). If another has published since this result
    was begun, it is worthless: it went on from what is no longer there. Then everything is replayed now, under
    the lock, with what is true now.
    """
    pool = Pool.objects.select_for_update().filter(key=publication.key).first()
    if publication.token != (pool.token if pool else None):
        publication = replay_pool(key=publication.key, since=publication.since)
    _forget_notes(publication.seen)
    if not publication.games:
        if pool:
            pool.delete()
        return
    pool = _pool(publication, pool)
    if publication.from_nothing:
        pool.segments.all().delete()
        pool.player_ratings.all().delete()
    _write_segments(pool, publication)
    write_player_ratings(pool, publication.state, publication.touched)
    pool.players = pool.player_ratings.count()
    pool.save()


def _forget_notes(seen: list[int]) -> None:
    for start in range(0, len(seen), ROWS_PER_DELETE):
        ChangedGame.objects.filter(pk__in=seen[start : start + ROWS_PER_DELETE]).delete()


def _pool(publication: Publication, pool: Pool | None) -> Pool:
    """The pool's row as it is after the replay; saved already when it is new."""
    key = PoolKey.parse(publication.key)
    pool = pool or Pool.objects.create(key=publication.key, system=key.system, scope=key.scope)
    pool.engine, pool.engine_version = reference.NAME, reference.VERSION
    pool.parameters = asdict(PARAMETERS)
    pool.games = publication.games
    pool.clans, pool.positions = publication.state.clan_beliefs(), publication.state.position_beliefs()
    pool.token += 1
    return pool


def _write_segments(pool: Pool, publication: Publication) -> None:
    if publication.stale_after is not None:
        Snapshot.objects.filter(pool=pool, segment__first_key__gt=publication.stale_after).delete()
    RatingSegment.objects.filter(pk__in=publication.dropped).delete()
    new = [segment for segment in publication.segments if segment.number is None]
    rows = [(segment.number, segment) for segment in publication.segments if segment.number is not None]
    update_outcomes([(number, segment.outcomes) for number, segment in rows if segment.rated_games is None])
    for number, segment in rows:
        if segment.rated_games is not None:
            RatingSegment.objects.filter(pk=number).update(**_columns(segment))
    created = RatingSegment.objects.bulk_create(
        [RatingSegment(pool=pool, **_columns(segment)) for segment in new], batch_size=50
    )
    numbers = {id(segment): row.pk for segment, row in zip(new, created, strict=True)}
    snapshots = dict(publication.snapshots)
    for segment in publication.segments:
        if segment.snapshot is not None:
            snapshots[segment.number or numbers[id(segment)]] = segment.snapshot
    if snapshots:
        _write_snapshots(pool, snapshots)


def _write_snapshots(pool: Pool, snapshots: dict[int, bytes]) -> None:
    Snapshot.objects.filter(segment__in=list(snapshots)).delete()
    # One at a time: each may be megabytes.
    for number, state in snapshots.items():
        write_snapshot(pool, number, state)
    # What was there only because its segment was the last one goes when there is a later segment.
    segments = list(pool.segments.order_by("first_key").values_list("pk", "games"))
    existing = set(pool.snapshots.values_list("segment_id", flat=True))
    games, superfluous = 0, []
    for number, count in segments[:-1]:
        if number in existing and games < GAMES_BETWEEN_SNAPSHOTS:
            superfluous.append(number)
        elif number in existing:
            games = 0
        games += count
    Snapshot.objects.filter(segment__in=superfluous).delete()


def _columns(segment: SegmentResult) -> dict[str, object]:
    return {
        "first_key": segment.first_key,
        "first_on": segment.first_on,
        "last_on": segment.last_on,
        "games": segment.games,
        "rated_games": segment.rated_games,
        "outcomes": segment.outcomes,
    }
