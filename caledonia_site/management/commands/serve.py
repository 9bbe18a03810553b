"""The whole site with one command: web, worker and beat."""

import logging
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command, get_commands
from django.core.management.base import BaseCommand
from django.db import DatabaseError

from caledonia_site.common.database import NewerDatabaseError, close_database, migrations
from caledonia_site.common.translations import compile_translations
from caledonia_site.embedded.start import (
    CannotStartError,
    check_address,
    check_data_folder,
    check_database,
    check_systems,
    database_problem,
    lock_data_folder,
    site_address,
)
from caledonia_site.embedded.supervisor import Supervisor
from caledonia_site.settings.environment import shown_host


class Command(BaseCommand):
    help = "Start the whole site (web, worker, beat) and keep it running; Ctrl-C stops it."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        # The terminal is for the person who started the site; what happens inside is in the log files.
        logging.disable(logging.INFO)
        host, port = site_address()
        try:
            check_data_folder(settings.DATA_DIR)
            with lock_data_folder(settings.DATA_DIR):
                check_systems()
                check_address(host, port)
                check_database()
                self.prepare(settings.DATA_DIR)
                supervisor = Supervisor(address=(host, port), data_dir=settings.DATA_DIR, say=self.warn)
                supervisor.run(on_open=lambda: self.announce(host, port))
        except (CannotStartError, NewerDatabaseError) as error:
            raise SystemExit(f"caledonia: {error}") from None
        except KeyboardInterrupt:
            raise SystemExit(130) from None

    def prepare(self, data_dir: Path) -> None:
        """Translations, tables, and for a new database the demo data."""
        for folder in settings.LOCALE_PATHS:
            compile_translations(Path(folder))
        # Empty here, as files are served from their sources, but WhiteNoise complains if it is missing.
        Path(settings.STATIC_ROOT).mkdir(exist_ok=True)
        # The file outlives a first start that was interrupted before the demo data was complete.
        demo_is_due = data_dir / "demo-data-due"
        try:
            found = migrations()
            if found.unknown:
                raise NewerDatabaseError(found.unknown)
            if found.is_new and "seed_demo" in get_commands():
                demo_is_due.touch()
            if found.waiting:
                self.stderr.write("Preparing the database ...")
                call_command("migrate", verbosity=0, interactive=False)
            if demo_is_due.exists():
                self.stderr.write("Filling it with demo data ...")
                call_command("seed_demo", verbosity=0, stdout=self.stderr)
                demo_is_due.unlink()
        except DatabaseError as error:
            raise database_problem(error) from error
        finally:
            # The supervisor forks, and a connection must not be shared; itself it needs none.
            close_database()

    def warn(self, sentence: str) -> None:
        self.stderr.write(f"caledonia: {sentence}")

    def announce(self, host: str, port: int) -> None:
        self.stdout.write(f"Caledonia is open at http://{shown_host(host)}:{port}/ (Ctrl-C stops it)")
        self.stdout.flush()
