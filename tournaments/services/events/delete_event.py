"""Take a tournament away."""

from typing import Any

from django.db import transaction

from caledonia_site.common.permissions import require
from tournaments.models import Event
from tournaments.services.events.locking import lock_event


@transaction.atomic
def delete_event(*, actor: Any, event: Event) -> None:
    """The games stay: they belong to the club."""
    event = lock_event(event)
    require(actor, "events.delete_event", event)
    event.delete()
