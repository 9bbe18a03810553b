from contextlib import contextmanager

import pytest
from django.db import connection


@pytest.fixture
def newer_database():
    """Inside: the database has been migrated by a version that is not ours."""

    @contextmanager
    def migrated(name="0999_of_tomorrow"):
        with connection.cursor() as cursor:
            cursor.execute(
                "INSERT INTO django_migrations (app, name, applied) VALUES ('games', %s, CURRENT_TIMESTAMP)",
                [name],
            )
        try:
            yield
        finally:
            with connection.cursor() as cursor:
                cursor.execute("DELETE FROM django_migrations WHERE name = %s", [name])

    return migrated
