"""A migration does not wait for a table for long, and what comes after it does again."""

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.models.signals import pre_migrate

pytestmark = pytest.mark.django_db


def longest_wait():
    with connection.cursor() as cursor:
        cursor.execute("SHOW lock_timeout")
        return cursor.fetchone()[0]


def test_waiting_is_bounded_during_migrations_only():
    if connection.vendor != "postgresql":
        # SQLite has one lock for all, with its own patience; migrating there must just work.
        call_command("migrate", verbosity=0)
        return
    seen = []

    def look(**_):
        seen.append(longest_wait())

    pre_migrate.connect(look)
    try:
        call_command("migrate", verbosity=0)
    finally:
        pre_migrate.disconnect(look)
    # The app whose signal sets it comes somewhere in the row; from then on it holds.
    assert seen[-1] == "5s"
    assert longest_wait() == "0"
