"""The database as a whole: the first tables, migrations beside a running site, tables of another version.

A version that writes into tables of a newer one breaks what that one promises of its data, so it does not start. One
that runs while the next version migrates goes on: whatever migrates beside a running site must allow that.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import structlog
from django.apps import apps
from django.core.checks import Error
from django.core.management.sql import emit_post_migrate_signal, emit_pre_migrate_signal
from django.db import DEFAULT_DB_ALIAS, DatabaseError, connection, connections, router
from django.db.migrations import Migration
from django.db.migrations.executor import MigrationExecutor
from django.db.models.fields.tuple_lookups import TupleIn
from django.db.models.lookups import In
from django.db.models.signals import post_migrate, pre_migrate

_by_django = TupleIn.get_fallback_sql


def _by_list(self: Any, compiler: Any, connection: Any) -> Any:
    """How a lookup of tuples turns into SQL where the database compares none."""
    if len(self.lhs) != 1 or not self.rhs_is_direct_value():
        return _by_django(self, compiler, connection)
    [column] = self.lhs
    return compiler.compile(In(column, [value for (value,) in self.rhs if value is not None]))


def allow_long_lists() -> None:
    """Django 5.2 asks SQLite for the other ends of foreign keys by one OR a row, and SQLite takes no expression deeper
    than 1,000: a page with more people on it fails. With one column, which all our keys have, IN says the same.
    """
    TupleIn.get_fallback_sql = _by_list  # type: ignore[method-assign]


# Whoever waits for a lock on a table makes everybody wait who comes after, readers too.
LONGEST_WAIT = "5s"
FOREVER = "0"


def wait_briefly_for_tables(*, using: str, **_: Any) -> None:
    _set_longest_wait(using, LONGEST_WAIT)


def wait_as_usual(*, using: str, **_: Any) -> None:
    _set_longest_wait(using, FOREVER)


def bound_waiting(sender: object) -> None:
    """Before and after each run of migrations: one that cannot have a table gives up instead of keeping everyone
    waiting. Django sends both signals once per app: one sender is enough."""
    pre_migrate.connect(wait_briefly_for_tables, sender=sender)
    post_migrate.connect(wait_as_usual, sender=sender)


def _set_longest_wait(using: str, value: str) -> None:
    connection = connections[using]
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT set_config('lock_timeout', %s, false)", [value])


def count_tables_anew() -> None:
    """So that PostgreSQL chooses its ways by how many rows there are. By itself it never looks at a table that changed
    by fewer than fifty rows: with a few dozen clubs it takes them for one, and reads every game for one page of a list.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")


log = structlog.get_logger(__name__)


class NewerDatabaseError(Exception):
    """The database was migrated by a newer version; the message is a sentence for the operator."""

    def __init__(self, unknown: list[str]) -> None:
        others = f" and {len(unknown) - 1} more" if len(unknown) > 1 else ""
        super().__init__(
            f"the database is of a newer version (it has the migration {unknown[0]}{others}, which this version does "
            "not know): start that version, or restore a backup of this one into a new database."
        )


@dataclass(frozen=True)
class Migrations:
    """`waiting` are those that this version brings and the database has not seen; `unknown` the other way round.
    A database without any `is_new`.
    """

    is_new: bool
    waiting: list[Migration]
    unknown: list[str]


def migrations() -> Migrations:
    """One query. Of what several migrations were squashed into one, the earlier names are known too."""
    executor = MigrationExecutor(connection)
    loader = executor.loader
    known = {*loader.disk_migrations}
    for migration in loader.disk_migrations.values():
        known.update(migration.replaces)
    return Migrations(
        is_new=not loader.applied_migrations,
        waiting=[migration for migration, _ in executor.migration_plan(loader.graph.leaf_nodes())],
        unknown=sorted(f"{app}.{name}" for app, name in {*loader.applied_migrations} - known),
    )


def create_tables(*, using: str = DEFAULT_DB_ALIAS) -> bool:
    """On a database without any tables: those of the models at once, with every migration noted as applied. Migrating
    there takes ten seconds, nine tenths of which go into the models of versions that never were here. False where
    there are tables already, which only migrations may change.

    All of it or nothing: a start that is interrupted finds the database empty again.
    """
    target = connections[using]
    if target.introspection.table_names():
        return False
    executor = MigrationExecutor(target)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    emit_pre_migrate_signal(verbosity=0, interactive=False, db=using)
    with target.schema_editor() as editor:
        for app in apps.get_app_configs():
            for model in router.get_migratable_models(app, using):
                if model._meta.can_migrate(target):
                    editor.create_model(model)
        executor.recorder.ensure_schema()
        for migration, _ in plan:
            executor.record_migration(migration)  # type: ignore[call-arg, arg-type]  # stubs of an older Django
        # Makes content types and permissions.
        emit_post_migrate_signal(verbosity=0, interactive=False, db=using)
    return True


def require_known_tables() -> None:
    if unknown := migrations().unknown:
        raise NewerDatabaseError(unknown)


def check_tables(*, databases: Sequence[str] | None = None, **_: Any) -> list[Error]:
    """For `manage.py migrate`, and `manage.py check --database default`."""
    try:
        if databases and DEFAULT_DB_ALIAS in databases:
            require_known_tables()
    except NewerDatabaseError as error:
        return [Error(str(error), id="caledonia.E001")]
    return []


def refuse_newer_database() -> None:
    """For a process that starts: ends it with the sentence. One that is started while the database is away cannot
    know, and says through /readyz when it does; nothing stays open, as the process may fork.
    """
    try:
        require_known_tables()
    except NewerDatabaseError as error:
        raise SystemExit(f"caledonia: {error}") from None
    except DatabaseError as error:
        log.warning("database_away", reason=type(error).__name__)
    finally:
        close_database()


def close_database() -> None:
    connection.close()
    if close_pool := getattr(connection, "close_pool", None):
        close_pool()
