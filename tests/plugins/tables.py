"""The tables are made once: the first process that needs them migrates, all others copy what it made.

Migrating takes longer than a hundred tests. After a test whose transactions were real, only those tables are emptied
that hold something: Django's own way empties all of them, and makes the same permissions anew each time.
"""

import fcntl
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import TransactionTestCase
from django.test.utils import setup_databases, teardown_databases

from tests.plugins import MIGRATED_TABLES, SHARED_FOLDER, SQLITE_TABLES

# What migrating itself puts there.
ALWAYS_FILLED = {"django_migrations", "django_content_type", "auth_permission"}


def shared_folder() -> Path:
    return Path(os.environ.get(SHARED_FOLDER) or os.environ["CALEDONIA_DATA_DIR"])


@contextmanager
def one_process_at_a_time() -> Iterator[None]:
    with (shared_folder() / f"{connection.vendor}.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def set_up_sqlite() -> Any:
    made_before = shared_folder() / SQLITE_TABLES
    if is_copy := made_before.exists():
        shutil.copy(made_before, connection.settings_dict["TEST"]["NAME"])
    # Migrating a copy finds nothing left to do.
    configuration = setup_databases(verbosity=0, interactive=False, keepdb=is_copy, serialized_aliases=set())
    if not is_copy:
        draft = made_before.with_suffix(".draft")
        with connection.cursor() as cursor:
            cursor.execute("VACUUM INTO %s", [str(draft)])
        draft.rename(made_before)
    return configuration


def set_up_postgres() -> Any:
    with connection.creation._nodb_cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_database WHERE datname = %s", [MIGRATED_TABLES])
        if is_copy := cursor.fetchone() is not None:
            connection.settings_dict["TEST"]["TEMPLATE"] = MIGRATED_TABLES
    configuration = setup_databases(verbosity=0, interactive=False, serialized_aliases=set())
    if not is_copy:
        # Nobody may be connected to a database while it is copied.
        connection.close()
        with connection.creation._nodb_cursor() as cursor:
            name = connection.ops.quote_name(connection.settings_dict["NAME"])
            cursor.execute(f"CREATE DATABASE {MIGRATED_TABLES} TEMPLATE {name}")
    return configuration


def empty_filled_tables(_case: TransactionTestCase) -> None:
    names = sorted(set(connection.introspection.django_table_names()) - ALWAYS_FILLED)
    quoted = [connection.ops.quote_name(name) for name in names]
    filled = " UNION ALL ".join(f"SELECT '{name}' WHERE EXISTS (SELECT 1 FROM {name})" for name in quoted)
    # Whether rows still point to others that are gone is only asked at the end, when all are.
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(filled)
        for (name,) in cursor.fetchall():
            cursor.execute(f"DELETE FROM {name}")


@pytest.fixture(scope="session")
def django_db_setup(
    django_test_environment: None, django_db_blocker: Any, django_db_modify_db_settings: None
) -> Iterator[None]:
    """In place of pytest-django's, which migrates in every process."""
    TransactionTestCase._fixture_teardown = empty_filled_tables  # type: ignore[method-assign]
    with django_db_blocker.unblock(), one_process_at_a_time():
        configuration = set_up_postgres() if connection.vendor == "postgresql" else set_up_sqlite()
    yield
    with django_db_blocker.unblock():
        teardown_databases(configuration, verbosity=0)
