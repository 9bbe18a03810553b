"""Begin, stop and resume the recording of a file's games."""

from django.db import transaction

from caledonia_site.common.jobs.marking import mark_dirty
from games.exchange.enums import ImportState, UnknownNames
from games.exchange.models import ImportBatch
from games.exchange.services.errors import NotReadyError, NotRunningError
from games.exchange.services.stopping import lock_import, stop
from games.exchange.topic import TOPIC
from games.players.actors import Actor


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
