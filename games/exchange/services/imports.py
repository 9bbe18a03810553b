"""An import from the file to the recorded games: take the file, begin, stop and resume, and forget its rows in the end.

The job behind it reads the file, then records its games some hundred at a time.
"""

from collections.abc import Iterable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from datetime import date, timedelta

from django.db import connection, transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from caledonia_site.common.jobs.marks import mark_dirty, marks_for_the_sweep
from caledonia_site.common.jobs.topics import Queue, Topic
from caledonia_site.common.permissions import may, require
from games.clubs.models import Club
from games.exchange.enums import TOPIC, FileForm, ImportState, RowKind, RowState, UnknownNames
from games.exchange.formats.bounds import LARGEST_FILE
from games.exchange.models import ImportBatch, ImportName, ImportRow
from games.exchange.records import detect_form, finding_to_json
from games.exchange.services.errors import (
    FileTooLargeError,
    NotReadyError,
    NotRunningError,
    TooManyImportsError,
)
from games.exchange.services.locks import lock_import, stop
from games.exchange.services.rows import StoppedError, WhatWasRead, forget_rows, read_file, record_rows
from games.players.actors import Actor
from games.players.models import User

# So many games in one transaction, which takes about half a second: others who save games hardly wait, and more in
# one would hardly be faster.
STEP = 500
KEPT = timedelta(days=90)
# Short transactions: others who save something hardly wait.
ROWS_AT_A_TIME = 5_000


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
        batch.state, batch.reason = ImportState.REFUSED, finding_to_json(read.refused)
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


@transaction.atomic
def run_import(
    *, actor: Actor, batch: ImportBatch, takes_doubtful: bool, unknown_names: UnknownNames
) -> ImportBatch:
    """Also goes on with one that was stopped: what is recorded stays and is not recorded again."""
    batch = lock_import(actor, batch.pk)
    if not batch.may_run:
        raise NotReadyError
    batch.state, batch.finished_at = ImportState.RUNNING, None
    # Doubtful games left out at first stand between those imported since.
    batch.position = 0
    batch.takes_doubtful = takes_doubtful
    batch.unknown_names = unknown_names if batch.club else UnknownNames.NAMES
    batch.save(update_fields=["state", "finished_at", "takes_doubtful", "unknown_names", "position"])
    mark_dirty(topic=TOPIC, key=batch.public_id)
    return batch


@transaction.atomic
def cancel_import(*, actor: Actor, batch: ImportBatch) -> ImportBatch:
    """Games recorded so far stay."""
    batch = lock_import(actor, batch.pk)
    if batch.state not in {ImportState.READING, ImportState.READY, ImportState.RUNNING}:
        raise NotRunningError
    return stop(batch)


@transaction.atomic
def start_import(
    *, actor: User, club: Club | None, filename: str, content: bytes, form: FileForm | None = None
) -> ImportBatch:
    """Nothing is imported yet: first come the preview and a person's yes."""
    if club is not None:
        require(actor, "games.record_for_others", club)
    if len(content) > LARGEST_FILE:
        raise FileTooLargeError(megabytes=LARGEST_FILE // 1_000_000)
    User.objects.select_for_update().get(pk=actor.pk)
    if actor.imports.filter(state__in=[ImportState.READING, ImportState.RUNNING]).exists():
        raise TooManyImportsError
    batch = ImportBatch(
        account=actor,
        club=club,
        form=form or detect_form(filename, content),
        filename=filename[:120],
        unknown_names=UnknownNames.GUESTS if club else UnknownNames.NAMES,
    )
    batch.content = content
    batch.save()
    mark_dirty(topic=TOPIC, key=batch.public_id)
    return batch


def tidy_imports() -> int:
    """What a file held is nobody's business for ever, and a large one fills the database. The numbers of the import
    stay, and which game came from which source stays too, so that no file ever comes in twice. An import that was
    read and never run is given up. How many were tidied.
    """
    ended = Q(finished_at__lt=timezone.now() - KEPT)
    forgotten = Q(state=ImportState.READY, created_at__lt=timezone.now() - KEPT)
    # Also what a killed worker left of one.
    has_rows = Exists(ImportRow.objects.filter(batch=OuterRef("pk")))
    has_names = Exists(ImportName.objects.filter(batch=OuterRef("pk")))
    batches = ImportBatch.objects.defer("packed").filter(ended | forgotten)
    batches = batches.filter(Q(tidied_at=None) | has_rows | has_names)
    tidied = 0
    for batch in batches.exclude(state__in=[ImportState.READING, ImportState.RUNNING]).order_by("pk"):
        tidied += _tidy(batch)
    return tidied


def _tidy(batch: ImportBatch) -> bool:
    with transaction.atomic():
        batch = ImportBatch.objects.select_for_update().defer("packed").get(pk=batch.pk)
        if batch.is_busy:
            # Somebody has just gone on with it.
            return False
        if batch.state == ImportState.READY:
            batch.state, batch.finished_at = ImportState.CANCELLED, timezone.now()
        batch.tidied_at = timezone.now()
        batch.save(update_fields=["state", "finished_at", "tidied_at"])
    # From here on nobody can run it.
    for rows in (ImportRow.objects.filter(batch=batch), ImportName.objects.filter(batch=batch)):
        while keys := list(rows.order_by("pk").values_list("pk", flat=True)[:ROWS_AT_A_TIME]):
            rows.filter(pk__lte=keys[-1]).delete()
    return True
