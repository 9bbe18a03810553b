"""Import a file of games from the command line: first what it holds, with --run the games themselves."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from caledonia_site.common.errors import UserError
from caledonia_site.common.jobs.runner import work_off
from games.clubs.models import Club
from games.exchange.enums import TOPIC, FileForm, ImportState, UnknownNames
from games.exchange.models import ImportBatch
from games.exchange.selectors.imports import counts_of
from games.exchange.services.imports import run_import, start_import
from games.exchange.wording import describe_finding
from games.players.models import User


class Command(BaseCommand):
    help = "Say what a file of games holds; with --run, import it. Nothing comes in twice."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--account", required=True, help="e-mail address of the person who imports")
        parser.add_argument(
            "--club", help="the club's name in its address; without, the games are in no club"
        )
        parser.add_argument("--format", choices=FileForm.values, help="by default it is found out")
        parser.add_argument("--run", action="store_true", help="import the new games")
        parser.add_argument("--doubtful", action="store_true", help="with --run: the doubtful ones as well")
        parser.add_argument(
            "--names", choices=UnknownNames.values, default=UnknownNames.GUESTS,
            help="with --run: unknown people become guests of the club, or stay names",
        )  # fmt: skip

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            batch = self._read(options)
            self._write_counts(batch)
            if options["run"] and batch.state == ImportState.READY:
                batch = run_import(
                    actor=batch.account,
                    batch=batch,
                    takes_doubtful=options["doubtful"],
                    unknown_names=UnknownNames(options["names"]),
                )
                batch = self._work(batch)
                counts = counts_of(batch)
                self.stdout.write(f"imported: {counts.imported}, refused: {counts.failed}")
        except UserError as error:
            raise CommandError(str(error)) from error
        if batch.state == ImportState.REFUSED:
            raise CommandError(describe_finding(batch.reason))

    def _read(self, options: dict[str, Any]) -> ImportBatch:
        account = User.objects.filter(email__iexact=options["account"]).first()
        if account is None:
            raise CommandError(f"there is no account of {options['account']}")
        club = Club.objects.filter(slug=options["club"]).first() if options["club"] else None
        if options["club"] and club is None:
            raise CommandError(f"there is no club {options['club']}")
        try:
            content = options["file"].read_bytes()
        except OSError as error:
            raise CommandError(f"{options['file']} cannot be read: {error.strerror}") from error
        batch = start_import(
            actor=account,
            club=club,
            filename=options["file"].name,
            content=content,
            form=FileForm(options["format"]) if options["format"] else None,
        )
        return self._work(batch)

    def _work(self, batch: ImportBatch) -> ImportBatch:
        """In this process; a worker may take part."""
        batch.refresh_from_db()
        while batch.is_busy:
            work_off(topic=TOPIC, key=batch.public_id)
            batch.refresh_from_db()
        return batch

    def _write_counts(self, batch: ImportBatch) -> None:
        counts = counts_of(batch)
        self.stdout.write(
            f"new: {counts.new}, already there: {counts.known}, doubtful: {counts.doubtful}, "
            f"unreadable: {counts.unreadable}, left out: {counts.skipped}"
        )
        for row in batch.rows.filter(reason__isnull=False).order_by("number")[:50]:
            self.stdout.write(f"  {row.where}: {describe_finding(row.reason)}")
