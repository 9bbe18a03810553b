"""A backup into an empty installation."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from caledonia_site.operations.backup.errors import BackupError
from caledonia_site.operations.backup.restore import restore


class Command(BaseCommand):
    help = "Restore a backup into the configured database and data folder, both empty, and compare."
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--key", type=Path, help="file of the secret age key, for an encrypted backup")

    def handle(self, *args: Any, file: Path, key: Path | None, **options: Any) -> None:
        try:
            restored = restore(path=file, key_file=key)
        except BackupError as error:
            raise CommandError(f"{error}.") from error
        self.stdout.write(
            f"restored what version {restored.version} saved at {restored.made_at}: {restored.tables} tables, "
            f"{restored.rows} rows, {restored.files} uploaded files, all the same as they were saved"
        )
