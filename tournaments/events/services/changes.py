"""One change of an event at a time.

Saying that an event's results are others than before.

Lines of an event's history.
"""

from typing import Any

from caledonia_site.common.jobs.marks import mark_dirty
from tournaments.events.enums import EventHistoryKind
from tournaments.events.models import Event, EventHistory
from tournaments.events.services.errors import EventChangedError, EventFinishedError, EventGoneError
from tournaments.shared.topics import EVENT_STANDINGS


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


def mark_event(event: Event) -> None:
    """In the caller's transaction: the standings follow."""
    mark_dirty(topic=EVENT_STANDINGS, key=event.public_id)


def note_event(event: Event, kind: EventHistoryKind, *, actor: Any = None, **about: Any) -> EventHistory:
    """`about`: entry, game, detail. Without an actor it was the site itself."""
    account = actor if actor is not None and actor.is_authenticated else None
    return EventHistory.objects.create(event=event, kind=kind, account=account, **about)
