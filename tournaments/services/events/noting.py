"""Lines of an event's history."""

from typing import Any

from tournaments.event_enums import EventHistoryKind
from tournaments.models import Event, EventHistory


def note_event(event: Event, kind: EventHistoryKind, *, actor: Any = None, **about: Any) -> EventHistory:
    """`about`: entry, game, detail. Without an actor it was the site itself."""
    account = actor if actor is not None and actor.is_authenticated else None
    return EventHistory.objects.create(event=event, kind=kind, account=account, **about)
