"""A judge's note, for those who run the tournament."""

from typing import Any

from django.db import transaction

from caledonia_site.common.permissions import require
from tournaments.event_enums import EventHistoryKind
from tournaments.models import Event, EventEntry, EventTable, JudgeNote
from tournaments.services.events.errors import EmptyNoteError
from tournaments.services.events.noting import note_event


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
    note_event(event, EventHistoryKind.NOTE, actor=actor, entry=entry, detail=detail)
    return made


@transaction.atomic
def delete_note(*, actor: Any, note: JudgeNote) -> None:
    """The history keeps that there was one, not what it said."""
    require(actor, "events.see_notes", note.event)
    if JudgeNote.objects.filter(pk=note.pk).delete()[0]:
        note_event(note.event, EventHistoryKind.NOTE, actor=actor, entry=note.entry, detail={"deleted": True})
