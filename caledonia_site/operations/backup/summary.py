"""What stands in each table, short enough to keep and sharp enough to notice one changed cell."""

import sqlite3
from hashlib import blake2b
from typing import Any, NamedTuple

import psycopg
from psycopg import sql

TableName = str


class Table(NamedTuple):
    rows: int
    digest: str
    """Of all rows in whatever order they come."""


Summary = dict[TableName, Table]

# The sum of a hash of each row: restored rows lie in another order.
POSTGRES_TABLE = """
    SELECT count(*), coalesce(sum(('x' || left(md5(row::text), 15))::bit(60)::bigint), 0)::text FROM {table} AS row
"""
POSTGRES_NAMES = "SELECT tablename FROM pg_tables WHERE schemaname = ANY(current_schemas(false)) ORDER BY 1"
SQLITE_NAMES = (
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite|_%' ESCAPE '|' ORDER BY 1"
)


def postgres_summary(connection: psycopg.Connection[Any]) -> Summary:
    # Times are written in the session's zone, which may differ between two servers.
    connection.execute("SET LOCAL timezone TO 'UTC'")
    summary: Summary = {}
    for (name,) in connection.execute(POSTGRES_NAMES).fetchall():
        row = connection.execute(sql.SQL(POSTGRES_TABLE).format(table=sql.Identifier(name))).fetchone()
        if row:
            summary[name] = Table(*row)
    return summary


def sqlite_summary(connection: sqlite3.Connection) -> Summary:
    summary: Summary = {}
    for (name,) in connection.execute(SQLITE_NAMES).fetchall():
        rows, total = 0, 0
        quoted = '"' + name.replace('"', '""') + '"'
        for row in connection.execute(f"SELECT * FROM {quoted}"):  # noqa: S608  (a name of our own tables)
            rows += 1
            total += int.from_bytes(blake2b(repr(row).encode(), digest_size=8).digest())
        summary[name] = Table(rows, str(total))
    return summary


def differences(expected: Summary, restored: Summary) -> list[str]:
    """One sentence for each table that is not the same."""
    nothing = Table(0, "0")
    return [
        f"{name}: {expected.get(name, nothing).rows} rows were saved, {restored.get(name, nothing).rows} are there"
        if expected.get(name, nothing).rows != restored.get(name, nothing).rows
        else f"{name}: {expected[name].rows} rows, but not the same"
        for name in sorted({*expected, *restored})
        if expected.get(name) != restored.get(name)
    ]
