"""Whether the database has the tables that this version of the site expects."""

from django.db import connection
from django.db.migrations import Migration
from django.db.migrations.executor import MigrationExecutor

_applied = False


def waiting_migrations() -> list[Migration]:
    """Those that this version brings and the database has not seen."""
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [migration for migration, _ in plan]


def tables_are_ready() -> bool:
    """Asked often, so what was true once is believed: tables are never taken back under a running version."""
    global _applied  # noqa: PLW0603  (one database per process)
    _applied = _applied or not waiting_migrations()
    return _applied
