"""PostgreSQL tries to compress large values; for these columns that took nearly half of the time of writing them.

Written by hand, since no model can say it: when the migration before is made anew, this one stays.
"""

from django.db import migrations

COLUMNS = (
    ("ratings_ratingsegment", "rated_games"),
    ("ratings_ratingsegment", "outcomes"),
    ("ratings_snapshot", "state"),
)


def set_storage(schema_editor, storage):
    if schema_editor.connection.vendor == "postgresql":
        for table, column in COLUMNS:
            schema_editor.execute(f"ALTER TABLE {table} ALTER COLUMN {column} SET STORAGE {storage}")


def keep_as_they_are(apps, schema_editor):
    set_storage(schema_editor, "EXTERNAL")


def compress(apps, schema_editor):
    set_storage(schema_editor, "EXTENDED")


class Migration(migrations.Migration):
    dependencies = [("ratings", "0001_initial")]

    operations = [migrations.RunPython(keep_as_they_are, compress)]
