"""The secret link of the big screen."""

import secrets
from typing import Any

from django.db import transaction

from caledonia_site.common.permissions import require
from tournaments.models import Event
from tournaments.services.events.locking import lock_living_event


@transaction.atomic
def renew_screen_link(*, actor: Any, event: Event) -> Event:
    """The first one, or a new one in the place of the old, which ends. Raises EventFinishedError."""
    event = lock_living_event(event)
    require(actor, "events.run_event", event)
    event.screen_key = secrets.token_urlsafe(16)
    event.save(update_fields=["screen_key"])
    return event
