"""What those who run a tournament lay down: who always or never sits with whom, and judges' notes."""

from django.db import transaction

from caledonia_site.common.permissions import require
from games.players.actors import Actor, account_of
from tournaments.events.enums import EventAuditKind, SeatingRuleKind
from tournaments.events.models import Event, EventTable, JudgeNote, Participant, SeatingRule
from tournaments.events.services.changes import lock_event
from tournaments.events.services.errors import EmptyNoteError, NotOnTheListError, SamePlayerError
from tournaments.shared.audit import record_audit


@transaction.atomic
def add_seating_rule(
    *, actor: Actor, event: Event, first: Participant, second: Participant, kind: SeatingRuleKind
) -> SeatingRule:
    """From the next draw on; a rule about the same two replaces the one before.

    Raises SamePlayerError, NotOnTheListError, EventFinishedError.
    """
    event = lock_event(event)
    require(actor, "events.run_event", event)
    if first.pk == second.pk:
        raise SamePlayerError
    if {first.event_id, second.event_id} != {event.pk}:
        raise NotOnTheListError
    first, second = sorted((first, second), key=lambda participant: participant.pk)
    rule, _ = SeatingRule.objects.update_or_create(
        event=event, first=first, second=second, defaults={"kind": kind}
    )
    detail = {"kind": str(kind), "other": second.public_id}
    record_audit(event, EventAuditKind.SEATING_RULE, actor=actor, participant=first, detail=detail)
    return rule


@transaction.atomic
def remove_seating_rule(*, actor: Actor, rule: SeatingRule) -> None:
    """Removing one that is gone does nothing."""
    event = lock_event(rule.event)
    require(actor, "events.run_event", event)
    if SeatingRule.objects.filter(pk=rule.pk).delete()[0]:
        detail = {"kind": "", "old": rule.kind, "other": rule.second.public_id}
        record_audit(event, EventAuditKind.SEATING_RULE, actor=actor, participant=rule.first, detail=detail)


@transaction.atomic
def write_note(
    *,
    actor: Actor,
    event: Event,
    text: str,
    table: EventTable | None = None,
    participant: Participant | None = None,
) -> JudgeNote:
    """Also when the event is finished: what happened may be told later. Raises EmptyNoteError."""
    require(actor, "events.see_notes", event)
    if not text.strip():
        raise EmptyNoteError
    note = JudgeNote.objects.create(
        event=event, text=text.strip(), table=table, participant=participant, account=account_of(actor)
    )
    detail = {"table": table.number, "round": table.round.number} if table else {}
    record_audit(event, EventAuditKind.NOTE, actor=actor, participant=participant, detail=detail)
    return note


@transaction.atomic
def delete_note(*, actor: Actor, note: JudgeNote) -> None:
    """The history keeps that there was one, not what it said."""
    require(actor, "events.see_notes", note.event)
    if JudgeNote.objects.filter(pk=note.pk).delete()[0]:
        record_audit(
            note.event,
            EventAuditKind.NOTE,
            actor=actor,
            participant=note.participant,
            detail={"deleted": True},
        )
