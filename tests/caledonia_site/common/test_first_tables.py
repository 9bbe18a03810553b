"""A first start makes the tables from the models: the same ones that migrations make, and the same rows in them."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import Permission
from django.contrib.contenttypes.models import ContentType
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.migrations.recorder import MigrationRecorder

from caledonia_site.common.database import create_tables

pytestmark = pytest.mark.django_db
FIRST = "first_start"


@contextmanager
def _empty_database(name: str) -> Iterator[None]:
    first = connection.copy(FIRST)
    first.settings_dict["NAME"] = name
    connections[FIRST] = first
    try:
        yield
    finally:
        first.close()
        if close_pool := getattr(first, "close_pool", None):
            close_pool()
        del connections[FIRST]


@pytest.fixture
def empty_database(tmp_path) -> Iterator[None]:
    if connection.vendor == "sqlite":
        with _empty_database(str(tmp_path / "first.sqlite3")):
            yield
        return
    with connection.creation._nodb_cursor() as cursor:
        cursor.execute(f"CREATE DATABASE {FIRST}")
    try:
        with _empty_database(FIRST):
            yield
    finally:
        with connection.creation._nodb_cursor() as cursor:
            cursor.execute(f"DROP DATABASE {FIRST}")


def _rows(using: str, query: str) -> list[Any]:
    with connections[using].cursor() as cursor:
        cursor.execute(query)
        return cursor.fetchall()


def _schema(using: str) -> dict[str, object]:
    """Everything but the order of columns: a column that a later step of a migration adds stands at the end."""
    if connections[using].vendor == "postgresql":
        return {
            name: sorted(_rows(using, query))
            for name, query in {
                "columns": "SELECT table_name, column_name, data_type, is_nullable, column_default, is_identity,"
                " character_maximum_length, collation_name, generation_expression FROM information_schema.columns"
                # Django itself numbers this link differently in its models and in the models of its migrations.
                " WHERE table_schema = 'public' AND (table_name, column_name) <> ('auth_group_permissions', 'id')",
                "indexes": "SELECT tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'",
                "constraints": "SELECT conrelid::regclass::text, conname, pg_get_constraintdef(oid) FROM pg_constraint"
                " WHERE connamespace = 'public'::regnamespace",
            }.items()
        }
    rows = _rows(using, "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE name NOT LIKE 'sqlite%'")
    return {
        f"{kind} {name}": (table, _parts(sql) if kind == "table" else sql) for kind, name, table, sql in rows
    }


def _parts(sql: str) -> list[str]:
    """The columns and constraints of a CREATE TABLE, which are apart by commas outside of brackets."""
    depth, parts = 0, [""]
    for piece in re.split(r"([(),])", sql[sql.index("(") + 1 : sql.rindex(")")]):
        depth += (piece == "(") - (piece == ")")
        if piece == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += piece
    return sorted(part.strip() for part in parts)


def test_the_tables_are_those_that_migrations_make(empty_database):
    assert create_tables(using=FIRST)
    first, migrated = _schema(FIRST), _schema(DEFAULT_DB_ALIAS)
    assert len(first) >= 3
    assert first == migrated


def test_what_migrating_puts_into_them_is_there_too(empty_database):
    create_tables(using=FIRST)
    for rows in (
        ContentType.objects.order_by("app_label", "model").values_list("app_label", "model"),
        Permission.objects.order_by("content_type__app_label", "codename").values_list(
            "content_type__app_label", "content_type__model", "codename", "name"
        ),
        MigrationRecorder.Migration.objects.order_by("app", "name").values_list("app", "name"),
    ):
        assert list(rows.using(FIRST)) == list(rows)
        assert rows.count()
    known = {"django_content_type", "auth_permission"}
    for model in apps.get_models(include_auto_created=True):
        if model._meta.managed and model._meta.db_table not in known:
            assert not model._base_manager.using(FIRST).exists(), model


def test_tables_that_are_there_are_left_to_migrations(empty_database):
    with connections[FIRST].cursor() as cursor:
        cursor.execute("CREATE TABLE somebody (id integer)")
    assert not create_tables(using=FIRST)
    assert connections[FIRST].introspection.table_names() == ["somebody"]


def test_a_first_start_that_is_interrupted_leaves_nothing(empty_database, monkeypatch):
    def interrupted(**_):
        raise KeyboardInterrupt

    monkeypatch.setattr("caledonia_site.common.database.emit_post_migrate_signal", interrupted)
    with pytest.raises(KeyboardInterrupt):
        create_tables(using=FIRST)
    assert connections[FIRST].introspection.table_names() == []
    monkeypatch.undo()
    assert create_tables(using=FIRST)
