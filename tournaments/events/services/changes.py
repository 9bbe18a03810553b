"""What every change of an event has in common: it is locked first, and whoever computes from its results is told."""

from caledonia_site.common.jobs.marks import mark_dirty
from tournaments.events.models import Event
from tournaments.events.services.errors import EventChangedError, EventFinishedError, EventGoneError
from tournaments.shared.locks import LockErrors, lock_competition
from tournaments.shared.topics import EVENT_STANDINGS

ERRORS = LockErrors(gone=EventGoneError, over=EventFinishedError, changed=EventChangedError)


def lock_event(event: Event, *, open_only: bool = True, version: int | None = None) -> Event:
    """Raises EventGoneError, EventFinishedError unless a finished one will do, and EventChangedError where it is no
    longer the `version` that the caller has seen.
    """
    return lock_competition(event, errors=ERRORS, open_only=open_only, version=version)


def mark_event(event: Event) -> None:
    """In the caller's transaction: the standings follow."""
    mark_dirty(topic=EVENT_STANDINGS, key=event.public_id)
