"""Forget the rows of files that were imported long ago."""

from datetime import timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from games.exchange.enums import ImportState
from games.exchange.models import ImportBatch, ImportName, ImportRow

KEPT = timedelta(days=90)
# Short transactions: others who save something hardly wait.
ROWS_AT_A_TIME = 5_000


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
