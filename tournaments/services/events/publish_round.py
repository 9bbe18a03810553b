"""Show a round to everybody."""

from typing import Any

from django.db import transaction
from django.utils import timezone

from caledonia_site.common.permissions import require
from tournaments.event_enums import EventHistoryKind, RoundState
from tournaments.models import Event, EventRound
from tournaments.services.events.errors import RoundNotReadyError
from tournaments.services.events.locking import lock_living_event
from tournaments.services.events.noting import note_event
from tournaments.services.events.round_changes import last_round
from tournaments.services.events.send_mail import tell_of_tables


@transaction.atomic
def publish_round(*, actor: Any, event: Event, number: int, version: int) -> EventRound:
    """From now on players see their tables, and these take results; who asked for it gets an e-mail. Who sat this round
    out is in the next one again. Publishing twice is publishing once.

    Raises RoundNotReadyError, RoundChangedError, NotLastRoundError.
    """
    event = lock_living_event(event)
    require(actor, "events.run_event", event)
    found = last_round(event, number, version=version)
    if not found.has_tables:
        raise RoundNotReadyError
    if not found.is_posted:
        found.state, found.posted_at = RoundState.POSTED, timezone.now()
        found.save(update_fields=["state", "posted_at"])
        event.entries.filter(sits_out=True).update(sits_out=False)
        note_event(event, EventHistoryKind.POSTED, actor=actor, detail={"round": number})
        tell_of_tables(found)
    return found
