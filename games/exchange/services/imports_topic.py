"""The job behind an import: read the file, then record its games some hundred at a time."""

from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from datetime import date

from django.db import connection
from django.db.models import QuerySet
from django.utils import timezone

from caledonia_site.common.jobs.marking import mark_dirty, marks_for_the_sweep
from caledonia_site.common.jobs.topics import Queue, Topic
from caledonia_site.common.permissions import may
from games.exchange.enums import ImportState, RowKind, RowState
from games.exchange.models import ImportBatch, ImportName, ImportRow
from games.exchange.services.read_file import StoppedError, WhatWasRead, forget_rows, read_file
from games.exchange.services.record_rows import record_rows
from games.exchange.services.stopping import stop
from games.exchange.storing import told
from games.exchange.topic import TOPIC

# So many games in one transaction, which takes about half a second: others who save games hardly wait, and more in
# one would hardly be faster.
STEP = 500


class RowsMissingError(Exception):
    """Another worker read the same file at the same time; it is read again."""


@dataclass(frozen=True, slots=True)
class Step:
    """What was read (of a file being read), or which rows come next (of an import that runs)."""

    state: ImportState | None
    read: WhatWasRead = field(default_factory=WhatWasRead)
    rows: list[ImportRow] = field(default_factory=list)


class ImportsTopic(Topic[Step]):
    """Every step is one short transaction that remembers how far it came: a worker may be killed at any moment,
    the next one goes on after the last game recorded, and none is recorded twice.

    Reading is the exception to the rule that computing writes nothing: the rows of a large file do not fit into one
    short transaction. They are nobody's until the import is ready.
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
            try:
                return Step(ImportState.READING, read=read_file(batch))
            except StoppedError:
                forget_rows(batch)
        if batch.state == ImportState.RUNNING:
            return Step(ImportState.RUNNING, rows=list(rows_to_import(batch)[: STEP + 1]))
        return Step(None)

    def publish(self, *, key: str, result: Step) -> None:
        if result.state is None:
            return
        batch = (
            ImportBatch.objects.select_for_update(of=("self",))
            .select_related("account", "club")
            .get(public_id=key)
        )
        if batch.state == result.state and not may(batch.account, "exchange.work_on_import", batch):
            # Whoever began it keeps the club's scores no more.
            stop(batch)
        if batch.state != result.state:
            # Stopped meanwhile.
            if result.state == ImportState.READING:
                forget_rows(batch)
        elif result.state == ImportState.READING:
            _keep_what_was_read(batch, result.read)
        else:
            _go_on(batch, result.rows)


def rows_to_import(batch: ImportBatch) -> QuerySet[ImportRow]:
    kinds = [RowKind.NEW, RowKind.DOUBTFUL] if batch.takes_doubtful else [RowKind.NEW]
    return batch.rows.filter(number__gt=batch.position, state=RowState.WAITING, kind__in=kinds).order_by(
        "number"
    )


def _keep_what_was_read(batch: ImportBatch, read: WhatWasRead) -> None:
    if read.refused:
        forget_rows(batch)
        batch.state, batch.reason = ImportState.REFUSED, told(read.refused)
        batch.finished_at = timezone.now()
    elif batch.rows.count() != read.rows:
        raise RowsMissingError
    else:
        ImportName.objects.bulk_create(read.names)
        batch.state = ImportState.READY
    batch.packed = b""
    batch.save(update_fields=["state", "reason", "finished_at", "packed"])


def _go_on(batch: ImportBatch, rows: Sequence[ImportRow]) -> None:
    """Ratings and statistics are computed once at the end, and now and then on the way, not after each step."""
    is_last = len(rows) <= STEP
    with nullcontext() if is_last else marks_for_the_sweep():
        done = record_rows(batch=batch, rows=rows[:STEP])
    imported = [row for row in done if row.state == RowState.IMPORTED]
    failed = [row for row in done if row.state == RowState.FAILED]
    _note_games(imported)
    ImportRow.objects.bulk_update(failed, ["state", "reason"])
    batch.imported += len(imported)
    batch.failed += len(failed)
    if done:
        batch.position = done[-1].number
    if len(done) < len(rows):
        mark_dirty(topic=TOPIC, key=batch.public_id)
    else:
        batch.state, batch.finished_at = ImportState.DONE, timezone.now()
    batch.save(update_fields=["imported", "failed", "position", "state", "finished_at"])


def _note_games(rows: Sequence[ImportRow]) -> None:
    """By hand: putting together the one large statement of `bulk_update` takes longer than recording the games."""
    with connection.cursor() as cursor:
        cursor.executemany(
            "UPDATE exchange_importrow SET state = %s, game_id = %s WHERE id = %s",
            [(row.state, row.game_id, row.pk) for row in rows],
        )
