"""Migrations beside a running site: one that cannot have a table gives up instead of keeping everyone waiting."""

from typing import Any

from django.db import connections
from django.db.models.signals import post_migrate, pre_migrate

# Whoever waits for a lock on a table makes everybody wait who comes after, readers too.
LONGEST_WAIT = "5s"
FOREVER = "0"


def wait_briefly_for_tables(*, using: str, **_: Any) -> None:
    _set_longest_wait(using, LONGEST_WAIT)


def wait_as_usual(*, using: str, **_: Any) -> None:
    _set_longest_wait(using, FOREVER)


def bound_waiting(sender: object) -> None:
    """Before and after each run of migrations. Django sends both signals once per app: one sender is enough."""
    pre_migrate.connect(wait_briefly_for_tables, sender=sender)
    post_migrate.connect(wait_as_usual, sender=sender)


def _set_longest_wait(using: str, value: str) -> None:
    connection = connections[using]
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT set_config('lock_timeout', %s, false)", [value])
