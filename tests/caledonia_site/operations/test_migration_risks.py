"""Which migrations may run beside a running site."""

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, migrations, models
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

from caledonia_site.operations.migration_risks import risks_of_waiting_migrations
from tests.factories.people import PlayerFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def waiting(monkeypatch):
    """Adds a migration to the players' that is not applied."""
    build = MigrationLoader.build_graph

    def add(*operations):
        def with_ours(self):
            build(self)
            (last,) = [key for key in self.graph.leaf_nodes() if key[0] == "players"]
            migration = type("Migration", (migrations.Migration,), {"operations": list(operations)})
            key = ("players", "9999_ours")
            self.graph.add_node(key, migration(key[1], key[0]))
            self.graph.add_dependency(None, key, last)

        monkeypatch.setattr(MigrationLoader, "build_graph", with_ours)
        assert MigrationExecutor(connection).loader.graph.nodes[("players", "9999_ours")]

    return add


def risks(many_rows=1):
    PlayerFactory()
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("ANALYZE players_player")
    return [risk.partition(": ")[2] for risk in risks_of_waiting_migrations(many_rows=many_rows)]


INDEX = migrations.AddIndex("player", models.Index(fields=["name"], name="by_name"))


def test_nothing_waits_nothing_to_fear(capsys):
    call_command("migration_risks")
    assert "can go on running" in capsys.readouterr().out


def test_an_index_on_a_big_table_blocks_writers(waiting):
    waiting(INDEX)
    (risk,) = risks()
    assert "nobody can write the table meanwhile, and it has 1 rows" in risk


def test_on_a_small_table_nobody_notices(waiting):
    waiting(INDEX)
    assert risks(many_rows=1000) == []
    call_command("migration_risks")


@pytest.mark.parametrize(
    ("operation", "sentence"),
    [
        (migrations.RemoveField("player", "name"), "may still use it"),
        (migrations.RenameField("player", "name", "title"), "may still use it"),
        (migrations.DeleteModel("Player"), "may still use it"),
        (migrations.AddField("player", "new", models.IntegerField(default=0)), "cannot save rows without it"),
        (migrations.AlterField("player", "name", models.TextField()), "written anew"),
        (migrations.RunPython(migrations.RunPython.noop), "only reading tells"),
    ],
    ids=lambda value: type(value).__name__ if not isinstance(value, str) else "",
)
def test_what_the_running_version_does_not_survive(waiting, operation, sentence):
    waiting(operation)
    (risk,) = risks()
    assert sentence in risk


@pytest.mark.parametrize(
    "field",
    [models.IntegerField(null=True), models.IntegerField(default=0, db_default=0)],
    ids=["empty", "with a default of the database"],
)
def test_a_column_that_old_rows_and_old_code_can_leave_out_is_safe(waiting, field):
    waiting(migrations.AddField("player", "new", field))
    assert risks() == []


def test_a_new_table_harms_nobody(waiting):
    table = migrations.CreateModel("Thing", [("id", models.BigAutoField(primary_key=True))])
    column = migrations.AddField("thing", "size", models.IntegerField(default=0))
    waiting(table, column)
    assert risks() == []


def test_the_command_refuses(waiting):
    waiting(migrations.RemoveField("player", "name"))
    with pytest.raises(CommandError, match="stop the site before migrating"):
        call_command("migration_risks")
