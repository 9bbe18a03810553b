"""Large packed columns on their way between the database and the worker."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.db.models import QuerySet


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
        found: list[tuple[Any, ...]] = cursor.fetchall()
    return found
