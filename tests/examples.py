"""How many examples a property is tried with that writes to the database."""

from django.db import connection


def examples(number: int) -> int:
    """All of them on SQLite; on the other database the first few again, since the examples are the same ones."""
    return number if connection.vendor == "sqlite" else max(3, number // 3)
