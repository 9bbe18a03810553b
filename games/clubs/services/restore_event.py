"""It takes place after all."""

from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.errors import UserError
from caledonia_site.common.permissions import require
from games.clubs.models import ClubEvent
from games.clubs.services.event_locking import EventOverError, lock_event
from games.clubs.services.send_event_mail import tell_those_coming


class EventNotCancelledError(UserError):
    code = "event_not_cancelled"
    message = _("This event is not cancelled.")


@transaction.atomic
def restore_event(*, actor: Any, event: ClubEvent) -> ClubEvent:
    """Undo a cancellation, also of those that were cancelled in the same stroke. Who meant to come hears of it."""
    event = lock_event(event)
    require(actor, "clubs.plan_event", event.club)
    if event.cancelled_at is None:
        raise EventNotCancelledError
    if event.is_over:
        raise EventOverError
    together = list(ClubEvent.objects.later_in_series(event).filter(cancelled_at=event.cancelled_at))
    ClubEvent.objects.filter(pk__in=[one.pk for one in together]).update(
        cancelled_at=None, changed_at=timezone.now()
    )
    event.cancelled_at = None
    event.save(update_fields=["cancelled_at", "changed_at"])
    tell_those_coming([event, *together], actor=actor)
    return event
