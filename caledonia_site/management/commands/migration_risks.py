"""Whether the site can go on running while the waiting migrations are applied."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from caledonia_site.operations.migration_risks import risks_of_waiting_migrations


class Command(BaseCommand):
    help = "Name each waiting migration that would block or break a running site; fails if there is one."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        if risks := list(risks_of_waiting_migrations()):
            raise CommandError("stop the site before migrating:\n" + "\n".join(risks))
        self.stdout.write("the site can go on running while the waiting migrations are applied")
