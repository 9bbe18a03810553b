"""Holding an import, and stopping it: for whoever began it, and for the job when they may no longer go on."""

from django.utils import timezone

from caledonia_site.common.permissions import require
from games.exchange.enums import ImportState
from games.exchange.models import ImportBatch
from games.players.actors import Actor


def lock_import(actor: Actor, pk: int) -> ImportBatch:
    """The import as it is now, ours until the transaction ends. Raises NotAllowedError."""
    batch = ImportBatch.objects.select_for_update(of=("self",)).select_related("account", "club").get(pk=pk)
    require(actor, "exchange.work_on_import", batch)
    return batch


def stop(batch: ImportBatch) -> ImportBatch:
    """Of one that is locked. Games recorded so far stay."""
    read = batch.state != ImportState.READING
    batch.state = ImportState.CANCELLED if read else ImportState.REFUSED
    if not read:
        batch.packed, batch.reason = b"", {"code": "stopped", "params": {}}
    batch.finished_at = timezone.now()
    batch.save(update_fields=["state", "packed", "reason", "finished_at"])
    return batch
