"""What migrations that wait would do to a site that goes on running meanwhile.

Two kinds of harm: a table that nobody can write while the migration works on it, and columns or tables that the
version still running expects. A table with few rows is done before anybody notices.
"""

from collections.abc import Iterator

from django.db import connection
from django.db.migrations import operations as django_operations
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

# Below that, building an index or checking a constraint takes a fraction of a second.
MANY_ROWS = 100_000

GONE = (
    django_operations.RemoveField,
    django_operations.DeleteModel,
    django_operations.RenameField,
    django_operations.RenameModel,
    django_operations.AlterModelTable,
)
UNKNOWN = (django_operations.RunSQL, django_operations.RunPython)
CHECKS_EVERY_ROW = (django_operations.AddIndex, django_operations.AddConstraint)


def risks_of_waiting_migrations(*, many_rows: int = MANY_ROWS) -> Iterator[str]:
    """One sentence for each operation that is not safe beside a running site; none means go ahead."""
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    state = executor.loader.project_state(list(executor.loader.applied_migrations))
    new_tables: set[tuple[str, str]] = set()
    for migration, _ in plan:
        for operation in migration.operations:
            label = migration.app_label
            if isinstance(operation, django_operations.CreateModel):
                new_tables.add((label, operation.name_lower))
            for risk in _risks(operation, label, state, new_tables, many_rows):
                yield f"{label}.{migration.name}: {operation.describe()}: {risk}"
            operation.state_forwards(label, state)


def _risks(
    operation: Operation, label: str, state: ProjectState, new: set[tuple[str, str]], many_rows: int
) -> Iterator[str]:
    model = getattr(operation, "model_name_lower", getattr(operation, "name_lower", ""))
    if (label, model) in new:
        return
    if isinstance(operation, GONE):
        yield "the version that runs may still use it; stop the site, or deploy in two steps"
    elif isinstance(operation, UNKNOWN):
        yield "its own code, which only reading tells about"
    elif isinstance(operation, CHECKS_EVERY_ROW) and _rows(label, model, state) >= many_rows:
        yield f"nobody can write the table meanwhile, and it has {_rows(label, model, state)} rows"
    elif isinstance(operation, django_operations.AlterField) and _rows(label, model, state) >= many_rows:
        yield f"if its type changes, a table of {_rows(label, model, state)} rows is written anew"
    elif isinstance(operation, django_operations.AddField):
        field = operation.field
        if not (field.null or field.many_to_many or field.has_db_default()):
            yield "the version that runs cannot save rows without it; give it a db_default"


def _rows(label: str, model: str, state: ProjectState) -> int:
    """As the database's statistics estimate it; an exact count would take as long as the migration."""
    table = state.apps.get_model(label, model)._meta.db_table
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(
                "SELECT reltuples::bigint FROM pg_class WHERE oid = to_regclass(%s)", [f'"{table}"']
            )
            row = cursor.fetchone()
            return max(0, row[0]) if row else 0
        cursor.execute(f"SELECT count(*) FROM {connection.ops.quote_name(table)}")  # noqa: S608
        return int(cursor.fetchone()[0])
