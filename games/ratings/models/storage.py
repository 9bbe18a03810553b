"""What a replay keeps: segments of games with what each changed, snapshots of beliefs, and notes of changed games.

Segments and snapshots are large packed columns, which travel between database and worker as they are.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.exceptions import EmptyResultSet
from django.db import connection, models
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from games.ratings.models.pool import Pool


@contextmanager
def blob_cursor() -> Iterator[Any]:
    """A cursor that hands bytes over as they are.

    Django's own for PostgreSQL writes every parameter into the statement's text and reads results as text: twice
    the bytes, and a third of the processor time of a large replay. This one belongs to the same
    connection and transaction.
    """
    if connection.vendor != "postgresql":
        with connection.cursor() as cursor:
            yield cursor
        return
    from psycopg import Cursor
    from psycopg.pq import Format

    connection.ensure_connection()
    with Cursor(connection.connection) as cursor:
        cursor.format = Format.BINARY
        # Counted where queries are counted, as Django's own; its types know no cursor but those.
        yield connection.make_debug_cursor(cursor) if connection.queries_logged else cursor  # type: ignore[arg-type]


def raw_rows(queryset: "QuerySet[Any, tuple[Any, ...]]") -> list[tuple[Any, ...]]:
    """A `values_list` without Django's conversions, for numbers, texts and bytes."""
    try:
        statement, parameters = queryset.query.sql_with_params()
    except EmptyResultSet:
        return []
    with blob_cursor() as cursor:
        cursor.execute(statement, parameters)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows


class RatingSegment(models.Model):
    """About a thousand games packed as arrays (`packing.py`): a row per seat and game would be three million rows
    for a million games, and one correction would rewrite half of them.

    `rated_games` are who played what and came in where, `outcomes` the ratings before and after, at the precision
    people see. `first_key` puts the segments of a pool in order: it is the order key of the first game, as text.
    """

    pool = models.ForeignKey(Pool, on_delete=models.CASCADE, related_name="segments")
    first_key = models.CharField(max_length=50)
    first_on = models.DateField()
    last_on = models.DateField()
    games = models.PositiveIntegerField()
    rated_games = models.BinaryField()
    outcomes = models.BinaryField()

    class Meta:
        verbose_name = _("block of rated games")
        verbose_name_plural = _("blocks of rated games")
        constraints = [models.UniqueConstraint(fields=["pool", "first_key"], name="rating_segment_once")]
        indexes = [models.Index(fields=["pool", "last_on"], name="rating_segment_end")]

    def __str__(self) -> str:
        return f"{self.pool_id}: {self.first_on} - {self.last_on}"


class ChangedGame(models.Model):
    """Written together with the dirty mark, in the transaction of the change: the mark says that and since when,
    this says what, so that one correction among a million games reads one game.

    Like marks, these are inserted and deleted, never updated. The numbers are kept without foreign keys: the game
    may be gone by the time the job looks, and the pool need not exist yet.
    """

    pool_key = models.CharField(max_length=100)
    game_number = models.PositiveBigIntegerField()

    class Meta:
        verbose_name = _("changed game")
        verbose_name_plural = _("changed games")
        indexes = [models.Index(fields=["pool_key"], name="changed_game_of_pool")]

    def __str__(self) -> str:
        return f"{self.pool_key}: {self.game_number}"


class Snapshot(models.Model):
    """The state right before a segment's first game, to the last bit: a replay goes on from the nearest one. There is
    one before the last segment, so that a new game is cheap, and one every so many games before.
    """

    pool = models.ForeignKey(Pool, on_delete=models.CASCADE, related_name="snapshots")
    segment = models.OneToOneField(RatingSegment, on_delete=models.CASCADE, related_name="snapshot")
    state = models.BinaryField()

    class Meta:
        verbose_name = _("snapshot of a rating pool")
        verbose_name_plural = _("snapshots of rating pools")

    def __str__(self) -> str:
        return f"{self.pool_id} before {self.segment_id}"
