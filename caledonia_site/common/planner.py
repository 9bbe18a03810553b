"""What the database believes of its own tables."""

from django.db import connection


def count_tables_anew() -> None:
    """So that PostgreSQL chooses its ways by how many rows there are. By itself it never looks at a table that changed
    by fewer than fifty rows: with a few dozen clubs it takes them for one, and reads every game for one page of a list.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE")
