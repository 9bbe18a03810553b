"""Leave a running tournament, come back, or sit out a round."""

from typing import Any

from django.db import transaction

from caledonia_site.common.permissions import require
from tournaments.event_enums import EntryState, EventHistoryKind
from tournaments.models import EventEntry
from tournaments.services.events.entering import entry_now, move_entry, refuse_unless, require_own_or
from tournaments.services.events.locking import lock_living_event
from tournaments.services.events.marking import mark_event
from tournaments.services.events.noting import note_event


@transaction.atomic
def drop_entry(*, actor: Any, entry: EventEntry, disqualify: bool = False) -> EventEntry:
    """They are drawn no more; what they played stays, and so does the place it is worth. Only organisers disqualify:
    then there is no place. A table they sit at now waits for a decision. Dropping twice is dropping once.

    Raises WrongEntryStateError, EventFinishedError.
    """
    event = lock_living_event(entry.event)
    entry = entry_now(event, entry)
    wanted = EntryState.DISQUALIFIED if disqualify else EntryState.DROPPED
    if disqualify:
        require(actor, "events.run_event", event)
    else:
        require_own_or(actor, "events.run_event", entry)
    if entry.state == wanted:
        return entry
    refuse_unless(entry, EntryState.REGISTERED, EntryState.CHECKED_IN, EntryState.DROPPED)
    entry = move_entry(entry, wanted, actor=actor, left_after=event.rounds.count(), sits_out=False)
    mark_event(event)
    return entry


@transaction.atomic
def return_entry(*, actor: Any, entry: EventEntry) -> EventEntry:
    """They are drawn again, from the next round on; in a knockout only while they are still in it. Organisers alone
    let people back. Raises WrongEntryStateError, EventFinishedError.
    """
    event = lock_living_event(entry.event)
    require(actor, "events.run_event", event)
    entry = entry_now(event, entry)
    if entry.state == EntryState.CHECKED_IN:
        return entry
    refuse_unless(entry, EntryState.DROPPED, EntryState.DISQUALIFIED)
    entry = move_entry(entry, EntryState.CHECKED_IN, actor=actor, left_after=None)
    mark_event(event)
    return entry


@transaction.atomic
def sit_out(*, actor: Any, entry: EventEntry, sits_out: bool = True) -> EventEntry:
    """Not drawn in the next round, in the one after it again. Raises WrongEntryStateError, EventFinishedError."""
    event = lock_living_event(entry.event)
    entry = entry_now(event, entry)
    require_own_or(actor, "events.run_event", entry)
    refuse_unless(entry, EntryState.REGISTERED, EntryState.CHECKED_IN)
    if entry.sits_out != sits_out:
        entry.sits_out = sits_out
        entry.save(update_fields=["sits_out"])
        note_event(event, EventHistoryKind.ENTRY, actor=actor, entry=entry, detail={"sits_out": sits_out})
    return entry
