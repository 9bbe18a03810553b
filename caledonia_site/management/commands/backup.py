"""One backup, and the oldest ones away."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from caledonia_site.operations.backup.errors import BackupError
from caledonia_site.operations.backup.save import remove_old, save


class Command(BaseCommand):
    help = (
        "Save the database and all uploads into one file of the folder, encrypted if CALEDONIA_BACKUP_RECIPIENT "
        "is set, and remove old backups there. The site may go on running."
    )
    requires_system_checks = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", type=Path)
        parser.add_argument("--keep-days", type=int, default=7, help="newest of each of so many days (7)")
        parser.add_argument("--keep-weeks", type=int, default=5, help="newest of each of so many weeks (5)")

    def handle(self, *args: Any, folder: Path, keep_days: int, keep_weeks: int, **options: Any) -> None:
        if keep_days < 1 or keep_weeks < 0:
            raise CommandError("keep the backups of one day at least.")
        try:
            saved = save(folder=folder, moment=timezone.now())
        except BackupError as error:
            raise CommandError(f"{error}.") from error
        gone = remove_old(folder, days=keep_days, weeks=keep_weeks)
        size = saved.path.stat().st_size
        self.stdout.write(
            f"{saved.path}: {saved.rows} rows, {saved.files} uploaded files, {size} bytes; {len(gone)} old ones removed"
        )
