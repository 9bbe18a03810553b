"""Two who always, or never, sit at one table."""

from typing import Any

from django.db import transaction

from caledonia_site.common.permissions import require
from tournaments.event_enums import EventHistoryKind, WishKind
from tournaments.models import Event, EventEntry, EventWish
from tournaments.services.events.errors import NotOnTheListError, SamePlayerError
from tournaments.services.events.locking import lock_living_event
from tournaments.services.events.noting import note_event


@transaction.atomic
def wish_pair(*, actor: Any, event: Event, one: EventEntry, other: EventEntry, kind: WishKind) -> EventWish:
    """From the next draw on; a wish about the same two replaces the one before.

    Raises SamePlayerError, NotOnTheListError, EventFinishedError.
    """
    event = lock_living_event(event)
    require(actor, "events.run_event", event)
    if one.pk == other.pk:
        raise SamePlayerError
    if {one.event_id, other.event_id} != {event.pk}:
        raise NotOnTheListError
    first, second = sorted((one, other), key=lambda entry: entry.pk)
    wish, _ = EventWish.objects.update_or_create(
        event=event, one=first, other=second, defaults={"kind": kind}
    )
    detail = {"kind": str(kind), "other": second.public_id}
    note_event(event, EventHistoryKind.WISH, actor=actor, entry=first, detail=detail)
    return wish


@transaction.atomic
def drop_wish(*, actor: Any, wish: EventWish) -> None:
    """Dropping a wish that is gone does nothing."""
    event = lock_living_event(wish.event)
    require(actor, "events.run_event", event)
    if EventWish.objects.filter(pk=wish.pk).delete()[0]:
        detail = {"kind": "", "old": wish.kind, "other": wish.other.public_id}
        note_event(event, EventHistoryKind.WISH, actor=actor, entry=wish.one, detail=detail)
