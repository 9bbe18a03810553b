"""Come off the list of a tournament before playing in it."""

from typing import Any

from django.db import transaction

from tournaments.event_enums import EntryState
from tournaments.models import EventEntry
from tournaments.services.events.entering import entry_now, move_entry, refuse_unless, require_own_or
from tournaments.services.events.errors import EventBegunError
from tournaments.services.events.locking import lock_living_event
from tournaments.services.events.waiting_list import promote_waiting

NOT_YET_PLAYING = (EntryState.REQUESTED, EntryState.INVITED, EntryState.WAITING)


@transaction.atomic
def withdraw_entry(*, actor: Any, entry: EventEntry) -> EventEntry:
    """Players withdraw, refuse an invitation; organisers take anybody off or refuse who asked. The place goes to who
    has waited longest. Twice is once. Raises EventBegunError (then `drop_entry`), WrongEntryStateError,
    EventFinishedError.
    """
    event = lock_living_event(entry.event)
    entry = entry_now(event, entry)
    require_own_or(actor, "events.run_event", entry)
    if entry.state == EntryState.WITHDRAWN:
        return entry
    if event.has_begun and entry.places.exists():
        raise EventBegunError
    refuse_unless(entry, *NOT_YET_PLAYING, EntryState.REGISTERED, EntryState.CHECKED_IN)
    entry = move_entry(entry, EntryState.WITHDRAWN, actor=actor)
    promote_waiting(event)
    return entry
