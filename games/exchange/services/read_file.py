"""Read a file a part at a time into rows, so that any number of games needs the same memory."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from django.db import transaction

from games.exchange.enums import FileForm, ImportState, RowKind
from games.exchange.formats.records import Finding, Record, UnreadableFileError
from games.exchange.models import ImportBatch, ImportName, ImportRow
from games.exchange.reading import read
from games.exchange.services.classify_games import Classified, Classifier
from games.exchange.services.match_names import NamesOfFile
from games.exchange.storing import stored, told

# So many rows in one transaction: others who save something hardly wait.
ROWS_AT_A_TIME = 1_000
NOTHING = dict.fromkeys([*RowKind.values, "flagged", "total"], 0)


@dataclass(frozen=True, slots=True)
class WhatWasRead:
    """`refused` says why the file is no use. `rows` is how many there must be."""

    rows: int = 0
    names: list[ImportName] = field(default_factory=list)
    refused: Finding | None = None


class StoppedError(Exception):
    """Somebody stopped the import while it was read."""


def read_file(batch: ImportBatch) -> WhatWasRead:
    """Rows are kept while it goes on; they mean nothing before the import is ready, and a worker that begins again
    begins with none. Raises StoppedError.
    """
    forget_rows(batch)
    classifier = Classifier(batch.account, batch.club)
    names = NamesOfFile()
    counts = Counter(NOTHING)
    try:
        for records in _parts(read(FileForm(batch.form), batch.content)):
            found = list(classifier.classified(records))
            for one in found:
                if one.record and one.kind != RowKind.UNREADABLE:
                    names.note(one.record)
            _keep(batch, found, counts)
    except UnreadableFileError as error:
        return WhatWasRead(refused=error.finding)
    return WhatWasRead(counts["total"], names.matched(batch))


def forget_rows(batch: ImportBatch) -> None:
    ImportRow.objects.filter(batch=batch).delete()
    ImportName.objects.filter(batch=batch).delete()
    ImportBatch.objects.filter(pk=batch.pk).update(**NOTHING)


def _parts(records: Iterator[Record]) -> Iterator[list[Record]]:
    while part := list(islice(records, ROWS_AT_A_TIME)):
        yield part


@transaction.atomic
def _keep(batch: ImportBatch, found: Sequence[Classified], counts: Counter[str]) -> None:
    state = ImportBatch.objects.select_for_update().values_list("state", flat=True).get(pk=batch.pk)
    if state != ImportState.READING:
        raise StoppedError
    ImportRow.objects.bulk_create(
        _row(batch, number, one) for number, one in enumerate(found, start=counts["total"] + 1)
    )
    for one in found:
        counts[one.kind.value] += 1
        counts["flagged"] += bool(one.findings)
    counts["total"] += len(found)
    ImportBatch.objects.filter(pk=batch.pk).update(**counts)


def _row(batch: ImportBatch, number: int, one: Classified) -> ImportRow:
    return ImportRow(
        batch=batch,
        number=number,
        where=one.where[:20],
        kind=one.kind,
        record=stored(one.record) if one.record else None,
        reason=told(one.reason) if one.reason else None,
        findings=[told(finding) for finding in one.findings],
        is_flagged=bool(one.findings),
    )
