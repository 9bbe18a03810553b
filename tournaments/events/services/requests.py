"""Two who always, or never, sit at one table.

A judge's note, for those who run the tournament.
"""

from typing import Any

from django.db import transaction

from caledonia_site.common.permissions import require
from tournaments.events.enums import EventAuditKind, WishKind
from tournaments.events.models import Event, EventEntry, EventTable, EventWish, JudgeNote
from tournaments.events.services.changes import lock_event
from tournaments.events.services.errors import EmptyNoteError, NotOnTheListError, SamePlayerError
from tournaments.shared.audit import record_audit


@transaction.atomic
def wish_pair(*, actor: Any, event: Event, one: EventEntry, other: EventEntry, kind: WishKind) -> EventWish:
    """From the next draw on; a wish about the same two replaces the one before.

    Raises SamePlayerError, NotOnTheListError, EventFinishedError.
    """
    event = lock_event(event)
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
    record_audit(event, EventAuditKind.WISH, actor=actor, entry=first, detail=detail)
    return wish


@transaction.atomic
def drop_wish(*, actor: Any, wish: EventWish) -> None:
    """Dropping a wish that is gone does nothing."""
    event = lock_event(wish.event)
    require(actor, "events.run_event", event)
    if EventWish.objects.filter(pk=wish.pk).delete()[0]:
        detail = {"kind": "", "old": wish.kind, "other": wish.other.public_id}
        record_audit(event, EventAuditKind.WISH, actor=actor, entry=wish.one, detail=detail)


@transaction.atomic
def write_note(
    *,
    actor: Any,
    event: Event,
    text: str,
    table: EventTable | None = None,
    entry: EventEntry | None = None,
) -> JudgeNote:
    """Also when the event is finished: what happened may be told later. Raises EmptyNoteError."""
    require(actor, "events.see_notes", event)
    if not text.strip():
        raise EmptyNoteError
    made = JudgeNote.objects.create(event=event, text=text.strip(), table=table, entry=entry, account=actor)
    detail = {"table": table.number, "round": table.round.number} if table else {}
    record_audit(event, EventAuditKind.NOTE, actor=actor, entry=entry, detail=detail)
    return made


@transaction.atomic
def delete_note(*, actor: Any, note: JudgeNote) -> None:
    """The history keeps that there was one, not what it said."""
    require(actor, "events.see_notes", note.event)
    if JudgeNote.objects.filter(pk=note.pk).delete()[0]:
        record_audit(note.event, EventAuditKind.NOTE, actor=actor, entry=note.entry, detail={"deleted": True})
