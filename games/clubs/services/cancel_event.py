"""Call an event off."""

from typing import Any

from django.db import transaction
from django.utils import timezone

from caledonia_site.common.permissions import require
from games.clubs.models import ClubEvent
from games.clubs.services.event_locking import EventCancelledError, EventOverError, lock_event


@transaction.atomic
def cancel_event(*, actor: Any, event: ClubEvent, with_later: bool = False) -> ClubEvent:
    """It stays on the club's page, marked: whoever meant to come must find out. Answers are kept for an undo."""
    event = lock_event(event)
    require(actor, "clubs.plan_event", event.club)
    if event.is_cancelled:
        raise EventCancelledError
    if event.is_over:
        raise EventOverError
    now = timezone.now()
    event.cancelled_at = now
    event.save(update_fields=["cancelled_at", "changed_at"])
    if with_later:
        later = ClubEvent.objects.later_in_series(event).filter(cancelled_at=None)
        later.update(cancelled_at=now, changed_at=now)
    return event
