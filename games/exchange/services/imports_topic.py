"""The job behind an import: read the file, then record its games a few at a time."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from caledonia_site.common.errors import UserError
from caledonia_site.common.jobs.marking import mark_dirty
from caledonia_site.common.jobs.topics import Queue, Topic
from games.exchange.enums import FileForm, ImportState, RowKind, RowState
from games.exchange.formats.records import Finding, UnreadableFileError
from games.exchange.models import ImportBatch, ImportName, ImportRow
from games.exchange.reading import read
from games.exchange.services.classify_games import classified
from games.exchange.services.match_names import names_in
from games.exchange.services.record_row import Meanings, record_row
from games.exchange.storing import stored, told
from games.exchange.topic import TOPIC

# So many games in one transaction: short enough that others who save games hardly wait.
STEP = 40


@dataclass(frozen=True, slots=True)
class Step:
    """What was read (of a file being read), or which rows come next (of an import that runs)."""

    state: ImportState | None
    rows: list[ImportRow] = field(default_factory=list)
    names: list[ImportName] = field(default_factory=list)
    refused: Finding | None = None


class ImportsTopic(Topic[Step]):
    """Every step is one short transaction that remembers how far it came: a worker may be killed at any moment,
    the next one goes on after the last game recorded, and none is recorded twice.
    """

    name = TOPIC
    queue = Queue.BULK

    def all_keys(self) -> Iterable[str]:
        """Imports are no derived data: there is nothing to rebuild."""
        return []

    def compute(self, *, key: str, since: date | None) -> Step:
        batch = ImportBatch.objects.select_related("account", "club").filter(public_id=key).first()
        if batch is None:
            return Step(None)
        if batch.state == ImportState.READING:
            return _read(batch)
        if batch.state == ImportState.RUNNING:
            return Step(ImportState.RUNNING, list(rows_to_import(batch)[:STEP]))
        return Step(None)

    def publish(self, *, key: str, result: Step) -> None:
        if result.state is None:
            return
        batch = (
            ImportBatch.objects.select_for_update(of=("self",))
            .select_related("account", "club")
            .get(public_id=key)
        )
        if batch.state != result.state:
            # Stopped meanwhile.
            return
        if result.state == ImportState.READING:
            _keep_what_was_read(batch, result)
        else:
            _record(batch, result.rows)


def rows_to_import(batch: ImportBatch) -> QuerySet[ImportRow]:
    kinds = [RowKind.NEW, RowKind.DOUBTFUL] if batch.takes_doubtful else [RowKind.NEW]
    return batch.rows.filter(state=RowState.WAITING, kind__in=kinds).order_by("number")


def _read(batch: ImportBatch) -> Step:
    try:
        found = list(
            classified(read(FileForm(batch.form), batch.content), account=batch.account, club=batch.club)
        )
    except UnreadableFileError as error:
        return Step(ImportState.READING, refused=error.finding)
    rows = [
        ImportRow(
            batch=batch,
            number=number,
            where=one.where[:20],
            kind=one.kind,
            record=stored(one.record) if one.record else None,
            reason=told(one.reason) if one.reason else None,
            findings=[told(finding) for finding in one.findings],
        )
        for number, one in enumerate(found, start=1)
    ]
    names = names_in(batch, (one.record for one in found if one.record and one.kind != RowKind.UNREADABLE))
    return Step(ImportState.READING, rows, names)


def _keep_what_was_read(batch: ImportBatch, step: Step) -> None:
    if step.refused:
        batch.state, batch.reason = ImportState.REFUSED, told(step.refused)
        batch.finished_at = timezone.now()
    else:
        ImportRow.objects.bulk_create(step.rows, batch_size=500)
        ImportName.objects.bulk_create(step.names, batch_size=500)
        batch.state = ImportState.READY
    batch.packed = b""
    batch.save()


def _record(batch: ImportBatch, rows: list[ImportRow]) -> None:
    meanings = Meanings.of(batch, rows)
    for row in rows:
        try:
            with transaction.atomic():
                row.game = record_row(batch=batch, row=row, meanings=meanings)
            row.state = RowState.IMPORTED
        except UserError as error:
            row.state = RowState.FAILED
            row.reason = {"code": error.code, "params": {}}
        row.save(update_fields=["state", "reason", "game"])
    if rows_to_import(batch).exists():
        mark_dirty(topic=TOPIC, key=batch.public_id)
    else:
        batch.state, batch.finished_at = ImportState.DONE, timezone.now()
        batch.save(update_fields=["state", "finished_at"])
