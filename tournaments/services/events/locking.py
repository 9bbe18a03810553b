"""One change of an event at a time."""

from tournaments.models import Event
from tournaments.services.events.errors import EventChangedError, EventFinishedError, EventGoneError


def lock_event(event: Event) -> Event:
    """The event as it is now, ours until the transaction ends; the club of the caller stays, with the role it knows."""
    locked = Event.objects.select_for_update(no_key=True).filter(pk=event.pk).first()
    if locked is None:
        raise EventGoneError
    locked.club = event.club
    return locked


def lock_living_event(event: Event, *, version: int | None = None) -> Event:
    """As `lock_event`, of an event that is not finished; `version` is the one that whoever changes it has seen."""
    locked = lock_event(event)
    if locked.is_finished:
        raise EventFinishedError
    if version is not None and locked.version != version:
        raise EventChangedError
    return locked
