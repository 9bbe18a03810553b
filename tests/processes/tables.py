"""The tables of a site's new database."""

from django.core.management import call_command
from django.test.utils import override_settings


class NoMigrations:
    """In place of Django's setting that says where the migrations of an app are."""

    def __contains__(self, app: str) -> bool:
        return True

    def __getitem__(self, app: str) -> None:
        return None


def make_tables() -> None:
    """As the models say, which is what all migrations end with; one after the other they take fifteen times as long.
    The rehearsal and the tables of all other tests are migrated."""
    with override_settings(MIGRATION_MODULES=NoMigrations()):
        call_command("migrate", run_syncdb=True, verbosity=0)
    call_command("migrate", fake=True, verbosity=0)
