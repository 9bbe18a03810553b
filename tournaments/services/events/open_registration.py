"""Open the list of a tournament, and close it."""

from typing import Any

from django.db import transaction

from caledonia_site.common.permissions import require
from tournaments.event_enums import EventHistoryKind, EventState
from tournaments.models import Event
from tournaments.services.events.errors import EventBegunError, NoStagesError
from tournaments.services.events.locking import lock_living_event
from tournaments.services.events.noting import note_event


def open_registration(*, actor: Any, event: Event) -> Event:
    """People put themselves on the list, as the event's admission says. Opening twice is opening once.

    Raises EventBegunError, NoStagesError, EventFinishedError.
    """
    return _turn(actor, event, EventState.REGISTRATION)


def close_registration(*, actor: Any, event: Event) -> Event:
    """From now on organisers put people on the list. Raises EventBegunError, EventFinishedError."""
    return _turn(actor, event, EventState.PLANNED)


@transaction.atomic
def _turn(actor: Any, event: Event, state: EventState) -> Event:
    event = lock_living_event(event)
    require(actor, "events.run_event", event)
    if event.has_begun:
        raise EventBegunError
    if not event.stages.exists():
        raise NoStagesError
    if event.state != state:
        detail = {"old": event.state, "new": str(state)}
        event.state = state
        event.save(update_fields=["state"])
        note_event(event, EventHistoryKind.REGISTRATION, actor=actor, detail=detail)
    return event
