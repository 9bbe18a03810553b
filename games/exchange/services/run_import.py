"""Begin, stop and resume the recording of a file's games."""

from django.db import transaction
from django.utils import timezone

from caledonia_site.common.jobs.marking import mark_dirty
from caledonia_site.common.permissions import require
from games.exchange.enums import ImportState, UnknownNames
from games.exchange.models import ImportBatch
from games.exchange.services.errors import NotReadyError, NotRunningError
from games.exchange.topic import TOPIC


@transaction.atomic
def run_import(*, batch: ImportBatch, takes_doubtful: bool, unknown_names: UnknownNames) -> ImportBatch:
    """Also goes on with one that was stopped: what is recorded stays and is not recorded again."""
    batch = _locked(batch)
    if not batch.may_run:
        raise NotReadyError
    if batch.club is not None:
        require(batch.account, "games.record_for_others", batch.club)
    batch.state, batch.finished_at = ImportState.RUNNING, None
    # Doubtful games left out at first stand between those imported since.
    batch.position = 0
    batch.takes_doubtful = takes_doubtful
    batch.unknown_names = unknown_names if batch.club else UnknownNames.NAMES
    batch.save(update_fields=["state", "finished_at", "takes_doubtful", "unknown_names", "position"])
    mark_dirty(topic=TOPIC, key=batch.public_id)
    return batch


@transaction.atomic
def cancel_import(*, batch: ImportBatch) -> ImportBatch:
    """Games recorded so far stay."""
    batch = _locked(batch)
    if batch.state not in {ImportState.READING, ImportState.READY, ImportState.RUNNING}:
        raise NotRunningError
    read = batch.state != ImportState.READING
    batch.state = ImportState.CANCELLED if read else ImportState.REFUSED
    if not read:
        batch.packed, batch.reason = b"", {"code": "stopped", "params": {}}
    batch.finished_at = timezone.now()
    batch.save(update_fields=["state", "packed", "reason", "finished_at"])
    return batch


def _locked(batch: ImportBatch) -> ImportBatch:
    return (
        ImportBatch.objects.select_for_update(of=("self",)).select_related("account", "club").get(pk=batch.pk)
    )
