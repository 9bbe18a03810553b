"""Imports as their pages show them."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Q, QuerySet

from games.exchange.enums import RowKind, RowState
from games.exchange.models import ImportBatch


@dataclass(frozen=True, slots=True)
class ImportCounts:
    """Of the rows of a file, by kind; and of those to be imported, how far they are."""

    total: int
    new: int
    known: int
    doubtful: int
    unreadable: int
    skipped: int
    imported: int
    failed: int
    flagged: int

    def to_import(self, *, takes_doubtful: bool) -> int:
        return self.new + (self.doubtful if takes_doubtful else 0)


def counts_of(batch: ImportBatch) -> ImportCounts:
    kinds = {kind.value: Count("pk", filter=Q(kind=kind)) for kind in RowKind}
    found: dict[str, Any] = batch.rows.aggregate(
        total=Count("pk"),
        imported=Count("pk", filter=Q(state=RowState.IMPORTED)),
        failed=Count("pk", filter=Q(state=RowState.FAILED)),
        flagged=Count("pk", filter=~Q(findings=[])),
        **kinds,
    )
    return ImportCounts(**found)


def imports_of(account: Any) -> QuerySet[ImportBatch]:
    return ImportBatch.objects.filter(account=account).select_related("club").defer("packed").order_by("-pk")
