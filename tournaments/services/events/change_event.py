"""Change what a tournament says about itself."""

from typing import Any

from django.db import transaction

from caledonia_site.common.permissions import require
from tournaments.event_enums import TAKING_A_PLACE, EventHistoryKind
from tournaments.models import Event
from tournaments.services.events.errors import CapTooLowError
from tournaments.services.events.event_details import EventDetails, check_details
from tournaments.services.events.locking import lock_living_event
from tournaments.services.events.noting import note_event
from tournaments.services.events.waiting_list import promote_waiting
from tournaments.services.naming import names_shown_since


@transaction.atomic
def change_event(*, actor: Any, event: Event, version: int, details: EventDetails) -> Event:
    """`version` is that of the event as the organiser saw it. More places go to the waiting list at once.

    Raises EventChangedError, EventFinishedError, CapTooLowError and what `check_details` raises.
    """
    event = lock_living_event(event, version=version)
    require(actor, "events.run_event", event)
    check_details(details)
    taken = event.entries.filter(state__in=TAKING_A_PLACE).count()
    if details.cap is not None and details.cap < taken:
        raise CapTooLowError(count=taken)
    columns = details.as_columns()
    changes = {name: [_plain(getattr(event, name)), _plain(new)] for name, new in columns.items()}
    changes["shows_names"] = [event.shows_names, details.shows_names]
    changes = {name: pair for name, pair in changes.items() if pair[0] != pair[1]}
    if not changes:
        return event
    for name, value in columns.items():
        setattr(event, name, value)
    event.names_shown_since = names_shown_since(event.names_shown_since, shows_names=details.shows_names)
    event.version += 1
    event.save(update_fields=[*columns, "names_shown_since", "version"])
    note_event(event, EventHistoryKind.CHANGED, actor=actor, detail={"changes": changes})
    promote_waiting(event)
    return event


def _plain(value: Any) -> Any:
    """For the history: dates and choices as text."""
    return value if value is None or isinstance(value, bool | int | dict) else str(value)
