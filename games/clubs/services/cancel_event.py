"""Call an event off."""

from typing import Any

from django.db import transaction
from django.utils import timezone

from caledonia_site.common.permissions import require
from games.clubs.models import ClubEvent
from games.clubs.services.event_locking import EventCancelledError, EventOverError, lock_event
from games.clubs.services.send_event_mail import tell_those_coming


@transaction.atomic
def cancel_event(*, actor: Any, event: ClubEvent, with_later: bool = False) -> ClubEvent:
    """It stays on the club's page, marked, and whoever meant to come gets an e-mail. Answers are kept for an undo."""
    event = lock_event(event)
    require(actor, "clubs.plan_event", event.club)
    if event.is_cancelled:
        raise EventCancelledError
    if event.is_over:
        raise EventOverError
    now = timezone.now()
    event.cancelled_at = now
    event.save(update_fields=["cancelled_at", "changed_at"])
    later = list(ClubEvent.objects.later_in_series(event).filter(cancelled_at=None)) if with_later else []
    if later:
        ClubEvent.objects.filter(pk__in=[one.pk for one in later]).update(cancelled_at=now, changed_at=now)
    tell_those_coming([event, *later], actor=actor)
    return event
