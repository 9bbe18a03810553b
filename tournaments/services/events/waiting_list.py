"""Places of a tournament, and who waits for one."""

from tournaments.event_enums import TAKING_A_PLACE, EntryState, EventHistoryKind
from tournaments.models import Event, EventEntry
from tournaments.services.events.noting import note_event
from tournaments.services.events.send_mail import tell_of_places


def free_places(event: Event) -> int | None:
    """None without a limit."""
    if event.cap is None:
        return None
    return max(0, event.cap - event.entries.filter(state__in=TAKING_A_PLACE).count())


def state_for_newcomer(event: Event) -> EntryState:
    """A place, or the end of the waiting list when there is none."""
    return EntryState.WAITING if free_places(event) == 0 else EntryState.REGISTERED


def promote_waiting(event: Event) -> list[EventEntry]:
    """Under the event's lock: free places go to those who have waited longest. Once rounds are drawn nobody is put
    into them unasked; organisers do it."""
    if event.has_begun:
        return []
    free = free_places(event)
    waiting = event.entries.filter(state=EntryState.WAITING).order_by("queued_at", "pk")
    promoted = list(waiting if free is None else waiting[:free])
    for entry in promoted:
        entry.state = EntryState.REGISTERED
        entry.save(update_fields=["state"])
        detail = {"old": str(EntryState.WAITING), "new": str(EntryState.REGISTERED)}
        note_event(event, EventHistoryKind.ENTRY, entry=entry, detail=detail)
    tell_of_places(promoted)
    return promoted
